package dev.weir.server.operate;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the metrics say of the work itself: runs by environment, service and status, and how far folds are behind. Read
 * from roll-ups now and then, never by a scrape. Labels are bounded: the smallest groups are summed up as "other".
 */
final class RunMetrics implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunMetrics.class);
    private static final int EVERY_S = 5;
    private static final int MOST_GROUPS = 300;
    private static final String COUNTS = """
            WITH groups AS (
              SELECT s.env, s.service_key, c.status::text AS status, sum(c.n) AS n,
                     row_number() OVER (ORDER BY sum(c.n) DESC, s.env, s.service_key) AS place
              FROM run_counts c JOIN sources s ON s.source = c.source
              GROUP BY s.env, s.service_key, c.status)
            SELECT CASE WHEN place > %1$d THEN 'other' ELSE env END, CASE WHEN place > %1$d THEN 'other' ELSE service_key END,
                   status, sum(n)
            FROM groups GROUP BY 1, 2, 3
            """.formatted(MOST_GROUPS);
    private static final String LAG = """
            SELECT count(*) FILTER (WHERE error IS NULL), count(error),
                   coalesce(extract(epoch FROM now() - min(since) FILTER (WHERE error IS NULL)), 0)
            FROM pending_folds
            """;

    private final DataSource database;
    private final MultiGauge runs;
    private final ScheduledExecutorService timer;
    private volatile double waiting;
    private volatile double failed;
    private volatile double lagSeconds;

    RunMetrics(DataSource database, MeterRegistry registry) {
        this.database = database;
        runs = MultiGauge.builder("weir.runs")
                .description("Workflows by status")
                .register(registry);
        Gauge.builder("weir.fold.waiting", () -> waiting).register(registry);
        Gauge.builder("weir.fold.failed", () -> failed).register(registry);
        Gauge.builder("weir.fold.lag.seconds", () -> lagSeconds).register(registry);
        timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "weir-run-metrics");
            thread.setDaemon(true);
            return thread;
        });
        timer.scheduleWithFixedDelay(this::refresh, 0, EVERY_S, TimeUnit.SECONDS);
    }

    private void refresh() {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            refreshCounts(statement);
            refreshLag(statement);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("The metrics of runs keep their last values: {}", e.getMessage());
        }
    }

    private void refreshCounts(Statement statement) throws SQLException {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        try (ResultSet row = statement.executeQuery(COUNTS)) {
            while (row.next()) {
                rows.add(MultiGauge.Row.of(
                        Tags.of("env", row.getString(1), "service", row.getString(2), "status", row.getString(3)),
                        row.getLong(4)));
            }
        }
        runs.register(rows, true);
    }

    private void refreshLag(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(LAG)) {
            row.next();
            waiting = row.getDouble(1);
            failed = row.getDouble(2);
            lagSeconds = row.getDouble(3);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
