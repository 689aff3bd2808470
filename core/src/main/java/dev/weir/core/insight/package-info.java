/** What is usual, what is outside it, and how that is said: pure functions of sums. */
@NullMarked
package dev.weir.core.insight;

import org.jspecify.annotations.NullMarked;
