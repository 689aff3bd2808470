package dev.weir.server.query.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Eventually;
import dev.weir.server.query.Micros;
import dev.weir.server.query.Sql;
import dev.weir.server.query.WeeksOfRuns;
import dev.weir.server.query.WeeksOfRuns.Place;
import dev.weir.store.Rebuild;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.SentEvent;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Figures of steps are what the printed SQL says, from rows where there are few runs, and from cells where there are many. */
class StepMetricsTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final List<String> RANGES = List.of(
            "2024-12-01T00:00:00Z/2026-01-02T03:04:05.678Z",
            "2025-03-01T10:20:30.456Z/2025-09-17T21:10:00.001Z",
            "2025-06-01T01:07:00Z/2025-06-09T17:16:00Z");

    private static final Place MANY = new Place("production", "busy", "resize");

    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(database, Map.of(), Clock.fixed(NOW, ZoneOffset.UTC));
        List<SentEvent> traffic = new ArrayList<>(RunHistories.traffic(77, Scope.LOCAL_ORG, 400));
        Collections.shuffle(traffic, new Random(12));
        for (int from = 0; from < traffic.size(); from += 150) {
            server.post(EventJson.batch(traffic.subList(from, Math.min(traffic.size(), from + 150))));
        }
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    private static JsonNode get(String question, String[] ends) {
        return get(server, question, ends);
    }

    private static JsonNode get(TestServer server, String question, String[] ends) {
        TestServer.Answer answer = server.get("/api/v1/metrics/" + question + "&from=" + ends[0] + "&to=" + ends[1]);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json().get("items");
    }

    private static Object number(JsonNode node) {
        return node.isNull() ? "none" : Sql.rounded(node.asDouble());
    }

    @Test
    void stepsAreWhatThePrintedQuerySays() throws SQLException {
        for (String range : RANGES) {
            String[] ends = range.split("/");
            List<List<Object>> answered = new ArrayList<>();
            get("steps?runs=newest", ends)
                    .forEach(item -> answered.add(Sql.list(
                            item.get("env").asString(),
                            item.get("serviceKey").asString(),
                            item.get("workflowName").asString(),
                            item.get("stepName").asString(),
                            item.get("n").asLong(),
                            number(item.get("p50DurationMs")),
                            number(item.get("p95DurationMs")),
                            number(item.get("avgDurationMs")),
                            item.get("failed").asLong(),
                            number(item.get("avgRetries")),
                            item.get("maxRetries").asLong(),
                            item.get("workflowsWithRetries").asLong())));
            assertThat(answered).isEqualTo(MetricsOracle.steps(database, ends[0], ends[1]));
        }
        assertThat(MetricsOracle.steps(database, "2024-12-01T00:00:00Z", NOW.toString()))
                .hasSizeGreaterThan(10)
                .anyMatch(row -> !row.get(8).equals(0L))
                .anyMatch(row -> !row.get(11).equals(0L));
    }

    @Test
    void retriesAreWhatThePrintedQuerySays() throws SQLException {
        for (String range : RANGES) {
            String[] ends = range.split("/");
            List<List<Object>> answered = new ArrayList<>();
            get("retries?runs=newest", ends)
                    .forEach(item -> answered.add(Sql.list(
                            item.get("env").asString(),
                            item.get("serviceKey").asString(),
                            item.get("workflowName").asString(),
                            item.get("stepName").asString(),
                            item.get("steps").asLong(),
                            number(item.get("avgRetries")),
                            item.get("maxRetries").asLong(),
                            item.get("workflowsWithRetries").asLong())));
            List<List<Object>> expected = new ArrayList<>();
            for (List<Object> row : MetricsOracle.retries(database, ends[0], ends[1])) {
                List<Object> some = new ArrayList<>(row.subList(0, 5));
                some.addAll(row.subList(9, 12));
                expected.add(some);
            }
            assertThat(answered).isEqualTo(expected);
        }
    }

    @Test
    void hoursAddUpToTheStep() {
        String[] ends = RANGES.get(2).split("/");
        JsonNode items = get("retries?bucket=1h", new String[] {"2025-06-01T01:07:00Z", "2025-06-08T01:07:00Z"});
        JsonNode days = get("retries?bucket=1d", RANGES.get(2).split("/"));
        assertThat(get("retries?runs=all", ends))
                .allMatch(item -> item.get("hours").isEmpty());
        for (JsonNode list : List.of(items, days)) {
            for (JsonNode item : list) {
                long steps = 0;
                long retries = 0;
                for (JsonNode hour : item.get("hours")) {
                    steps += hour.get("steps").asLong();
                    retries += hour.get("retries").asLong();
                }
                assertThat(steps).isEqualTo(item.get("steps").asLong());
                assertThat(retries).isEqualTo(item.get("retries").asLong());
            }
        }
        assertThat(days).isNotEmpty();
        assertThat(server.get("/api/v1/metrics/retries?bucket=1h&from=2025-01-01T00:00:00Z")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void cellsSayTheSameAsRows() throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            for (String range : RANGES) {
                String[] ends = range.split("/");
                long from = Micros.of(Instant.parse(ends[0]));
                long to = Micros.of(Instant.parse(ends[1]));
                MetricFilter filter = new MetricFilter(Set.of(), Set.of(), Set.of(), from, to, false, false);
                List<StepMetrics.Item> rows =
                        new StepMetrics(connection, Scope.LOCAL, filter, Integer.MAX_VALUE - 1).find();
                List<StepMetrics.Item> cells = new StepMetrics(connection, Scope.LOCAL, filter, 0).find();
                assertThat(cells).hasSameSizeAs(rows);
                List<List<Object>> counted = new ArrayList<>();
                for (int i = 0; i < rows.size(); i++) {
                    StepMetrics.Item cell = cells.get(i);
                    assertThat(cell.avgDurationMs()).isEqualTo(rows.get(i).avgDurationMs());
                    if (!cell.approximate()) {
                        assertThat(cell.p95DurationMs()).isEqualTo(rows.get(i).p95DurationMs());
                    } else {
                        assertThat(cell.p95DurationMs()).isCloseTo(rows.get(i).p95DurationMs(), withinPercentage(1));
                    }
                    counted.add(Sql.list(
                            cell.env(),
                            cell.serviceKey(),
                            cell.workflowName(),
                            cell.stepName(),
                            cell.n(),
                            Math.round(cell.avgRetries() * cell.n()),
                            cell.maxRetries(),
                            cell.workflowsWithRetries(),
                            cell.failed()));
                }
                assertThat(counted).isEqualTo(MetricsOracle.everyStep(database, ends[0], ends[1]));
            }
        }
    }

    @Test
    void manyAreExactIfAskedFor() throws SQLException {
        try (TestDatabase full = new TestDatabase();
                TestServer busy = new TestServer(full)) {
            new WeeksOfRuns(busy)
                    .everyWithStep(MANY, CountedSteps.MOST_ROWS + 200, Instant.parse("2024-11-01T00:00:00Z"))
                    .send();
            Eventually.isFolded(full);
            String[] ends = {"2024-10-31T00:00:00Z", "2024-11-05T00:00:00Z"};
            JsonNode quick = get(busy, "steps?service=busy", ends).get(0);
            JsonNode exact =
                    get(busy, "steps?service=busy&precision=exact", ends).get(0);
            assertThat(quick.get("approximate").asBoolean()).isTrue();
            assertThat(exact.get("approximate").asBoolean()).isFalse();
            List<Object> printed = MetricsOracle.steps(full, ends[0], ends[1]).get(0);
            assertThat(number(exact.get("p50DurationMs"))).isEqualTo(printed.get(5));
            assertThat(number(exact.get("p95DurationMs"))).isEqualTo(printed.get(6));
            assertThat(quick.get("p95DurationMs").asDouble())
                    .isCloseTo(exact.get("p95DurationMs").asDouble(), withinPercentage(1));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE step_cells SET retries = retries + 1 WHERE ctid = (SELECT min(ctid) FROM step_cells)",
                "DELETE FROM step_cells WHERE unit = 0"
            })
    void aPlantedDifferenceIsFoundAndMended(String sql) throws SQLException {
        Rebuild rebuild = new Rebuild(database.dataSource());
        assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isEmpty();
        Sql.execute(database, sql);
        assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isNotEmpty();
        rebuild.run(false, progress -> {});
        assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isEmpty();
    }
}
