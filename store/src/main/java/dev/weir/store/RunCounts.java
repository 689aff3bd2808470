package dev.weir.store;

import dev.weir.core.run.RunStatus;
import dev.weir.store.RunStore.RunChange;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps the number of workflows by source and status, by difference, in the transaction that writes the rows. */
public final class RunCounts {
    private static final String ADD = """
            INSERT INTO run_counts AS c (source, status, slot, n)
            SELECT source, status::workflow_status, ?, n FROM unnest(?::int[], ?::text[], ?::bigint[]) AS t(source, status, n)
            ON CONFLICT (source, status, slot) DO UPDATE SET n = c.n + excluded.n
            """;

    /** What the counts say beside what the rows say, where they differ. */
    private static final String DIFFERENCES = """
            SELECT source, status::text, coalesce(c.n, 0) AS counted, coalesce(r.n, 0) AS actual
            FROM (SELECT source, status, sum(n) AS n FROM run_counts GROUP BY source, status) AS c
            FULL JOIN (SELECT source, status, count(*) AS n FROM runs WHERE newest GROUP BY source, status) AS r
              USING (source, status)
            WHERE coalesce(c.n, 0) <> coalesce(r.n, 0)
            ORDER BY source, status
            """;

    private RunCounts() {}

    private record Group(int source, RunStatus status) implements Comparable<Group> {
        @Override
        public int compareTo(Group other) {
            return source != other.source ? Integer.compare(source, other.source) : status.compareTo(other.status);
        }
    }

    public static void add(Connection connection, int slot, Collection<RunChange> changes) throws SQLException {
        Map<Group, Long> differences = new TreeMap<>();
        for (RunChange change : changes) {
            if (change.previous() != null) {
                differences.merge(new Group(change.source(), change.previous().status()), -1L, Long::sum);
            }
            differences.merge(new Group(change.source(), change.newest().status()), 1L, Long::sum);
        }
        differences.values().removeIf(n -> n == 0);
        add(connection, slot, differences);
    }

    private static void add(Connection connection, int slot, Map<Group, Long> differences) throws SQLException {
        if (differences.isEmpty()) {
            return;
        }
        try (PreparedStatement add = connection.prepareStatement(ADD)) {
            Object[] sources = differences.keySet().stream().map(Group::source).toArray();
            Object[] statuses = differences.keySet().stream()
                    .map(group -> group.status().label())
                    .toArray();
            add.setInt(1, slot);
            add.setArray(2, connection.createArrayOf("int4", sources));
            add.setArray(3, connection.createArrayOf("text", statuses));
            add.setArray(
                    4, connection.createArrayOf("int8", differences.values().toArray()));
            add.executeUpdate();
        }
    }

    /** Finds where the counts are off and, unless only asked to look, adds what is missing. */
    static List<String> differences(Connection connection, int slot, boolean mend) throws SQLException {
        List<String> found = new ArrayList<>();
        Map<Group, Long> missing = new TreeMap<>();
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(DIFFERENCES)) {
            while (row.next()) {
                found.add("source " + row.getInt(1) + " has " + row.getLong(4) + " " + row.getString(2)
                        + " runs, the roll-up says " + row.getLong(3));
                missing.put(new Group(row.getInt(1), RunStatus.of(row.getString(2))), row.getLong(4) - row.getLong(3));
            }
        }
        if (mend) {
            add(connection, slot, missing);
        }
        return found;
    }
}
