package dev.weir.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The roll-ups of telemetry beside what its rows add up to. */
final class TelemetryRollUps {
    private static final List<RollUp> ALL = List.of(
            new RollUp(
                    "ttfs_hours",
                    "tenant_id, hour, surface, event_type, cache_hit",
                    List.of("n", "sum_ms", "over_p50", "over_p95")),
            new RollUp("ttfs_buckets", "tenant_id, hour, surface, cache_hit, bucket", List.of("n")));

    private static final String TOLD = """
            SELECT 'telemetry of ' || tenant_id || ' in the hour of ' || to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')
                   || ', ' || surface || ', is not what %s has: ' || count(*) || ' counts differ'
            FROM %s GROUP BY tenant_id, hour, surface ORDER BY hour, tenant_id, surface
            """;

    private TelemetryRollUps() {}

    /** A table of sums, beside which a view {@code counted_…} has what they should be. */
    private record RollUp(String table, String keys, List<String> sums) {

        private String each(Function<String, String> sum) {
            return sums.stream().map(sum).collect(Collectors.joining(", "));
        }

        /**
         * One statement sees both of one moment, so what it finds was not made by those who count meanwhile, and can be added
         * to whatever they have made of it since.
         */
        String differences() {
            return """
                    SELECT %s, %s FROM counted_%s c FULL JOIN %s h USING (%s)
                    WHERE (%s) IS DISTINCT FROM (%s)
                    """.formatted(
                            keys,
                            each(sum -> "coalesce(c.%1$s, 0) - coalesce(h.%1$s, 0) AS %1$s".formatted(sum)),
                            table,
                            table,
                            keys,
                            each(sum -> "c." + sum),
                            each(sum -> "h." + sum));
        }

        String mend() {
            return """
                    INSERT INTO %s AS h (%s, %s) %s ORDER BY %s
                    ON CONFLICT (%s) DO UPDATE SET %s RETURNING h.tenant_id, h.hour, h.surface
                    """.formatted(
                            table,
                            keys,
                            each(sum -> sum),
                            differences(),
                            keys,
                            keys,
                            each(sum -> "%1$s = h.%1$s + excluded.%1$s".formatted(sum)));
        }
    }

    /**
     * Finds hours that are counted otherwise than they are and, unless only asked to look, makes them right. To mend, the
     * connection must not be in a transaction that sees one moment: it adds to what there is by now.
     */
    static List<String> differences(Connection connection, boolean mend) throws SQLException {
        List<String> differences = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            for (RollUp rollUp : ALL) {
                String found = mend
                        ? "WITH mended AS (" + rollUp.mend() + ") " + TOLD.formatted(rollUp.table(), "mended")
                        : TOLD.formatted(rollUp.table(), "(" + rollUp.differences() + ") AS different");
                try (ResultSet row = statement.executeQuery(found)) {
                    while (row.next()) {
                        differences.add(row.getString(1));
                    }
                }
                if (mend && !differences.isEmpty()) {
                    statement.executeUpdate("DELETE FROM " + rollUp.table() + " WHERE n = 0");
                }
            }
        }
        return differences;
    }
}
