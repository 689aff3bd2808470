package dev.weir.server.project;

import dev.weir.core.run.RunState;
import dev.weir.store.RunStore.StoredRun;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The newest runs of recent keys, so that the next event of a run need not load it. It may be wrong (another server, a
 * rebuild): a run is only replaced as it was seen, and whoever finds it otherwise forgets it here and loads it.
 */
final class StateCache {
    private static final int ITEMS_PER_RUN = 32; // an ordinary run has fewer, a giant one counts as many

    private final LinkedHashMap<UUID, StoredRun> runs = new LinkedHashMap<>(1024, 0.75f, true);
    private final long mostItems;
    private long items;

    StateCache(int mostRuns) {
        mostItems = (long) mostRuns * ITEMS_PER_RUN;
    }

    /** Takes what it knows of these keys. */
    synchronized Map<UUID, StoredRun> get(Collection<UUID> keys) {
        Map<UUID, StoredRun> found = new HashMap<>(keys.size() * 2);
        for (UUID key : keys) {
            StoredRun run = runs.get(key);
            if (run != null) {
                found.put(key, run);
            }
        }
        return found;
    }

    synchronized void put(UUID key, StoredRun run) {
        StoredRun before = runs.put(key, run);
        items += weight(run) - (before == null ? 0 : weight(before));
        var eldest = runs.entrySet().iterator();
        while (items > mostItems && eldest.hasNext()) {
            items -= weight(eldest.next().getValue());
            eldest.remove();
        }
    }

    synchronized void forget(Collection<UUID> keys) {
        for (UUID key : keys) {
            StoredRun before = runs.remove(key);
            items -= before == null ? 0 : weight(before);
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
