/** What a job is doing or why it failed, at once, and how fast that came to people. */
package dev.weir.server.query.signal;
