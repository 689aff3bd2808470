package dev.weir.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
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
        for (String basis : List.of("started", "ended")) {
            assertThat(answers(
                            server,
                            "metrics/workflows?runs=newest&basis=" + basis,
                            "env serviceKey workflowName total completed failed cancelled inProgress"
                                    + " successRate! avgDurationMs! p50DurationMs! p95DurationMs!"))
                    .isEqualTo(MetricsOracle.workflows(database, "newest", basis, FROM, NOW.toString()));
            assertThat(answers(
                            server,
                            "metrics/environments?runs=all&basis=" + basis,
                            "env total completed failed cancelled inProgress successRate! p95DurationMs!"
                                    + " throughputPerHour! retriesPerRun!"))
                    .isEqualTo(MetricsOracle.environments(database, "all", basis, FROM, NOW.toString()));
        }
        List<List<Object>> steps = MetricsOracle.steps(database, FROM, NOW.toString());
        assertThat(steps).isNotEmpty();
        assertThat(answers(
                        server,
                        "metrics/steps?runs=newest",
                        "env serviceKey workflowName stepName n p50DurationMs! p95DurationMs! avgDurationMs! failed"
                                + " avgRetries! maxRetries workflowsWithRetries"))
                .isEqualTo(steps);
        List<List<Object>> across = new ArrayList<>();
        for (List<Object> row : MetricsOracle.acrossEnvironments(database, "newest", FROM, NOW.toString())) {
            across.add(row.subList(0, 5));
        }
        assertThat(answers(
                        server,
                        "metrics/environments?by=workflow&runs=newest",
                        "workflowName env total completed failed"))
                .isEqualTo(across);
    }

    /** @param fields those with a mark are fractions */
    private static List<List<Object>> answers(TestServer server, String question, String fields) {
        TestServer.Answer answer = server.get("/api/v1/" + question + "&from=" + FROM + "&to=" + NOW);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        List<List<Object>> rows = new ArrayList<>();
        for (JsonNode item : answer.json().get("items")) {
            List<Object> row = new ArrayList<>();
            for (String field : fields.split(" ")) {
                row.add(value(item, field));
            }
            rows.add(row);
        }
        return rows;
    }

    private static Object value(JsonNode item, String field) {
        JsonNode node = item.get(field.replace("!", ""));
        if (node.isNull()) {
            return "none";
        }
        if (field.endsWith("!")) {
            return MetricsOracle.rounded(node.asDouble());
        }
        return node.isString() ? node.asString() : (Object) node.asLong();
    }
}
