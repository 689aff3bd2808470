package dev.weir.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The roll-up of telemetry beside what its rows add up to. */
final class TelemetryHours {
    /**
     * One statement sees both of one moment, so what it finds was not made by those who count meanwhile, and can be added to
     * whatever they have made of it since.
     */
    private static final String DIFFERENCES = """
            SELECT tenant_id, hour, surface, event_type, cache_hit, bucket, coalesce(c.n, 0) - coalesce(h.n, 0) AS n,
                   coalesce(c.sum_ms, 0) - coalesce(h.sum_ms, 0) AS sum_ms,
                   coalesce(c.over_p50, 0) - coalesce(h.over_p50, 0) AS over_p50,
                   coalesce(c.over_p95, 0) - coalesce(h.over_p95, 0) AS over_p95
            FROM counted_ttfs_hours c FULL JOIN ttfs_hours h USING (tenant_id, hour, surface, event_type, cache_hit, bucket)
            WHERE (c.n, c.sum_ms, c.over_p50, c.over_p95) IS DISTINCT FROM (h.n, h.sum_ms, h.over_p50, h.over_p95)
            """;

    private static final String MEND = """
            INSERT INTO ttfs_hours AS h (tenant_id, hour, surface, event_type, cache_hit, bucket, n, sum_ms, over_p50, over_p95)
            %s ORDER BY 1, 2, 3, 4, 5, 6
            ON CONFLICT (tenant_id, hour, surface, event_type, cache_hit, bucket) DO UPDATE SET
              n = h.n + excluded.n, sum_ms = h.sum_ms + excluded.sum_ms,
              over_p50 = h.over_p50 + excluded.over_p50, over_p95 = h.over_p95 + excluded.over_p95
            RETURNING h.tenant_id, h.hour, h.surface
            """.formatted(DIFFERENCES);
    private static final String TOLD = """
            SELECT 'telemetry of ' || tenant_id || ' in the hour of ' || to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')
                   || ', ' || surface || ', is not counted as it is: ' || count(*) || ' counts differ'
            FROM %s GROUP BY tenant_id, hour, surface ORDER BY hour, tenant_id, surface
            """;
    private static final String NOTHING_LEFT = "DELETE FROM ttfs_hours WHERE n = 0";

    private TelemetryHours() {}

    /**
     * Finds hours that are counted otherwise than they are and, unless only asked to look, makes them right. To mend, the
     * connection must not be in a transaction that sees one moment: it adds to what there is by now.
     */
    static List<String> differences(Connection connection, boolean mend) throws SQLException {
        String found = mend
                ? "WITH mended AS (" + MEND + ") " + TOLD.formatted("mended")
                : TOLD.formatted("(" + DIFFERENCES + ") AS different");
        List<String> differences = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery(found)) {
                while (row.next()) {
                    differences.add(row.getString(1));
                }
            }
            if (mend && !differences.isEmpty()) {
                statement.executeUpdate(NOTHING_LEFT);
            }
        }
        return differences;
    }
}
