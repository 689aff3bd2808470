package dev.weir.server.stream;

import dev.weir.server.access.Scope;
import java.util.Map;
import java.util.UUID;

/**
 * Something that changed, as it is now, ready to be sent to whoever may see it.
 *
 * @param id a later change of the same kind and thing takes the place of this one
 * @param toOthers what those are told instead who see only some services, if that differs
 */
record Change(UUID id, UUID org, String env, String serviceKey, byte[] data, Map<Scope, byte[]> toOthers) {
    Change(UUID id, UUID org, String env, String serviceKey, byte[] data) {
        this(id, org, env, serviceKey, data, Map.of());
    }

    Change asToldTo(Scope scope) {
        byte[] own = toOthers.get(scope);
        return own == null ? this : new Change(id, org, env, serviceKey, own);
    }
}
