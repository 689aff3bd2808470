package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** How long completed workflows took, by source and name, in buckets: what is usual. */
public final class RunDurations {
    private static final String OF_NAMES = """
            SELECT d.source, d.workflow_name, d.bucket, sum(d.n)
            FROM unnest(?::int[], ?::text[]) AS wanted(source, name)
            JOIN run_durations d ON d.source = wanted.source AND d.workflow_name = wanted.name
            GROUP BY 1, 2, 3 HAVING sum(d.n) <> 0
            """;

    private RunDurations() {}

    /** A workflow of a source: what has something usual. */
    public record Name(int source, String workflowName) {}

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
}
