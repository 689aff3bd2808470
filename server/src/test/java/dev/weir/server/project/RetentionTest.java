package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.store.Migrations;
import dev.weir.store.Rebuild;
import dev.weir.store.Retention;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RetentionTest {
    private static final Retention.Periods PERIODS =
            new Retention.Periods(Duration.ofDays(90), Duration.ofHours(24), Duration.ofDays(30));

    private static TestDatabase database;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        Migrations.apply(database.dataSource());
    }

    @BeforeEach
    void clear() throws SQLException {
        execute("TRUNCATE scheduler.ttfs_events, scheduler.first_signal_snapshots, scheduler.failure_signatures,"
                + " retention_runs");
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @Test
    void removesWhatIsOldInSmallBatchesAndSaysSo() throws SQLException {
        execute("""
                INSERT INTO scheduler.ttfs_events (ts, tenant_id, job_id, surface, event_type, ttfs_ms)
                SELECT now() - interval '91 days', id, gen_random_uuid(), 'ui', 'signal.rendered', 7
                FROM organisations, generate_series(1, 4500)
                """);
        execute("""
                INSERT INTO scheduler.ttfs_events (tenant_id, job_id, surface, event_type, ttfs_ms)
                SELECT id, gen_random_uuid(), 'ui', 'signal.rendered', 7 FROM organisations
                """);
        execute("""
                INSERT INTO scheduler.first_signal_snapshots (job_id, tenant_id, kind, phase, summary, updated_at)
                SELECT gen_random_uuid(), o.id, k, 'unknown', 'x', now() - interval '25 hours'
                FROM organisations o, unnest(ARRAY['succeeded', 'failed', 'canceled', 'phase', 'queued']) AS k
                """);
        execute("""
                INSERT INTO scheduler.failure_signatures
                  (tenant_id, signature_hash, pattern, outcome, learned, sample_count, last_matched_at, updated_at)
                SELECT o.id, n, '{"error_code":"x"}', '{}', true, 9, now() - n::int * interval '1 day',
                       now() - n::int * interval '1 day'
                FROM organisations o, unnest(ARRAY['20', '80']) AS n
                """);
        Retention retention = new Retention(database.dataSource());

        assertThat(retention.run(PERIODS)).isEqualTo(4500 + 3 + 1);

        assertThat(number("SELECT count(*) FROM scheduler.ttfs_events")).isEqualTo(1);
        assertThat(number("SELECT sum(n) FROM ttfs_hours")).isEqualTo(1);
        assertThat(number("SELECT count(*) FROM scheduler.first_signal_snapshots"))
                .isEqualTo(2);
        assertThat(number("SELECT count(*) FROM scheduler.failure_signatures WHERE enabled"))
                .isEqualTo(1);
        assertThat(number("SELECT count(*) FROM scheduler.failure_signatures")).isEqualTo(2);
        assertThat(number("SELECT removed FROM retention_runs WHERE job = 'ttfs_events'"))
                .isEqualTo(4500);
        assertThat(retention.run(PERIODS)).isZero();
        assertThat(number("SELECT total FROM retention_runs WHERE job = 'ttfs_events'"))
                .isEqualTo(4500);
    }

    @Test
    void looksAtEveryRowOfATableThatTakesSeveralBatches() throws SQLException {
        execute("""
                INSERT INTO scheduler.first_signal_snapshots (job_id, tenant_id, kind, phase, summary, updated_at)
                SELECT gen_random_uuid(), o.id, 'failed', 'unknown', 'x',
                       CASE WHEN n % 2 = 0 THEN now() ELSE now() - interval '25 hours' END
                FROM organisations o, generate_series(1, 5000) AS n
                """);
        execute("""
                INSERT INTO scheduler.failure_signatures
                  (tenant_id, signature_hash, pattern, outcome, confidence, learned, sample_count, last_matched_at, updated_at)
                SELECT o.id, n, '{}', '{}', CASE WHEN n % 5 = 0 THEN 0.2 ELSE 0.9 END, n % 5 <> 0, 9,
                       now() - interval '80 days', now()
                FROM organisations o, generate_series(1, 4500) AS n
                """);

        assertThat(new Retention(database.dataSource()).run(PERIODS)).isEqualTo(2500);

        assertThat(number("SELECT count(*) FROM scheduler.first_signal_snapshots"))
                .isEqualTo(2500);
        assertThat(number("SELECT count(*) FROM scheduler.failure_signatures WHERE confidence BETWEEN 0.12 AND 0.14"))
                .isEqualTo(3600);
        assertThat(number("SELECT count(*) FROM scheduler.failure_signatures WHERE confidence = 0.2"))
                .isEqualTo(900);
        assertThat(number("SELECT count(*) FROM scheduler.failure_signatures WHERE enabled"))
                .isEqualTo(4500);
    }

    @Test
    void oneAtATime() throws Exception {
        execute("""
                INSERT INTO scheduler.ttfs_events (ts, tenant_id, job_id, surface, event_type, ttfs_ms)
                SELECT now() - n * interval '1 day', id, gen_random_uuid(), 'ui', 'signal.rendered', 7
                FROM organisations, generate_series(1, 100) AS n, generate_series(1, 300)
                """);
        try (Connection other = database.dataSource().getConnection();
                Statement statement = other.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(hashtext('weir.retention'))");
            assertThat(new Retention(database.dataSource()).run(PERIODS)).isZero();
            statement.execute("SELECT pg_advisory_unlock(hashtext('weir.retention'))");
        }
        assertThat(number("SELECT count(*) FROM scheduler.ttfs_events")).isEqualTo(30_000);

        Callable<Long> server = () -> new Retention(database.dataSource()).run(PERIODS);
        ExecutorService servers = Executors.newFixedThreadPool(2);
        long removed = 0;
        for (Future<Long> one : servers.invokeAll(List.of(server, server))) {
            removed += one.get();
        }
        servers.shutdown();

        assertThat(removed).isBetween(3000L, 3300L); // the 90th day may just have ended
        assertThat(number("SELECT total FROM retention_runs WHERE job = 'ttfs_events'"))
                .isEqualTo(removed);
        assertThat(number("SELECT count(*) FROM scheduler.ttfs_events")).isEqualTo(30_000 - removed);
        assertThat(number("SELECT sum(n) FROM ttfs_hours")).isEqualTo(30_000 - removed);
        assertThat(hoursThatDiffer()).isEmpty();
        execute("UPDATE ttfs_hours SET n = n + 1");
        assertThat(hoursThatDiffer()).isNotEmpty();
    }

    private static List<String> hoursThatDiffer() throws SQLException {
        return new Rebuild(database.dataSource())
                .run(true, progress -> {}).firstDifferences().stream()
                        .filter(difference -> difference.contains("in the hour of"))
                        .toList();
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static long number(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
