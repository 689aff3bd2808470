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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps the number of workflows by source, name and status, as {@link RunCounts} does by source and status. */
public final class RunNames {
    private static final String ADD = """
            INSERT INTO run_names AS c (source, workflow_name, status, slot, n)
            SELECT source, name, status::workflow_status, ?, n
            FROM unnest(?::int[], ?::text[], ?::text[], ?::bigint[]) AS t(source, name, status, n)
            ON CONFLICT (source, workflow_name, status, slot) DO UPDATE SET n = c.n + excluded.n
            """;
    private static final String DIFFERENCES = """
            SELECT source, workflow_name, status::text, coalesce(c.n, 0) AS counted, coalesce(r.n, 0) AS actual
            FROM (SELECT source, workflow_name, status, sum(n) AS n FROM run_names GROUP BY 1, 2, 3) AS c
            FULL JOIN (SELECT source, workflow_name, status, count(*) AS n FROM runs WHERE newest GROUP BY 1, 2, 3) AS r
              USING (source, workflow_name, status)
            WHERE coalesce(c.n, 0) <> coalesce(r.n, 0)
            ORDER BY source, workflow_name, status
            """;

    private RunNames() {}

    private record Group(int source, String name, RunStatus status) implements Comparable<Group> {
        private static final Comparator<Group> ORDER = Comparator.comparingInt(Group::source)
                .thenComparing(Group::name)
                .thenComparing(Group::status);

        @Override
        public int compareTo(Group other) {
            return ORDER.compare(this, other);
        }
    }

    public static void add(Connection connection, int slot, Collection<RunChange> changes) throws SQLException {
        Map<Group, Long> differences = new TreeMap<>();
        for (RunChange change : changes) {
            if (change.previous() != null) {
                Group before = new Group(
                        change.source(),
                        change.previous().workflowName(),
                        change.previous().status());
                differences.merge(before, -1L, Long::sum);
            }
            Group now = new Group(
                    change.source(),
                    change.newest().workflowName(),
                    change.newest().status());
            differences.merge(now, 1L, Long::sum);
        }
        differences.values().removeIf(n -> n == 0);
        add(connection, slot, differences);
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
                            "text",
                            groups.stream().map(group -> group.status().label()).toArray()));
            add.setArray(
                    5, connection.createArrayOf("int8", differences.values().toArray()));
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
                Group group = new Group(row.getInt(1), row.getString(2), RunStatus.of(row.getString(3)));
                found.add("source " + group.source() + " has " + row.getLong(5) + " " + row.getString(3) + " runs of "
                        + group.name() + ", the roll-up says " + row.getLong(4));
                missing.put(group, row.getLong(5) - row.getLong(4));
            }
        }
        if (mend) {
            add(connection, slot, missing);
        }
        return found;
    }
}
