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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
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
    void oneAtATime() throws SQLException {
        try (Connection other = database.dataSource().getConnection();
                Statement statement = other.createStatement()) {
            statement.execute("SELECT pg_advisory_lock(hashtext('weir.retention'))");
            assertThat(new Retention(database.dataSource()).run(PERIODS)).isZero();
            statement.execute("SELECT pg_advisory_unlock(hashtext('weir.retention'))");
        }
        assertThat(new Rebuild(database.dataSource()).run(true, progress -> {}).firstDifferences())
                .noneMatch(difference -> difference.contains("hour"));
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
