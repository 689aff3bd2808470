package dev.weir.server.query.run;

import dev.weir.store.RunDurations.Name;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * How long the newest completed runs of a workflow took from the start of each of their steps to their end. It is read from the
 * runs themselves, which costs some milliseconds a workflow, and so is kept for a while, and of a long list a few are read at
 * once: of the others the history of the workflow tells, until they are asked for again.
 */
final class StepHistory {
    private static final long KEPT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final int MOST_KEPT = 1_000;
    private static final int MOST_AT_ONCE = 8;
    private static final int NEWEST = 100;

    /** Of a run with more than 64 steps the first, which are in its row. */
    private static final String TO_THE_END = """
            SELECT w.n, step->>0, elapsed_ms(moment(r.created_at, step->>3), r.ended_at)
            FROM unnest(?::int4[], ?::text[]) WITH ORDINALITY AS w(source, name, n)
            CROSS JOIN LATERAL (
              SELECT created_at, ended_at, state FROM runs
              WHERE newest AND ended_at IS NOT NULL AND source = w.source AND status = 'completed'
                AND name_hash = hashtextextended(w.name, 0) AND workflow_name = w.name
              ORDER BY ended_at DESC LIMIT %d) AS r
            CROSS JOIN LATERAL json_array_elements(r.state->'s') AS step
            WHERE elapsed_ms(moment(r.created_at, step->>3), r.ended_at) IS NOT NULL
            """.formatted(NEWEST);

    private record Kept(Map<String, long[]> steps, long since) {}

    private final Map<Name, Kept> kept = new ConcurrentHashMap<>();

    /** By the names of steps, in milliseconds; the first names are the first to be read. */
    Map<Name, Map<String, long[]>> of(Connection connection, Collection<Name> names) throws SQLException {
        long now = System.nanoTime();
        Map<Name, Map<String, long[]>> found = new HashMap<>();
        Set<Name> unread = new LinkedHashSet<>();
        for (Name name : names) {
            Kept known = kept.get(name);
            if (known != null) {
                found.put(name, known.steps()); // an old one is better than none
            }
            if ((known == null || now - known.since() > KEPT_NS) && unread.size() < MOST_AT_ONCE) {
                unread.add(name);
            }
        }
        if (!unread.isEmpty()) {
            found.putAll(read(connection, List.copyOf(unread), now));
        }
        return found;
    }

    private Map<Name, Map<String, long[]>> read(Connection connection, List<Name> names, long now) throws SQLException {
        Map<Name, Map<String, long[]>> read = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(TO_THE_END)) {
            select.setArray(
                    1,
                    connection.createArrayOf(
                            "int4", names.stream().map(Name::source).toArray()));
            select.setArray(
                    2,
                    connection.createArrayOf(
                            "text", names.stream().map(Name::workflowName).toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    long ms = row.getLong(3);
                    read.computeIfAbsent(names.get(row.getInt(1) - 1), name -> new HashMap<>())
                            .merge(row.getString(2), new long[] {ms}, StepHistory::joined);
                }
            }
        }
        if (kept.size() > MOST_KEPT) {
            kept.clear();
        }
        names.forEach(name -> kept.put(name, new Kept(read.getOrDefault(name, Map.of()), now)));
        return read;
    }

    private static long[] joined(long[] some, long[] more) {
        long[] all = Arrays.copyOf(some, some.length + more.length);
        System.arraycopy(more, 0, all, some.length, more.length);
        return all;
    }
}
