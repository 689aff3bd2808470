package dev.weir.bench;

import dev.weir.bench.Figure.Goal;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The document's queries on Weir's view, beside the same on a plain table with the columns of the document. */
final class StageViewCost {
    private static final double MOST_TIMES = 2;
    private static final String TABLE = """
            CREATE TABLE bench.media_workflow_events AS
            SELECT workflow_id, workflow_stage, event_type, event_timestamp, sla_due_timestamp, status
            FROM public.media_workflow_events
            """;
    private static final String SKELETON = """
            WITH paired AS (
              SELECT
                workflow_id, workflow_stage,
                (MIN(event_timestamp) FILTER (WHERE event_type = 'stage_started'))::TIMESTAMP   AS started_at,
                (MIN(event_timestamp) FILTER (WHERE event_type = 'stage_completed'))::TIMESTAMP AS completed_at,
                (MIN(sla_due_timestamp) FILTER (WHERE event_type = 'stage_started'))::TIMESTAMP AS sla_due
              FROM media_workflow_events
              GROUP BY workflow_id, workflow_stage
            )
            SELECT workflow_stage, COUNT(*) AS n,
              ROUND(percentile_cont(0.50) WITHIN GROUP (ORDER BY EPOCH(completed_at - started_at) / 3600.0), 2) AS p50_hours,
              ROUND(percentile_cont(0.90) WITHIN GROUP (ORDER BY EPOCH(completed_at - started_at) / 3600.0), 2) AS p90_hours,
              ROUND(AVG(CASE WHEN completed_at > sla_due THEN 1.0 ELSE 0 END), 4) AS miss_rate
            FROM paired
            WHERE started_at IS NOT NULL AND completed_at IS NOT NULL AND completed_at >= started_at
            GROUP BY workflow_stage
            """;
    private static final String IN_FLIGHT = """
            WITH starts AS (
              SELECT workflow_id, workflow_stage, MIN(event_timestamp) AS started_at,
                     MIN(sla_due_timestamp) AS sla_due_timestamp
              FROM media_workflow_events WHERE event_type = 'stage_started'
              GROUP BY workflow_id, workflow_stage
            ),
            done AS (
              SELECT DISTINCT workflow_id, workflow_stage FROM media_workflow_events WHERE event_type = 'stage_completed'
            )
            SELECT s.* FROM starts s LEFT JOIN done d USING (workflow_id, workflow_stage) WHERE d.workflow_id IS NULL
            """;

    private final String jdbcUrl;

    StageViewCost(String jdbcUrl) {
        this.jdbcUrl = jdbcUrl;
    }

    List<Figure> measure() throws SQLException, IOException {
        List<Figure> figures = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(jdbcUrl);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA bench");
            statement.execute(TABLE);
            statement.execute("VACUUM ANALYZE bench.media_workflow_events");
            figures.add(compare(connection, "the document's skeleton on the view", SKELETON));
            figures.add(compare(connection, "the document's anti-join on the view", IN_FLIGHT));
            statement.execute("DROP SCHEMA bench CASCADE");
        }
        return figures;
    }

    private static Figure compare(Connection connection, String what, String sql) throws SQLException, IOException {
        double plain = timed(connection, "bench, public", sql);
        double view = timed(connection, "public", sql);
        String beside = String.format(Locale.ROOT, "%,.0f ms; on a plain table %,.0f ms", view, plain);
        return Figure.of(what.replace(' ', '-'), what, view / plain, "times", beside)
                .with(Goal.atMost(MOST_TIMES));
    }

    private static double timed(Connection connection, String path, String sql) throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET search_path = " + path);
        }
        return Timing.within(1, () -> {
                    try (PreparedStatement select = connection.prepareStatement(sql);
                            ResultSet row = select.executeQuery()) {
                        while (row.next()) {
                            row.getString(1);
                        }
                    }
                })
                .p50();
    }
}
