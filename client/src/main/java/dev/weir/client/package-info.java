/** The Java tracker: reports what a program's workflows do, without ever standing in their way. */
@NullMarked
package dev.weir.client;

import org.jspecify.annotations.NullMarked;
