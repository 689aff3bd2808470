/** What a benchmark adds to the server that it starts; it is on the class path of {@code weir bench} alone. */
package dev.weir.server.bench;
