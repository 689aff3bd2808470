package dev.weir.host;

import dev.weir.core.run.RunState;
import dev.weir.store.RunStore.StoredRun;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.ToLongFunction;

/** Keeps in memory what is stored of recent keys. */
public final class StateCache<T> implements KnownStates<T> {
    private static final int ITEMS_PER_KEY = 32; // an ordinary one has fewer, a giant one counts as many

    private final LinkedHashMap<UUID, T> stored = new LinkedHashMap<>(1024, 0.75f, true);
    private final long mostItems;
    private final ToLongFunction<T> weight;
    private long items;

    public StateCache(int mostKeys, ToLongFunction<T> weight) {
        mostItems = (long) mostKeys * ITEMS_PER_KEY;
        this.weight = weight;
    }

    public static StateCache<StoredRun> ofRuns(int most) {
        return new StateCache<>(most, StateCache::weight);
    }

    @Override
    public synchronized Map<UUID, T> get(Collection<UUID> keys) {
        Map<UUID, T> found = new HashMap<>(keys.size() * 2);
        for (UUID key : keys) {
            T known = stored.get(key);
            if (known != null) {
                found.put(key, known);
            }
        }
        return found;
    }

    @Override
    public synchronized void put(UUID key, T state) {
        T before = stored.put(key, state);
        items += weight.applyAsLong(state) - (before == null ? 0 : weight.applyAsLong(before));
        var eldest = stored.entrySet().iterator();
        while (items > mostItems && eldest.hasNext()) {
            items -= weight.applyAsLong(eldest.next().getValue());
            eldest.remove();
        }
    }

    @Override
    public synchronized void forget(Collection<UUID> keys) {
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
