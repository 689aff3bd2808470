/**
 * What people and programs ask, by subject: a package has its screens, one file each with its endpoint, and their SQL. What
 * they share is here: what one may see, parameters, pages and cursors, times, conditions, one moment of the database.
 *
 * <p>{@code run} and {@code failure} know {@code signal}, {@code insight} knows {@code run}, and the others know nothing but this
 * package, which knows none of them.
 */
package dev.weir.server.query;
