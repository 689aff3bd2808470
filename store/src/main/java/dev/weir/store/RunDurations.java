package dev.weir.store;

import dev.weir.core.run.DurationBuckets;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunStatus;
import dev.weir.store.RunStore.RunChange;
import dev.weir.store.RunStore.StoredRun;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps how long completed workflows took, by source and name, as a row per bucket: what is usual. By difference, in the
 * transaction that writes the rows, as {@link RunCounts}.
 */
public final class RunDurations {
    private static final String ADD = """
            INSERT INTO run_durations AS d (source, workflow_name, bucket, slot, n)
            SELECT source, name, bucket, ?, n
            FROM unnest(?::int[], ?::text[], ?::int[], ?::bigint[]) AS t(source, name, bucket, n)
            ON CONFLICT (source, workflow_name, bucket, slot) DO UPDATE SET n = d.n + excluded.n
            """;
    private static final String STORED = """
            SELECT source, workflow_name, bucket, sum(n) FROM run_durations GROUP BY 1, 2, 3
            """;
    private static final String ACTUAL = """
            SELECT source, workflow_name, duration_ms, count(*) FROM runs
            WHERE newest AND status = 'completed' AND duration_ms IS NOT NULL GROUP BY 1, 2, 3
            """;
    private static final String OF_NAMES = """
            SELECT d.source, d.workflow_name, d.bucket, sum(d.n)
            FROM unnest(?::int[], ?::text[]) AS wanted(source, name)
            JOIN run_durations d ON d.source = wanted.source AND d.workflow_name = wanted.name
            GROUP BY 1, 2, 3 HAVING sum(d.n) <> 0
            """;

    private RunDurations() {}

    /** A workflow of a source: what has something usual. */
    public record Name(int source, String workflowName) {}

    private record Group(int source, String name, int bucket) implements Comparable<Group> {
        private static final Comparator<Group> ORDER = Comparator.comparingInt(Group::source)
                .thenComparing(Group::name)
                .thenComparingInt(Group::bucket);

        @Override
        public int compareTo(Group other) {
            return ORDER.compare(this, other);
        }
    }

    public static void add(Connection connection, int slot, Collection<RunChange> changes) throws SQLException {
        Map<Group, Long> differences = new TreeMap<>();
        for (RunChange change : changes) {
            StoredRun before = change.previous();
            if (before != null) {
                count(differences, change.source(), before.workflowName(), before.status(), before.durationMs(), -1);
            }
            RunStatus status = change.newest().status();
            Long duration = RunRows.durationMs(change.newest());
            count(differences, change.source(), change.newest().workflowName(), status, duration, 1);
        }
        differences.values().removeIf(n -> n == 0);
        add(connection, slot, differences);
    }

    private static void count(
            Map<Group, Long> differences,
            int source,
            String name,
            RunStatus status,
            @Nullable Long durationMs,
            long difference) {
        if (status == RunStatus.COMPLETED && durationMs != null) {
            differences.merge(new Group(source, name, DurationBuckets.of(durationMs)), difference, Long::sum);
        }
    }

    private static void add(Connection connection, int slot, Map<Group, Long> differences) throws SQLException {
        if (differences.isEmpty()) {
            return;
        }
        try (PreparedStatement add = connection.prepareStatement(ADD)) {
            Collection<Group> groups = differences.keySet();
            add.setInt(1, slot);
            add.setArray(
                    2,
                    connection.createArrayOf(
                            "int4", groups.stream().map(Group::source).toArray()));
            add.setArray(
                    3,
                    connection.createArrayOf(
                            "text", groups.stream().map(Group::name).toArray()));
            add.setArray(
                    4,
                    connection.createArrayOf(
                            "int4", groups.stream().map(Group::bucket).toArray()));
            add.setArray(
                    5, connection.createArrayOf("int8", differences.values().toArray()));
            add.executeUpdate();
        }
    }

    /** The buckets of these workflows; one that never completed has none. */
    public static Map<Name, Map<Integer, Long>> of(Connection connection, Collection<Name> names) throws SQLException {
        Map<Name, Map<Integer, Long>> buckets = new HashMap<>();
        if (names.isEmpty()) {
            return buckets;
        }
        try (PreparedStatement select = connection.prepareStatement(OF_NAMES)) {
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
                    buckets.computeIfAbsent(new Name(row.getInt(1), row.getString(2)), name -> new HashMap<>())
                            .put(row.getInt(3), row.getLong(4));
                }
            }
        }
        return buckets;
    }

    /** Finds where the buckets are off and, unless only asked to look, adds what is missing. */
    static List<String> differences(Connection connection, int slot, boolean mend) throws SQLException {
        Map<Group, Long> missing = new TreeMap<>();
        sum(connection, ACTUAL, true, missing);
        Map<Group, Long> actual = new HashMap<>(missing);
        sum(connection, STORED, false, missing);
        missing.values().removeIf(n -> n == 0);
        List<String> found = new ArrayList<>();
        missing.forEach((group, difference) -> {
            long rows = actual.getOrDefault(group, 0L);
            found.add("source " + group.source() + " has " + rows + " completed runs of " + group.name() + " that took "
                    + DurationBuckets.from(group.bucket()) + " ms or a little more, the roll-up says "
                    + (rows - difference));
        });
        if (mend) {
            add(connection, slot, missing);
        }
        return found;
    }

    /** @param actual the rows themselves, which have durations where the roll-up has buckets */
    private static void sum(Connection connection, String sql, boolean actual, Map<Group, Long> into)
            throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(sql)) {
            while (row.next()) {
                int bucket = actual ? DurationBuckets.of(row.getLong(3)) : row.getInt(3);
                into.merge(
                        new Group(row.getInt(1), row.getString(2), bucket),
                        actual ? row.getLong(4) : -row.getLong(4),
                        Long::sum);
            }
        }
    }
}
