package dev.weir.server.project;

import dev.weir.core.run.RunState;
import dev.weir.store.RunStore.StoredRun;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.ToLongFunction;

/**
 * What is stored of recent keys, so that the next event of a key need not load it. It may be wrong (another server, a
 * rebuild): a row is only replaced as it was seen, and whoever finds it otherwise forgets it here and loads it.
 */
final class StateCache<T> {
    private static final int ITEMS_PER_KEY = 32; // an ordinary one has fewer, a giant one counts as many

    private final LinkedHashMap<UUID, T> stored = new LinkedHashMap<>(1024, 0.75f, true);
    private final long mostItems;
    private final ToLongFunction<T> weight;
    private long items;

    StateCache(int mostKeys, ToLongFunction<T> weight) {
        mostItems = (long) mostKeys * ITEMS_PER_KEY;
        this.weight = weight;
    }

    static StateCache<StoredRun> ofRuns(int most) {
        return new StateCache<>(most, StateCache::weight);
    }

    /** Takes what it knows of these keys. */
    synchronized Map<UUID, T> get(Collection<UUID> keys) {
        Map<UUID, T> found = new HashMap<>(keys.size() * 2);
        for (UUID key : keys) {
            T known = stored.get(key);
            if (known != null) {
                found.put(key, known);
            }
        }
        return found;
    }

    synchronized void put(UUID key, T state) {
        T before = stored.put(key, state);
        items += weight.applyAsLong(state) - (before == null ? 0 : weight.applyAsLong(before));
        var eldest = stored.entrySet().iterator();
        while (items > mostItems && eldest.hasNext()) {
            items -= weight.applyAsLong(eldest.next().getValue());
            eldest.remove();
        }
    }

    synchronized void forget(Collection<UUID> keys) {
        for (UUID key : keys) {
            T before = stored.remove(key);
            items -= before == null ? 0 : weight.applyAsLong(before);
        }
    }

    private static long weight(StoredRun run) {
        RunState state = run.state();
        return state == null
                ? 0
                : 8L
                        + state.steps().size()
                        + state.attempts().size()
                        + state.sleeps().size();
    }
}
