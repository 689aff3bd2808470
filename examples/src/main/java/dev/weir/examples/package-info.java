/** Programs that show how Weir is used. */
@NullMarked
package dev.weir.examples;

import org.jspecify.annotations.NullMarked;
