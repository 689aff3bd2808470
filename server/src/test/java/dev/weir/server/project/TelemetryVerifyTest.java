package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever somebody changes in what is derived of telemetry is found, and mended; what SQL recorded is nobody's business. */
class TelemetryVerifyTest {
    private static final int ROWS = 1200; // more than a page

    /** The rows are of a day that is past and stays so. */
    private static final Map<String, String> KEPT = Map.of("keep-telemetry", "3650d");

    private static TestDatabase database;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        try (TestServer server = new TestServer(database, KEPT)) {
            List<String> rows = new ArrayList<>();
            for (int i = 0; i < ROWS; i++) {
                rows.add("""
                        {"eventType":"signal.%s","timestamp":"2026-02-01T%02d:%02d:00Z","jobId":"%s","surface":"%s","ttfsMs":%d,
                         "cacheHit":%b,"traceId":"t%d","metadata":{"i":%d,"x":1.0}}""".formatted(
                                i % 5 == 0 ? "error" : "rendered",
                                i % 24,
                                i % 60,
                                "00000000-0000-8000-8000-000000000001",
                                i % 3 == 0 ? "ui" : "ci",
                                i * 7,
                                i % 2 == 0,
                                i,
                                i));
            }
            assertThat(server.postTelemetry("", rows.toString())
                            .json()
                            .get("accepted")
                            .asInt())
                    .isEqualTo(ROWS);
            server.postTelemetry("", "{\"eventType\":\"signal.odd\",\"timestamp\":\"2026-02-01T00:00:00Z\"}");
        }
        StoredRows.execute(
                database.dataSource(),
                "SELECT scheduler.record_ttfs_event('00000000-0000-8000-8000-000000000001', gen_random_uuid(), 'ui',"
                        + " 'signal.rendered', 100) FROM generate_series(1, 7)");
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE scheduler.ttfs_events SET ttfs_ms = ttfs_ms + 1 WHERE trace_id = 't7'",
                "UPDATE scheduler.ttfs_events SET metadata = '{}' WHERE trace_id = 't800'",
                "UPDATE scheduler.ttfs_events SET tenant_id = gen_random_uuid() WHERE trace_id = 't8'",
                "UPDATE scheduler.ttfs_events SET cache_hit = NOT cache_hit, surface = 'cli' WHERE trace_id = 't9'",
                "UPDATE scheduler.ttfs_events SET event_uid = gen_random_uuid() WHERE trace_id = 't10'",
                "DELETE FROM scheduler.ttfs_events WHERE trace_id IN ('t11', 't1199')",
                "INSERT INTO scheduler.ttfs_events (tenant_id, job_id, surface, event_type, ttfs_ms, event_uid)"
                        + " VALUES (gen_random_uuid(), gen_random_uuid(), 'ui', 'signal.start', 1, gen_random_uuid())",
                "INSERT INTO scheduler.ttfs_events (tenant_id, job_id, surface, event_type, ttfs_ms, event_uid)"
                        + " SELECT gen_random_uuid(), job_id, surface, event_type, ttfs_ms, event_uid"
                        + " FROM scheduler.ttfs_events WHERE trace_id = 't12'",
                "UPDATE ttfs_hours SET n = n + 1 WHERE ctid = (SELECT min(ctid) FROM ttfs_hours)",
                "UPDATE ttfs_hours SET sum_ms = 0, over_p95 = 9 WHERE hour < '2026-02-01T03:00:00Z'",
                "UPDATE ttfs_buckets SET bucket = bucket + 2000 WHERE surface = 'ui'",
                "UPDATE ttfs_buckets SET n = n + 1 WHERE ctid = (SELECT min(ctid) FROM ttfs_buckets)",
                "DELETE FROM ttfs_buckets WHERE bucket > 300",
                "UPDATE ttfs_hours SET over_p50 = over_p50 - 1 WHERE ctid = (SELECT max(ctid) FROM ttfs_hours)",
                "DELETE FROM ttfs_hours WHERE surface = 'ci'",
                "INSERT INTO ttfs_hours VALUES (gen_random_uuid(), now(), 'ui', 'signal.start', true, 1, 1, 0, 0)",
                "INSERT INTO ttfs_buckets VALUES (gen_random_uuid(), now(), 'ui', true, 1, 1)",
                "SET session_replication_role = replica; DELETE FROM scheduler.ttfs_events WHERE trace_id = 't13'",
            })
    void verifyFindsWhatSomebodyChanged(String sql) throws SQLException {
        Rebuild rebuild = new Rebuild(database.dataSource());
        assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isEmpty();
        StoredRows.execute(database.dataSource(), sql);

        assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isNotEmpty();

        rebuild.run(false, progress -> {});
        assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isEmpty();
        assertThat(StoredRows.isEmpty(
                        database.dataSource(),
                        "(SELECT count(event_uid) AS told, count(*) - count(event_uid) AS recorded"
                                + " FROM scheduler.ttfs_events) AS n WHERE (told, recorded) <> (" + ROWS + ", 7)"))
                .isTrue();
        assertThat(StoredRows.isEmpty(
                        database.dataSource(),
                        "(SELECT n, 0 AS bucket FROM ttfs_hours UNION ALL SELECT n, bucket FROM ttfs_buckets) AS r"
                                + " WHERE n <= 0 OR bucket > 2000"))
                .isTrue();
    }

    /** All of it in one statement each: whoever corrects, clears up or empties the table keeps the roll-up. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE scheduler.ttfs_events SET ts = ts - interval '30 minutes', ttfs_ms = ttfs_ms * 3 WHERE event_uid IS NULL",
                "SET TIME ZONE 'Asia/Kolkata'; SELECT scheduler.record_ttfs_event(gen_random_uuid(), gen_random_uuid(), 'cli',"
                        + " 'signal.rendered', 2147483647); DELETE FROM scheduler.ttfs_events WHERE surface = 'cli'",
                "INSERT INTO scheduler.ttfs_events (tenant_id, job_id, surface, event_type, ttfs_ms)"
                        + " VALUES (gen_random_uuid(), gen_random_uuid(), 'ui', 'signal.start', -5);"
                        + " DELETE FROM scheduler.ttfs_events WHERE ttfs_ms < 0",
                "BEGIN; TRUNCATE scheduler.ttfs_events; DO $$ BEGIN ASSERT NOT EXISTS (SELECT FROM ttfs_hours) AND NOT EXISTS (SELECT FROM ttfs_buckets); END $$; ROLLBACK",
            })
    void theRollUpFollowsSql(String sql) throws SQLException {
        StoredRows.execute(database.dataSource(), sql);
        assertThat(new Rebuild(database.dataSource()).run(true, progress -> {}).firstDifferences())
                .isEmpty();
    }

    /** The same rows come to two servers at once, while somebody clears up and somebody records. */
    @Test
    void manyCountInTheSameHour() throws Exception {
        try (TestDatabase shared = new TestDatabase();
                TestServer one = new TestServer(shared);
                TestServer two = new TestServer(shared)) {
            List<Callable<Integer>> senders = new ArrayList<>();
            for (int sender = 0; sender < 40; sender++) {
                TestServer server = sender % 2 == 0 ? one : two;
                String body = hour(sender / 4 * 10, 40);
                senders.add(() ->
                        server.postTelemetry("", body).json().get("accepted").asInt());
                senders.add(() -> {
                    StoredRows.execute(shared.dataSource(), """
                            SELECT scheduler.record_ttfs_event('00000000-0000-8000-8000-000000000001', gen_random_uuid(), 'ui',
                                     'signal.rendered', i) FROM generate_series(1, 20) AS i;
                            DELETE FROM scheduler.ttfs_events WHERE id = (SELECT min(id) FROM scheduler.ttfs_events
                                                                          WHERE event_uid IS NULL)
                            """);
                    return 0;
                });
            }
            ExecutorService threads = Executors.newFixedThreadPool(8);
            int accepted = 0;
            for (Future<Integer> sent : threads.invokeAll(senders)) {
                accepted += sent.get();
            }
            threads.shutdown();
            assertThat(accepted).isEqualTo(130);
            assertThat(StoredRows.isEmpty(
                            shared.dataSource(),
                            "(SELECT count(event_uid) AS told FROM scheduler.ttfs_events) AS n WHERE told <> 130"))
                    .isTrue();
            assertThat(new Rebuild(shared.dataSource())
                            .run(true, progress -> {})
                            .firstDifferences())
                    .isEmpty();
        }
    }

    private static String hour(int first, int n) {
        return IntStream.range(first, first + n)
                .mapToObj("""
                        {"eventType":"signal.rendered","timestamp":"2026-02-01T10:00:00Z","surface":"ui","ttfsMs":%1$d,
                         "traceId":"%1$d","jobId":"00000000-0000-8000-8000-000000000001"}"""::formatted)
                .toList()
                .toString();
    }

    /** What was cleared up is still in the log, and is not missed. */
    @Test
    void whatWasClearedUpStaysRemoved() throws SQLException {
        try (TestDatabase other = new TestDatabase();
                TestServer server = new TestServer(other, KEPT)) {
            String row =
                    "{\"eventType\":\"signal.start\",\"timestamp\":\"2026-0%d-01T00:00:00Z\",\"surface\":\"ui\",\"ttfsMs\":0,"
                            + "\"jobId\":\"00000000-0000-8000-8000-000000000001\"}";
            server.postTelemetry("", "[" + row.formatted(1) + "," + row.formatted(2) + "]");
            StoredRows.execute(other.dataSource(), """
                    DELETE FROM scheduler.ttfs_events WHERE ts < '2026-01-15';
                    INSERT INTO retention_runs VALUES ('ttfs_events', now(), 1, 1, 1, '2026-01-15')
                    ON CONFLICT (job) DO UPDATE SET removed_before = excluded.removed_before
                    """);
            Rebuild rebuild = new Rebuild(other.dataSource());
            assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isEmpty();
            rebuild.run(false, progress -> {});
            assertThat(StoredRows.isEmpty(other.dataSource(), "scheduler.ttfs_events WHERE ts < '2026-01-15'"))
                    .isTrue();
        }
    }
}
