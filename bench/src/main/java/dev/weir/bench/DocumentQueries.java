package dev.weir.bench;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** The monitoring document's own SQL on the document's own table and indexes, filled with the runs that Weir has. */
final class DocumentQueries implements AutoCloseable {
    private static final String FILL = """
            INSERT INTO workflows (workflow_id, workflow_name, env, service_key, status, resume_at, current_step,
              completed_steps, total_steps_executed, error_message, error_step_name, started_at, completed_at, failed_at,
              duration_ms, created_at, updated_at, last_event_id, last_event_at)
            SELECT workflow_id, workflow_name, env, service_key, status::text::workflow_status, resume_at, current_step,
              completed_steps, total_steps_executed, error_message, error_step_name, started_at, completed_at, failed_at,
              duration_ms, created_at, updated_at, last_event_id, last_event_at
            FROM runs WHERE newest
            """;

    /** View 2. */
    private static final String LIST = """
            SELECT workflow_id, workflow_name, env, service_key, status, started_at, completed_at, failed_at, duration_ms,
              array_length(completed_steps, 1) AS steps_completed, error_message
            FROM workflows
            WHERE (?::text IS NULL OR env = ?) AND (?::text IS NULL OR service_key = ?)
              AND (?::workflow_status IS NULL OR status = ?::workflow_status)
              AND (?::text IS NULL OR workflow_name = ?) AND (?::timestamptz IS NULL OR started_at >= ?::timestamptz)
            ORDER BY started_at DESC LIMIT 50 OFFSET ?
            """;

    /** View 6. */
    private static final String ACTIVE = """
            SELECT w.*, CASE WHEN w.status = 'paused' AND w.resume_at <= now() THEN 'overdue'
              WHEN w.status = 'paused' THEN 'scheduled' ELSE 'active' END AS activity_state
            FROM workflows w WHERE w.status IN ('running', 'paused')
            ORDER BY w.env, CASE w.status WHEN 'running' THEN 0 ELSE 1 END, w.started_at DESC
            """;

    /** View 1. */
    private static final String ENVIRONMENTS = """
            SELECT env, count(*) AS total_workflows, count(*) FILTER (WHERE status = 'running') AS running,
              count(*) FILTER (WHERE status = 'failed') AS failed
            FROM workflows WHERE started_at >= now() - interval '24 hours' GROUP BY env ORDER BY env
            """;

    /** View 8, of so many days. */
    private static final String WORKFLOWS = """
            SELECT env, service_key, workflow_name, COUNT(*) FILTER (WHERE status = 'completed') as completed,
              COUNT(*) FILTER (WHERE status = 'failed') as failed,
              COUNT(*) FILTER (WHERE status IN ('running', 'paused')) as in_progress,
              AVG(duration_ms) FILTER (WHERE status = 'completed') as avg_duration_ms,
              PERCENTILE_CONT(0.95) WITHIN GROUP (ORDER BY duration_ms) FILTER (WHERE status = 'completed') as p95_duration_ms
            FROM workflows WHERE started_at >= now() - interval '%d days'
            GROUP BY env, service_key, workflow_name ORDER BY env, service_key, workflow_name
            """;

    private static final String ACROSS = """
            SELECT workflow_name, env, COUNT(*) as total, COUNT(*) FILTER (WHERE status = 'completed') as completed,
              COUNT(*) FILTER (WHERE status = 'failed') as failed,
              ROUND(100.0 * COUNT(*) FILTER (WHERE status = 'completed') / COUNT(*), 2) as success_rate
            FROM workflows WHERE started_at >= now() - interval '%d days'
            GROUP BY workflow_name, env ORDER BY workflow_name, env
            """;

    private final Connection connection;

    DocumentQueries(String jdbcUrl) throws SQLException, IOException {
        connection = DriverManager.getConnection(jdbcUrl);
        try (Statement statement = connection.createStatement()) {
            SpecificationTables.create(statement);
            Indexes indexes = Indexes.drop(connection, "workflows");
            statement.execute(FILL);
            indexes.create(connection);
            statement.execute("VACUUM ANALYZE workflows");
        }
    }

    /** A page of the list; null does not filter. */
    Timing.Call list(@Nullable String env, @Nullable String status, @Nullable String name, int offset) {
        return () -> {
            try (PreparedStatement select = connection.prepareStatement(LIST)) {
                String[] values = {env, null, status, name, null};
                for (int i = 0; i < values.length; i++) {
                    select.setString(2 * i + 1, values[i]);
                    select.setString(2 * i + 2, values[i]);
                }
                select.setInt(2 * values.length + 1, offset);
                readAll(select);
            }
        };
    }

    Timing.Call active() {
        return () -> read(ACTIVE);
    }

    Timing.Call environments() {
        return () -> read(ENVIRONMENTS);
    }

    Timing.Call workflows(int days) {
        return () -> read(WORKFLOWS.formatted(days));
    }

    Timing.Call acrossEnvironments(int days) {
        return () -> read(ACROSS.formatted(days));
    }

    private void read(String sql) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            readAll(select);
        }
    }

    private static void readAll(PreparedStatement select) throws SQLException {
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                row.getString(1);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            SpecificationTables.drop(statement);
        } finally {
            connection.close();
        }
    }
}
