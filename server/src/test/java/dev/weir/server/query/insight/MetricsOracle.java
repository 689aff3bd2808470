package dev.weir.server.query.insight;

import dev.weir.core.stage.StageBuckets;
import dev.weir.server.query.Sql;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The documents' figures by their own SQL, with a range and over every run where that is asked for. */
final class MetricsOracle {
    private static final String WORKFLOWS = """
            SELECT env, service_key, workflow_name, count(*),
              COUNT(*) FILTER (WHERE status = 'completed') as completed,
              COUNT(*) FILTER (WHERE status = 'failed') as failed,
              COUNT(*) FILTER (WHERE status = 'cancelled') as cancelled,
              COUNT(*) FILTER (WHERE status IN ('running', 'paused')) as in_progress,
              COUNT(*) FILTER (WHERE status = 'completed')::float8
                / nullif(COUNT(*) FILTER (WHERE status IN ('completed', 'failed')), 0) as success_rate,
              (AVG(duration_ms) FILTER (WHERE status = 'completed'))::float8 as avg_duration_ms,
              PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY duration_ms) FILTER (WHERE status = 'completed') as p50_duration_ms,
              PERCENTILE_CONT(0.95) WITHIN GROUP (ORDER BY duration_ms) FILTER (WHERE status = 'completed') as p95_duration_ms
            FROM %s
            WHERE %s >= '%s' AND %2$s < '%s'
            GROUP BY env, service_key, workflow_name
            ORDER BY env COLLATE "C", service_key COLLATE "C", workflow_name COLLATE "C"
            """;

    private static final String SERIES = """
            SELECT * FROM (SELECT env, %1$s::text AS service, %2$s::text AS name, floor(extract(epoch FROM at) / %3$d)::bigint * %3$d AS bucket,
              count(*) FILTER (WHERE started), count(*) FILTER (WHERE NOT started AND status = 'completed'),
              count(*) FILTER (WHERE NOT started AND status = 'failed'),
              count(*) FILTER (WHERE NOT started AND status = 'cancelled'), coalesce(sum(retries) FILTER (WHERE NOT started), 0)::bigint,
              percentile_cont(0.95) WITHIN GROUP (ORDER BY duration_ms) FILTER (WHERE NOT started AND status = 'completed')
            FROM (SELECT true AS started, started_at AS at, 0 AS retries, r.* FROM runs r WHERE %4$s
                  UNION ALL
                  SELECT false, ended_at, (SELECT coalesce(sum(coalesce((step->>11)::int, 0)), 0)
                                           FROM json_array_elements(r.state->'s') AS step), r.* FROM runs r WHERE %4$s) AS r
            WHERE at >= '%5$s' AND at < '%6$s'
            GROUP BY 1, 2, 3, 4) AS answer ORDER BY env COLLATE "C", service COLLATE "C", name COLLATE "C", bucket
            """;

