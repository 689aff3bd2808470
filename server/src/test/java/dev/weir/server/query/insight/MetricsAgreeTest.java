package dev.weir.server.query.insight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Eventually;
import dev.weir.store.Rebuild;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.SentEvent;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Every number equals the printed SQL on the same rows: while events are missing, after they came late, and after a rebuild. */
class MetricsAgreeTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final String FROM = "2025-02-03T04:05:06.789Z";

    @Test
    void lateEventsRefoldsAndARebuildLeaveEveryNumberAsPrinted() throws SQLException {
        try (TestDatabase database = new TestDatabase();
                TestServer server = new TestServer(database, Map.of(), Clock.fixed(NOW, ZoneOffset.UTC))) {
            Random random = new Random(31);
            List<SentEvent> inTime = new ArrayList<>();
            List<SentEvent> late = new ArrayList<>();
            for (SentEvent event : RunHistories.traffic(9, Scope.LOCAL_ORG, 250)) {
                (random.nextInt(5) == 0 ? late : inTime).add(event);
            }
            send(database, server, inTime);
            List<List<Object>> before = MetricsOracle.steps(database, FROM, NOW.toString());
            assertAllAgree(database, server);
            send(database, server, late);
            assertThat(MetricsOracle.steps(database, FROM, NOW.toString())).isNotEqualTo(before);
            assertAllAgree(database, server);
            new Rebuild(database.dataSource()).run(false, progress -> {});
            assertThat(new Rebuild(database.dataSource())
                            .run(true, progress -> {})
                            .firstDifferences())
                    .isEmpty();
            assertAllAgree(database, server);
        }
    }

    private static void send(TestDatabase database, TestServer server, List<SentEvent> events) throws SQLException {
        for (int from = 0; from < events.size(); from += 200) {
            server.post(EventJson.batch(events.subList(from, Math.min(events.size(), from + 200))));
        }
        Eventually.isFolded(database);
    }

    private static void assertAllAgree(TestDatabase database, TestServer server) throws SQLException {
        assertRunsAgree(database, server);
        assertStepsAgree(database, server);
        assertRunsOverTimeAgree(database, server);
        assertThat(MetricsAnswers.services(ask(server, "services?runs=newest")))
                .isEqualTo(MetricsOracle.services(database, FROM))
                .isNotEmpty();
    }

    private static void assertRunsAgree(TestDatabase database, TestServer server) throws SQLException {
        for (String basis : List.of("started", "ended")) {
            assertThat(MetricsAnswers.rows(
                            ask(server, "metrics/workflows?runs=newest&basis=" + basis),
                            "env serviceKey workflowName total completed failed cancelled inProgress"
                                    + " successRate! avgDurationMs! p50DurationMs! p95DurationMs!"))
                    .isEqualTo(MetricsOracle.workflows(database, "newest", basis, FROM, NOW.toString()));
            assertThat(MetricsAnswers.rows(
                            ask(server, "metrics/environments?runs=all&basis=" + basis),
                            "env total completed failed cancelled inProgress successRate! p95DurationMs!"
                                    + " throughputPerHour! retriesPerRun!"))
                    .isEqualTo(MetricsOracle.environments(database, "all", basis, FROM, NOW.toString()));
        }
        List<List<Object>> across = new ArrayList<>();
        for (List<Object> row : MetricsOracle.acrossEnvironments(database, "newest", FROM, NOW.toString())) {
            across.add(row.subList(0, 5));
        }
        assertThat(MetricsAnswers.rows(
                        ask(server, "metrics/environments?by=workflow&runs=newest"),
                        "workflowName env total completed failed"))
                .isEqualTo(across);
    }

    private static void assertStepsAgree(TestDatabase database, TestServer server) throws SQLException {
        assertThat(MetricsAnswers.rows(
                        ask(server, "metrics/steps?runs=newest"),
                        "env serviceKey workflowName stepName n p50DurationMs! p95DurationMs! avgDurationMs! failed"
                                + " avgRetries! maxRetries workflowsWithRetries"))
                .isEqualTo(MetricsOracle.steps(database, FROM, NOW.toString()))
                .isNotEmpty();
        List<List<Object>> retried = new ArrayList<>();
        for (List<Object> row : MetricsOracle.retries(database, FROM, NOW.toString())) {
            List<Object> some = new ArrayList<>(row.subList(0, 5));
            some.addAll(row.subList(9, 12));
            retried.add(some);
        }
        assertThat(MetricsAnswers.rows(
                        ask(server, "metrics/retries?runs=newest"),
                        "env serviceKey workflowName stepName steps avgRetries! maxRetries workflowsWithRetries"))
                .isEqualTo(retried)
                .isNotEmpty();
    }

    private static void assertRunsOverTimeAgree(TestDatabase database, TestServer server) throws SQLException {
        for (String by : List.of("env", "service", "workflow")) {
            assertThat(MetricsAnswers.series(ask(server, "metrics/series?bucket=1d&by=" + by)))
                    .isEqualTo(MetricsOracle.series(database, 86_400, by, "all", FROM, NOW.toString()))
                    .hasSizeGreaterThan(100);
        }
        for (String by : List.of("env", "workflow")) {
            MetricsAnswers.assertDurations(
                    ask(server, "metrics/durations?by=" + by),
                    MetricsOracle.durations(database, by, FROM, NOW.toString()));
        }
    }

    private static JsonNode ask(TestServer server, String question) {
        TestServer.Answer answer = server.get("/api/v1/" + question + "&from=" + FROM + "&to=" + NOW);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json().get("items");
    }
}
