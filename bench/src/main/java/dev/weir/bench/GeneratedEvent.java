package dev.weir.bench;

import java.util.UUID;

/**
 * An event as it is sent, with what a row of the log needs of it.
 *
 * @param at in microseconds since 1970
 * @param key the id of its run
 * @param payload its JSON
 */
record GeneratedEvent(long at, UUID id, UUID key, String type, byte[] payload) {}
