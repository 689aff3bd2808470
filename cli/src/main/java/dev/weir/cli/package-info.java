/** The command line: one class per command, each named as it is typed. */
@NullMarked
package dev.weir.cli;

import org.jspecify.annotations.NullMarked;
