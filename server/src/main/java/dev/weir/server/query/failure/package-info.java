/** Runs that failed, what is learned of their kinds, and what people do about them. */
package dev.weir.server.query.failure;
