package dev.weir.cli;

import dev.weir.core.event.RunKey;
import dev.weir.server.access.Scope;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** What was reported of a job. */
record TelemetryRows(TestDatabase database) {
    private static final String SELECT = """
            SELECT surface, event_type, ttfs_ms, cache_hit, signal_source, kind, device, release, trace_id, span_id,
                   error_code, error_message
            FROM scheduler.ttfs_events WHERE job_id = ? ORDER BY event_type
            """;

    private static final String PLACES = """
            SELECT DISTINCT s.env || '/' || s.service_key FROM event_log l JOIN sources s ON s.source = l.source
            WHERE l.type LIKE 'signal.%' AND l.payload->>'jobId' = ? ORDER BY 1
            """;

    record Row(
            String surface,
            String type,
            int ttfsMs,
            boolean cacheHit,
            String source,
            String kind,
            String device,
            String release,
            String traceId,
            String spanId,
            String errorCode,
            String errorMessage) {}

    /** Of {@code production/orders}. */
    static UUID jobId(String id) {
        return new RunKey(Scope.LOCAL_ORG, "production", "orders", id).id();
    }

    List<Row> of(String id) {
        List<Row> rows = new ArrayList<>();
        try (Connection connection = database.dataSource().getConnection();
                PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setObject(1, jobId(id));
            ResultSet row = select.executeQuery();
            while (row.next()) {
                rows.add(new Row(
                        row.getString(1),
                        row.getString(2),
                        row.getInt(3),
                        row.getBoolean(4),
                        row.getString(5),
                        row.getString(6),
                        row.getString(7),
                        row.getString(8),
                        row.getString(9),
                        row.getString(10),
                        row.getString(11),
                        row.getString(12)));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return rows;
    }

    List<String> types(String id) {
        return of(id).stream().map(Row::type).toList();
    }

    /** Where it is counted. */
    List<String> places(String id) {
        List<String> places = new ArrayList<>();
        try (Connection connection = database.dataSource().getConnection();
                PreparedStatement select = connection.prepareStatement(PLACES)) {
            select.setString(1, jobId(id).toString());
            ResultSet row = select.executeQuery();
            while (row.next()) {
                places.add(row.getString(1));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return places;
    }
}