    private static final String ACROSS = """
            SELECT workflow_name, env, COUNT(*) as total, COUNT(*) FILTER (WHERE status = 'completed') as completed,
              COUNT(*) FILTER (WHERE status = 'failed') as failed,
              ROUND(100.0 * COUNT(*) FILTER (WHERE status = 'completed') / COUNT(*), 2)::float8 as success_rate
            FROM %s WHERE started_at >= '%s' AND started_at < '%s'
            GROUP BY workflow_name, env ORDER BY workflow_name COLLATE "C", env COLLATE "C"
            """;
    private static final String ENVIRONMENTS = """
            SELECT env, count(*), COUNT(*) FILTER (WHERE status = 'completed'), COUNT(*) FILTER (WHERE status = 'failed'),
              COUNT(*) FILTER (WHERE status = 'cancelled'), COUNT(*) FILTER (WHERE status IN ('running', 'paused')),
              COUNT(*) FILTER (WHERE status = 'completed')::float8
                / nullif(COUNT(*) FILTER (WHERE status IN ('completed', 'failed')), 0),
              PERCENTILE_CONT(0.95) WITHIN GROUP (ORDER BY duration_ms) FILTER (WHERE status = 'completed'),
              count(*) / (extract(epoch FROM '%4$s'::timestamptz - '%3$s'::timestamptz)::float8 / 3600),
              sum(retries) FILTER (WHERE ended_at IS NOT NULL)::float8 / nullif(count(ended_at), 0)
            FROM (SELECT *, (SELECT coalesce(sum(coalesce((step->>11)::int, 0)), 0) FROM json_array_elements(state->'s') AS step)
                    AS retries FROM runs WHERE %1$s) AS r
            WHERE %2$s >= '%3$s' AND %2$s < '%4$s' GROUP BY env ORDER BY env COLLATE "C"
            """;
    private static final String DURATIONS = """
            SELECT env, %1$s, %2$s, count(*), percentile_cont(0.5) WITHIN GROUP (ORDER BY duration_ms),
              percentile_cont(0.95) WITHIN GROUP (ORDER BY duration_ms),
              array_agg(duration_ms ORDER BY duration_ms)
            FROM runs WHERE status = 'completed' AND duration_ms IS NOT NULL AND started_at >= '%3$s' AND started_at < '%4$s'
            GROUP BY 1, 2, 3 ORDER BY env COLLATE "C", 2, 3
            """;

    /** As printed, and with what else is told of steps. */
    private static final String STEPS = """
            SELECT w.env, w.service_key, w.workflow_name, ws.step_name, COUNT(*),
              PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY ws.total_duration_ms) FILTER (WHERE ws.status = 'completed'),
              PERCENTILE_CONT(0.95) WITHIN GROUP (ORDER BY ws.total_duration_ms) FILTER (WHERE ws.status = 'completed'),
              (AVG(ws.total_duration_ms) FILTER (WHERE ws.status = 'completed'))::float8,
              COUNT(*) FILTER (WHERE ws.status = 'failed'),
              AVG(ws.retry_count)::float8 as avg_retries,
              MAX(ws.retry_count)::bigint as max_retries,
              COUNT(*) FILTER (WHERE ws.retry_count > 0) as workflows_with_retries
            FROM workflow_steps ws
            JOIN workflows w ON ws.env = w.env AND ws.service_key = w.service_key AND ws.workflow_id = w.workflow_id
            WHERE w.started_at >= '%s' AND w.started_at < '%s'
            GROUP BY w.env, w.service_key, w.workflow_name, ws.step_name
            %s
            """;

    private static final String BY_NAME = """
            ORDER BY w.env COLLATE "C", w.service_key COLLATE "C", w.workflow_name COLLATE "C", ws.step_name COLLATE "C"
            """;
    private static final String RETRIED = """
            HAVING AVG(ws.retry_count) > 0
            ORDER BY avg_retries DESC, w.env COLLATE "C", w.service_key COLLATE "C", w.workflow_name COLLATE "C", ws.step_name COLLATE "C"
            """;

    /** The same of every run, from the state of the fold. */
    private static final String EVERY_STEP = """
            SELECT env, service_key, workflow_name, step->>0, count(*),
              sum(coalesce((step->>11)::int, 0)), max(coalesce((step->>11)::int, 0))::bigint,
              count(*) FILTER (WHERE coalesce((step->>11)::int, 0) > 0), count(*) FILTER (WHERE step->>1 = '3')
            FROM runs CROSS JOIN LATERAL json_array_elements(state->'s') AS step
            WHERE started_at >= '%s' AND started_at < '%s' GROUP BY env, service_key, workflow_name, step->>0
            ORDER BY env COLLATE "C", service_key COLLATE "C", workflow_name COLLATE "C", (step->>0) COLLATE "C"
            """;

