package dev.weir.server.query;

import dev.weir.core.run.Usual;
import dev.weir.store.RunDurations;
import dev.weir.store.RunDurations.Name;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What is usual for workflows. */
final class Usuals {
    private static final long KEPT_NS = TimeUnit.SECONDS.toNanos(2);
    private static final int MOST_KEPT = 20_000;

    private record Kept(Usual usual, long since) {}

    private final Map<Name, Kept> kept = new ConcurrentHashMap<>();

    /** As the roll-up says now. */
    private Map<Name, @Nullable Usual> now(Connection connection, Collection<Name> names) throws SQLException {
        Map<Name, Map<Integer, Long>> buckets = RunDurations.of(connection, Set.copyOf(names));
        Map<Name, @Nullable Usual> usuals = new HashMap<>();
        long now = System.nanoTime();
        if (kept.size() > MOST_KEPT) {
            kept.clear();
        }
        for (Name name : Set.copyOf(names)) {
            Usual usual = Usual.of(buckets.getOrDefault(name, Map.of()));
            usuals.put(name, usual);
            if (usual != null) {
                kept.put(name, new Kept(usual, now));
            }
        }
        return usuals;
    }

    /** As it was at most two seconds ago, which changes little; what has only just become usual is found at once. */
    Map<Name, @Nullable Usual> of(Connection connection, Collection<Name> names) throws SQLException {
        long now = System.nanoTime();
        Map<Name, @Nullable Usual> usuals = new HashMap<>();
        Set<Name> old = new HashSet<>();
        for (Name name : names) {
            Kept usual = kept.get(name);
            if (usual == null || now - usual.since() > KEPT_NS) {
                old.add(name);
            } else {
                usuals.put(name, usual.usual());
            }
        }
        if (!old.isEmpty()) {
            usuals.putAll(now(connection, old));
        }
        return usuals;
    }
}
