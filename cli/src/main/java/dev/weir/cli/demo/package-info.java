/**
 * The work that {@code weir up --demo} shows. It is a function of the time alone: every minute has its runs, and every
 * run its whole story, both drawn from seeded chance. So nothing has to be remembered between two starts, and whoever
 * knows the number of a run can tell how it goes on.
 */
@NullMarked
package dev.weir.cli.demo;

import org.jspecify.annotations.NullMarked;
