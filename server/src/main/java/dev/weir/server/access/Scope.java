package dev.weir.server.access;

import java.util.Set;
import java.util.UUID;

/**
 * What somebody may see: the first parameter of every query. An empty set of environments or services means all of them.
 *
 * @param credential by whom, for the accounts
 */
public record Scope(UUID org, Set<String> environments, Set<String> services, String credential) {

    /** The organisation of an instance that has no keys. */
    public static final UUID LOCAL_ORG = UUID.fromString("00000000-0000-8000-8000-000000000001");

    /** Everything of the one organisation: who reaches a server without keys sits on its machine. */
    public static final Scope LOCAL = new Scope(LOCAL_ORG, Set.of(), Set.of(), "local");

    public boolean includes(String env, String serviceKey) {
        return (environments.isEmpty() || environments.contains(env))
                && (services.isEmpty() || services.contains(serviceKey));
    }
}
