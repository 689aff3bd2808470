package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.RealServer;
import dev.weir.testkit.SessionTraffic;
import dev.weir.testkit.db.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every rule holds of what a server derives, and none of them holds whatever the database says. */
class CheckTest {
    private static TestDatabase database;

    @BeforeAll
    static void start() throws Exception {
        database = new TestDatabase();
        try (RealServer server = new RealServer(database, 0)) {
            List<SessionTraffic.Sent> traffic = SessionTraffic.of(0, 150);
            for (Map.Entry<String, String> body : SessionTraffic.bodies(traffic).entrySet()) {
                post(server.url() + "/api/v1/network-events?" + body.getKey(), body.getValue());
            }
            post(server.url() + "/api/v1/network-events", """
                    [{"id":"no-1","type":"ai_stream_events","timestamp":1772043170697,"data":{"type":"other","stream_id":"s"}},
                     {"id":"no-2","type":"stream_trace","timestamp":1772043170697,"data":{}}, 7]
                    """);
            StringBuilder telemetry = new StringBuilder();
            for (int i = 0; i < 40; i++) {
                telemetry.append("""
                        {"eventType":"signal.rendered","timestamp":"%s","surface":"ci","ttfsMs":%d,
                         "jobId":"00000000-0000-8000-8000-000000000001"},""".formatted(Instant.now().minusSeconds(i * 900L), i * i * 5));
            }
            post(server.url() + "/api/v1/ttfs-events", "[" + telemetry + "7]");
            // a workflow's event of a type that sessions have, too
            post(server.url() + "/api/v1/events", """
                    [{"eventId":"w-1","type":"stream_trace","timestamp":"2026-01-01T00:00:00Z","workflowId":"w","env":"e",
                      "serviceKey":"s"},
                     {"eventId":"w-2","type":"workflow.started","timestamp":"2026-01-01T00:00:00Z","workflowId":"w","env":"e",
                      "serviceKey":"s","workflowName":"n"}]
                    """);
            waitUntilFolded();
        }
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    private static void post(String url, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    /** Sessions that closed no stream are idle, which a sweep finds out. */
    private static void waitUntilFolded() throws SQLException, InterruptedException {
        try (Connection connection = database.dataSource().getConnection()) {
            while (count(connection, """
                    SELECT FROM pending_folds UNION ALL SELECT FROM pending_attributions
                    UNION ALL SELECT FROM fact_workflow_sessions WHERE closed_ts IS NULL AND NOT settled
                    """) > 0) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
        }
    }

    private static long count(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM (" + sql + ") AS rows")) {
            row.next();
            return row.getLong(1);
        }
    }

    private static CommandRun check() {
        return CommandRun.of("check", "--db", database.jdbcUrl());
    }

    @Test
    void everythingHolds() {
        CommandRun run = check();
        assertThat(run.out()).endsWith(Rule.all().size() + " rules, 0 broken\n").doesNotContain("\nbroken");
        assertThat(run.out().lines().filter(line -> line.startsWith("holds   ")))
                .hasSameSizeAs(Rule.all());
        assertThat(run.code()).isZero();
    }

    /** Rules that hold of nothing would hold of anything. */
    @Test
    void theTrafficHasSomethingOfEverything() throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            for (String some : List.of(
                    "SELECT DISTINCT startup_outcome FROM fact_workflow_sessions OFFSET 3",
                    "SELECT DISTINCT gpu_attribution_method FROM fact_workflow_sessions OFFSET 3",
                    "SELECT FROM fact_workflow_sessions WHERE segment_count > 2 AND session_has_swap",
                    "SELECT FROM fact_workflow_sessions WHERE errors_after_close > 0",
                    "SELECT FROM fact_workflow_sessions WHERE edge_inversions > 0",
                    "SELECT FROM fact_workflow_sessions WHERE gateway_runner_lag_ms > 127",
                    "SELECT FROM fact_workflow_parameter_updates WHERE update_index > 0",
                    "SELECT FROM session_latencies WHERE bucket > 128 AND n > 0",
                    "SELECT FROM runs WHERE status = 'failed'",
                    "SELECT FROM ttfs_hours WHERE over_p95 > 0",
                    "SELECT FROM ttfs_buckets WHERE bucket > 128",
                    "SELECT FROM accounting WHERE duplicates > 0",
                    "SELECT FROM accounting WHERE ignored > 0",
                    "SELECT FROM accounting WHERE rejected > 0")) {
                assertThat(count(connection, some)).as(some).isPositive();
            }
        }
    }

    /** A rule, by how its sentence begins, and what breaks it. */
    private enum Break {
        TWO_OUTCOMES("A known stream has", "UPDATE sessions SET startup_excused = true WHERE startup_success"),
        NO_OUTCOME("A known stream has", "UPDATE sessions SET startup_success = false WHERE startup_success"),
        OUTCOME_OF_AN_UNKNOWN(
                "A known stream has", "UPDATE sessions SET startup_outcome = 'success' WHERE NOT known_stream"),
        SUCCESS_UNSEEN("A start succeeded", "UPDATE sessions SET first_playable_ts = NULL WHERE startup_success"),
        EXCUSED_FOR_NOTHING("A start succeeded", """
                UPDATE sessions SET startup_excused = true, startup_unexcused = false, startup_outcome = 'excused'
                WHERE startup_unexcused AND error_count > excusable_error_count
                """),
        UNEXCUSED_WITH_EXCUSES("A start succeeded", """
                UPDATE sessions SET error_count = 2, excusable_error_count = 2 WHERE startup_unexcused
                """),
        NEGATIVE_LATENCY("No latency", "UPDATE sessions SET e2e_proxy_ms = -1 WHERE e2e_proxy_ms IS NOT NULL"),
        WRONG_LATENCY("No latency", "UPDATE sessions SET startup_ms = startup_ms + 1"),
        UNCOUNTED_INVERSION("No latency", "UPDATE sessions SET edge_inversions = 0 WHERE edge_inversions > 1"),
        END_BEFORE_START("A session ends", "UPDATE session_tallies SET last_at = last_at - interval '100 years'"),
        EDGE_OUTSIDE("A session ends", "UPDATE sessions SET closed_ts = closed_ts + interval '100 years'"),
        LOST_SEGMENT("Segments count", "UPDATE sessions SET segment_count = segment_count + 1"),
        NO_SEGMENTS("Segments count", "UPDATE sessions SET segments = '[]', segment_count = 0"),
        SEGMENT_OUTSIDE(
                "Segments lie inside", "UPDATE sessions SET session_start_ts = session_start_ts + interval '1 hour'"),
        SEGMENTS_OVERLAP("Segments lie inside", """
                UPDATE sessions f SET segments = (
                  SELECT json_agg(CASE place WHEN 1 THEN (jsonb_set(item::jsonb, '{1}', '0'))::json ELSE item END ORDER BY place)
                  FROM json_array_elements(f.segments) WITH ORDINALITY AS s(item, place))
                WHERE segment_count > 1
                """),
        OTHER_MODEL("A session shows", "UPDATE sessions SET model_id = 'another' WHERE model_id IS NOT NULL"),
        MORE_EXCUSES("Errors are counted", "UPDATE sessions SET excusable_error_count = error_count + 1"),
        ERRORS_OF_NO_CLOSE("Errors are counted", "UPDATE sessions SET errors_after_close = error_count + 1"),
        UNSEEN_SWAP("A session has a swap", "UPDATE sessions SET session_has_swap = NOT session_has_swap"),
        OTHER_ORCHESTRATORS(
                "A session has a swap", "UPDATE sessions SET orchestrator_count = 9 WHERE orchestrator_count > 1"),
        TOO_CONFIDENT("A confidence", "UPDATE sessions SET gpu_attribution_confidence = 1.1"),
        MODEL_FROM_NOWHERE("A confidence", "UPDATE sessions SET model_id = 'x' WHERE gpu_attribution_method = 'none'"),
        LOST_UPDATE("Parameter updates", "UPDATE sessions SET parameter_updates = '[]'"),
        LOST_SAMPLES("Samples of segments", "UPDATE sessions SET over_statuses = over_statuses + 1"),
        ENDLESS_RUN("A session is a run", """
                UPDATE runs SET status = 'running' WHERE id IN (SELECT run_id FROM fact_workflow_sessions)
                """),
        NO_RUN("A session is a run", "DELETE FROM runs WHERE id IN (SELECT run_id FROM fact_workflow_sessions)"),
        RATE_ABOVE_ONE("Every rate", "UPDATE session_hours SET swapped = sessions + 1"),
        OUTCOMES_BEYOND_KNOWN("Every rate", "UPDATE session_hours SET excused = excused + 1"),
        UNCOUNTED_SESSION("The roll-up of sessions", "DELETE FROM session_hours"),
        OTHER_ERRORS("The roll-up of sessions", "UPDATE session_hours SET errors = errors + 1"),
        OTHER_WORDS("The roll-up of sessions", "UPDATE session_groups SET gateway = 'another'"),
        OTHER_BUCKETS("The roll-up of latencies", "UPDATE session_latencies SET bucket = bucket + 100000"),
        MORE_LATENCIES("The roll-up of latencies", "UPDATE session_latencies SET n = n + 1"),
        EVENT_FROM_NOWHERE("The events that", "UPDATE session_tallies SET last_id = gen_random_uuid()"),
        EVENT_OF_ANOTHER("The events that", """
                UPDATE event_log SET key = gen_random_uuid()
                WHERE id IN (SELECT source_first_event_uid FROM fact_workflow_sessions)
                """),
        LOST_EVENT("Every event", "DELETE FROM event_log WHERE type = 'ai_stream_status'"),
        UNFOLDED_EVENT("Every event", """
                INSERT INTO event_log (at, received_at, batch, month, org, source, mended, id, key, type, payload)
                SELECT at, received_at, batch, 0, org, source, mended, gen_random_uuid(), gen_random_uuid(), type, payload
                FROM event_log WHERE type = 'stream_trace' AND payload->>'eventId' IS NULL LIMIT 1
                """),
        LOST_SESSION("Every event", "DELETE FROM sessions"),
        OTHER_VERSION("Every event", "UPDATE sessions SET snapshots = snapshots + 100000"),
        TELEMETRY_FROM_NOWHERE(
                "Telemetry that came",
                "UPDATE scheduler.ttfs_events SET event_uid = gen_random_uuid() WHERE ttfs_ms = 5"),
        TELEMETRY_OF_ANOTHER_TIME(
                "Telemetry that came",
                "UPDATE scheduler.ttfs_events SET ts = ts - interval '1 second' WHERE ttfs_ms = 5"),
        UNCOUNTED_TELEMETRY("The roll-up of telemetry", "DELETE FROM ttfs_hours WHERE over_p95 > 0"),
        UNCOUNTED_SIGNALS("Signals that were shown", "DELETE FROM ttfs_buckets WHERE bucket > 128"),
        SIGNALS_IN_ANOTHER_BUCKET("Signals that were shown", "UPDATE ttfs_buckets SET bucket = bucket + 2000"),
        TELEMETRY_COUNTED_TWICE("The roll-up of telemetry", "UPDATE ttfs_hours SET n = n + 1"),
        LESS_THAN_NOTHING(
                "What was received", "UPDATE accounting SET rejected = rejected - 1000, received = received - 1000"),
        UNEXPLAINED_LOSS("What was received", """
                ALTER TABLE accounting DROP CONSTRAINT accounting_check; UPDATE accounting SET received = received + 1
                """),
        LOST_FROM_THE_LOG("What was accepted", "DELETE FROM event_log WHERE type = 'ai_stream_events'"),
        NEVER_ACCOUNTED("What was accepted", "DELETE FROM accounting");

        final String rule;
        final String sql;

        Break(String rule, String sql) {
            this.rule = rule;
            this.sql = sql;
        }
    }

    /** In a transaction that never ends well, so that the next finds everything as it was. */
    @ParameterizedTest
    @EnumSource
    void isCaught(Break how) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute(how.sql);
                int changed = 0;
                for (int n = statement.getUpdateCount(); n >= 0; n = statement.getUpdateCount()) {
                    changed += n;
                    statement.getMoreResults();
                }
                assertThat(changed).isPositive();
                assertThat(broken(connection)).anyMatch(sentence -> sentence.startsWith(how.rule));
            } finally {
                connection.rollback();
            }
        }
    }

    private static List<String> broken(Connection connection) throws SQLException {
        List<String> broken = new ArrayList<>();
        for (Rule rule : Rule.all()) {
            if (count(connection, rule.sql().replaceFirst(";\\s*$", "")) > 0) {
                broken.add(rule.sentence());
            }
        }
        return broken;
    }

    @Test
    void everyRuleIsBrokenOnce() {
        for (Rule rule : Rule.all()) {
            assertThat(Arrays.stream(Break.values()))
                    .anyMatch(how -> rule.sentence().startsWith(how.rule));
        }
        assertThat(new TreeSet<>(Rule.all().stream().map(Rule::sentence).toList()))
                .hasSameSizeAs(Rule.all());
    }

    @Test
    void printsWhatBreaksARule() throws SQLException {
        try (TestDatabase broken = new TestDatabase()) {
            try (RealServer server = new RealServer(broken, 0);
                    Connection connection = broken.dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("""
                        INSERT INTO accounting (source, credential, slot, received, accepted, duplicates, ignored, rejected)
                        SELECT n, 'local', 0, n, n, 0, 0, 0 FROM generate_series(1, 25) AS n
                        """);
            }
            CommandRun run = CommandRun.of("check", "--db", broken.jdbcUrl());
            assertThat(run.code()).isEqualTo(1);
            assertThat(run.out())
                    .contains("\nbroken  What was accepted or ignored is in the log, and nothing else\n")
                    .contains("source | accounted | in_the_log\n")
                    .contains("\nand 5 more\n")
                    .endsWith(" rules, 1 broken\n");
        }
    }
}
