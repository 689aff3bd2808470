package dev.weir.server.stream;

import java.util.UUID;

/**
 * Something that changed, as it is now, ready to be sent to whoever may see it.
 *
 * @param id a later change of the same kind and thing takes the place of this one
 */
record Change(UUID id, UUID org, String env, String serviceKey, byte[] data) {}
