package dev.weir.server.query.run;

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

/** What is usual for workflows, and how long their completed runs took. */
final class Usuals {
    private static final long KEPT_NS = TimeUnit.SECONDS.toNanos(2);
    private static final int MOST_KEPT = 20_000;

    /** @param buckets of {@link dev.weir.core.run.DurationBuckets} */
    record Known(Usual usual, Map<Integer, Long> buckets) {}

    private record Kept(Known known, long since) {}

    private final Map<Name, Kept> kept = new ConcurrentHashMap<>();

    /** As the roll-up says now. */
    private Map<Name, @Nullable Known> now(Connection connection, Collection<Name> names) throws SQLException {
        Map<Name, Map<Integer, Long>> buckets = RunDurations.of(connection, Set.copyOf(names));
        Map<Name, @Nullable Known> usuals = new HashMap<>();
        long now = System.nanoTime();
        if (kept.size() > MOST_KEPT) {
            kept.clear();
        }
        for (Name name : Set.copyOf(names)) {
            Map<Integer, Long> own = buckets.getOrDefault(name, Map.of());
            Usual usual = Usual.of(own);
            Known known = usual == null ? null : new Known(usual, own);
            usuals.put(name, known);
            if (known != null) {
                kept.put(name, new Kept(known, now));
            }
        }
        return usuals;
    }

    /** As it was at most two seconds ago, which changes little; what has only just become usual is found at once. */
    Map<Name, @Nullable Known> of(Connection connection, Collection<Name> names) throws SQLException {
        long now = System.nanoTime();
        Map<Name, @Nullable Known> usuals = new HashMap<>();
        Set<Name> old = new HashSet<>();
        for (Name name : names) {
            Kept usual = kept.get(name);
            if (usual == null || now - usual.since() > KEPT_NS) {
                old.add(name);
            } else {
                usuals.put(name, usual.known());
            }
        }
        if (!old.isEmpty()) {
            usuals.putAll(now(connection, old));
        }
        return usuals;
    }
}
