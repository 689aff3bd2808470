package dev.weir.bench;

import dev.weir.bench.Title.Moment;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/**
 * The stage document's own SQL, on the database that it is written for: DuckDB, on Parquet of the same events. It runs in
 * the benchmark's own process, so nothing of HTTP or a connection is in its times.
 */
final class StageReference implements AutoCloseable {
    private static final String TABLE = """
            CREATE TABLE %s (workflow_id VARCHAR, workflow_stage VARCHAR, workflow_name VARCHAR, event_type VARCHAR,
              event_timestamp TIMESTAMP, sla_due_timestamp TIMESTAMP)
            """;

    /** The document's skeleton: with a range, and told apart by something else than the stage, if that is asked. */
    private static final String SKELETON = """
            WITH paired AS (
              SELECT workflow_id, workflow_stage, any_value(workflow_name) AS workflow_name,
                (MIN(event_timestamp) FILTER (WHERE event_type = 'stage_started'))::TIMESTAMP   AS started_at,
                (MIN(event_timestamp) FILTER (WHERE event_type = 'stage_completed'))::TIMESTAMP AS completed_at,
                (MIN(sla_due_timestamp) FILTER (WHERE event_type = 'stage_started'))::TIMESTAMP AS sla_due
              FROM '%s'
              GROUP BY workflow_id, workflow_stage
            )
            SELECT
              %s,
              COUNT(*) AS n,
              ROUND(percentile_cont(0.50) WITHIN GROUP (ORDER BY EPOCH(completed_at - started_at) / 3600.0), 2) AS p50_hours,
              ROUND(percentile_cont(0.90) WITHIN GROUP (ORDER BY EPOCH(completed_at - started_at) / 3600.0), 2) AS p90_hours,
              ROUND(AVG(CASE WHEN completed_at > sla_due THEN 1.0 ELSE 0 END), 4) AS miss_rate
            FROM paired
            WHERE started_at IS NOT NULL AND completed_at IS NOT NULL AND completed_at >= started_at%s
            GROUP BY 1
            """;

    /** Its anti-join. */
    private static final String IN_FLIGHT = """
            WITH starts AS (
              SELECT workflow_id, workflow_stage, MIN(event_timestamp) AS started_at,
                     MIN(sla_due_timestamp) AS sla_due_timestamp
              FROM '%s' WHERE event_type = 'stage_started'
              GROUP BY workflow_id, workflow_stage
            ),
            done AS (
              SELECT DISTINCT workflow_id, workflow_stage FROM '%s' WHERE event_type = 'stage_completed'
            )
            SELECT s.* FROM starts s LEFT JOIN done d USING (workflow_id, workflow_stage)
            WHERE d.workflow_id IS NULL%s
            """;

    private final Path directory;
    private final Connection connection;
    private @Nullable DuckDBAppender appender;

    StageReference(Path directory) throws SQLException {
        this.directory = directory;
        connection = DriverManager.getConnection("jdbc:duckdb:" + directory.resolve("reference.duckdb"));
    }

    /** @param table where the titles that follow belong */
    void begin(String table) throws SQLException {
        execute(TABLE.formatted(table));
        appender = connection.unwrap(DuckDBConnection.class).createAppender(table);
        appender.unsafeBreakThreadConfinement(); // whoever adds holds the lock of the titles
    }

    /** @param steps a step whose attempt failed was not completed by that */
    void add(List<Title> titles, boolean steps) throws SQLException {
        DuckDBAppender rows = appender;
        if (rows == null) {
            throw new IllegalStateException("There is no table to add to.");
        }
        for (Title title : titles) {
            for (Moment moment : title.moments()) {
                if (steps && !moment.isStart() && !moment.isLast()) {
                    continue;
                }
                rows.beginRow()
                        .append(title.id())
                        .append(moment.stage())
                        .append(title.name())
                        .append(StageEventText.type(moment).wireName())
                        .appendEpochMicros(moment.at());
                if (moment.slaDue() == 0 || steps) {
                    rows.appendNull();
                } else {
                    rows.appendEpochMicros(moment.slaDue());
                }
                rows.endRow();
            }
        }
    }

    void finish(String table) throws SQLException {
        if (appender != null) {
            appender.close();
        }
        execute("COPY " + table + " TO '" + parquet(table) + "' (FORMAT parquet)");
        execute("DROP TABLE " + table);
    }

    private String parquet(String table) {
        return directory.resolve(table + ".parquet").toString();
    }

    Timing.Call skeleton(String table, String group, @Nullable Instant from) {
        return () -> counts(table, group, from);
    }

    /** How many pairs of each. */
    Map<String, Long> counts(String table, String group, @Nullable Instant from) throws SQLException {
        Map<String, Long> counts = new TreeMap<>();
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(SKELETON.formatted(parquet(table), group, range(from)))) {
            while (row.next()) {
                counts.put(row.getString(1), row.getLong(2));
            }
        }
        return counts;
    }

    Timing.Call inFlight(String table, @Nullable Instant from) {
        return () -> neverCompleted(table, from);
    }

    long neverCompleted(String table, @Nullable Instant from) throws SQLException, IOException {
        long n = 0;
        String file = parquet(table);
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(IN_FLIGHT.formatted(file, file, range(from)))) {
            while (row.next()) {
                n++;
            }
        }
        return n;
    }

    private static String range(@Nullable Instant from) {
        return from == null
                ? ""
                : " AND started_at >= TIMESTAMP '" + from.toString().replace("Z", "") + "'";
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
