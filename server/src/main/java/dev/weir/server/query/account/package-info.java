/** What became of everything that was sent, and for how long it is kept. */
package dev.weir.server.query.account;
