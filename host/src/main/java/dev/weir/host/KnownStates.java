package dev.weir.host;

import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/**
 * What a host remembers of keys, so that the next event of a key need not load it. It may be wrong (another writer, a
 * rebuild, a host that was set back): a row is only replaced as it was seen, and whoever finds it otherwise forgets it
 * here and loads it.
 */
public interface KnownStates<T> {

    /** For whoever remembers nothing, and loads every time. */
    static <T> KnownStates<T> none() {
        return new StateCache<>(0, state -> 1);
    }

    /** What it knows of these keys. */
    Map<UUID, T> get(Collection<UUID> keys);

    void put(UUID key, T state);

    void forget(Collection<UUID> keys);
}