    /** Of view 9 the aggregates nest, which is not valid: the inner ones are made first. The upper end of the range is now. */
    private static final String SERVICES = """
            SELECT s.service_key, w.env, w.total, w.completed, w.failed, w.running FROM services s
            JOIN (SELECT service_key, env, COUNT(*) AS total, COUNT(*) FILTER (WHERE status = 'completed') AS completed,
                    COUNT(*) FILTER (WHERE status = 'failed') AS failed,
                    COUNT(*) FILTER (WHERE status IN ('running', 'paused')) AS running
                  FROM workflows WHERE started_at >= '%s' GROUP BY service_key, env) AS w ON w.service_key = s.service_key
            ORDER BY s.service_key COLLATE "C", w.env COLLATE "C"
            """;

    private MetricsOracle() {}

    static List<List<Object>> acrossEnvironments(TestDatabase database, String runs, String from, String to)
            throws SQLException {
        return Sql.rows(database, ACROSS.formatted(runs.equals("newest") ? "workflows" : "runs", from, to));
    }

    static List<List<Object>> environments(TestDatabase database, String runs, String basis, String from, String to)
            throws SQLException {
        return Sql.rows(
                database,
                ENVIRONMENTS.formatted(
                        runs.equals("newest") ? "newest" : "true",
                        basis.equals("ended") ? "ended_at" : "started_at",
                        from,
                        to));
    }

    static List<List<Object>> durations(TestDatabase database, String by, String from, String to) throws SQLException {
        boolean byWorkflow = by.equals("workflow");
        return Sql.rows(
                database,
                DURATIONS.formatted(
                        byWorkflow ? "service_key COLLATE \"C\"" : "''",
                        byWorkflow ? "workflow_name COLLATE \"C\"" : "''",
                        from,
                        to));
    }

    static List<List<Object>> steps(TestDatabase database, String from, String to) throws SQLException {
        return Sql.rows(database, STEPS.formatted(from, to, BY_NAME));
    }

    static List<List<Object>> retries(TestDatabase database, String from, String to) throws SQLException {
        return Sql.rows(database, STEPS.formatted(from, to, RETRIED));
    }

    static List<List<Object>> everyStep(TestDatabase database, String from, String to) throws SQLException {
        return Sql.rows(database, EVERY_STEP.formatted(from, to));
    }

    static List<List<Object>> services(TestDatabase database, String from) throws SQLException {
        return Sql.rows(database, SERVICES.formatted(from));
    }

    static List<List<Object>> workflows(TestDatabase database, String runs, String basis, String from, String to)
            throws SQLException {
        String ended = "coalesce(completed_at, failed_at, cancelled_at)";
        return Sql.rows(
                database,
                WORKFLOWS.formatted(
                        runs.equals("newest") ? "workflows" : "runs",
                        basis.equals("ended") ? ended : "started_at",
                        from,
                        to));
    }

    static List<List<Object>> series(
            TestDatabase database, long seconds, String by, String runs, String from, String to) throws SQLException {
        return Sql.rows(
                database,
                SERIES.formatted(
                        by.equals("env") ? "''" : "service_key",
                        by.equals("workflow") ? "workflow_name" : "''",
                        seconds,
                        runs.equals("newest") ? "newest" : "true",
                        from,
                        to));
    }

    /** Values for which the function of the database finds another bucket. */
    static List<Long> bucketsThatDiffer(TestDatabase database) throws SQLException {
        List<Long> values = new ArrayList<>();
        for (int exponent = 0; exponent < 50; exponent++) {
            for (long off = -2; off <= 2; off++) {
                values.add((1L << exponent) + off);
                values.add((1L << exponent) + (1L << exponent) / 3 * 2 + off);
            }
        }
        List<Long> differing = new ArrayList<>();
        try (Connection connection = database.dataSource().getConnection();
                PreparedStatement select =
                        connection.prepareStatement("SELECT ms, duration_bucket(ms) FROM unnest(?::int8[]) AS ms")) {
            select.setArray(1, connection.createArrayOf("int8", values.toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    if (row.getInt(2) != StageBuckets.of(row.getLong(1))) {
                        differing.add(row.getLong(1));
                    }
                }
            }
        }
        return differing;
    }
}
