package dev.weir.server.query.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Micros;
import dev.weir.server.query.Sql;
import dev.weir.store.Rebuild;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.SentEvent;
import dev.weir.testkit.db.TestDatabase;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Every figure is what the printed SQL says of the same rows, over all runs, and over the newest of each id. */
class MetricsEndpointTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");

    /** What a question's range is: all, cut at odd moments, of whole days, within an hour, and of the last 24 hours. */
    private static final List<String> RANGES = List.of(
            "2024-12-01T00:00:00Z/2026-01-02T03:04:05.678Z",
            "2025-03-01T10:20:30.456Z/2025-09-17T21:10:00.001Z",
            "2025-02-01T00:00:00Z/2025-11-01T00:00:00Z",
            "2025-06-01T01:07:00Z/2025-06-09T17:16:00Z",
            "2025-06-01T01:07:00Z/2025-06-01T01:07:00Z");

    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(database, Map.of(), Clock.fixed(NOW, ZoneOffset.UTC));
        List<SentEvent> traffic = new ArrayList<>(RunHistories.traffic(2024, Scope.LOCAL_ORG, 400));
        Collections.shuffle(traffic, new Random(11));
        for (int from = 0; from < traffic.size(); from += 150) {
            server.post(EventJson.batch(traffic.subList(from, Math.min(traffic.size(), from + 150))));
        }
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    @ParameterizedTest
    @CsvSource({"all,started", "all,ended", "newest,started", "newest,ended"})
    void workflowsAreWhatThePrintedQuerySays(String runs, String basis) throws SQLException {
        for (String range : RANGES) {
            String[] ends = range.split("/");
            JsonNode items = get("workflows?runs=" + runs + "&basis=" + basis + "&from=" + ends[0] + "&to=" + ends[1]);
            List<List<Object>> answered = new ArrayList<>();
            items.get("items").forEach(item -> answered.add(figures(item)));
            assertThat(answered).isEqualTo(MetricsOracle.workflows(database, runs, basis, ends[0], ends[1]));
        }
    }

    @Test
    void theTrafficHasSomethingOfEverything() throws SQLException {
        String all = "2024-12-01T00:00:00Z";
        List<List<Object>> every = MetricsOracle.workflows(database, "all", "started", all, NOW.toString());
        assertThat(every).hasSizeGreaterThan(3);
        assertThat(every).isNotEqualTo(MetricsOracle.workflows(database, "newest", "started", all, NOW.toString()));
        for (int figure = 3; figure < 9; figure++) {
            int place = figure;
            assertThat(every).anyMatch(row -> !row.get(place).equals(0L));
        }
    }

    @Test
    void filtersLeaveWhatIsAskedFor() {
        String range = "&from=2024-12-01T00:00:00Z&to=" + NOW;
        JsonNode some = get("workflows?env=staging&service=orders" + range).get("items");
        assertThat(some).isNotEmpty();
        some.forEach(item -> {
            assertThat(item.get("env").asString()).isEqualTo("staging");
            assertThat(item.get("serviceKey").asString()).isEqualTo("orders");
        });
        String name = some.get(0).get("workflowName").asString();
        assertThat(get("workflows?env=staging&service=orders&name=" + name + range)
                        .get("items"))
                .singleElement()
                .isEqualTo(some.get(0));
        assertThat(get("workflows?env=nowhere" + range).get("items")).isEmpty();
    }

    @Test
    void theRangeBeforeIsAsLong() {
        String now = "from=2025-06-01T00:00:00Z&to=2025-09-01T00:00:00Z";
        String before = "from=2025-03-01T00:00:00Z&to=2025-06-01T00:00:00Z";
        JsonNode compared = get("workflows?compare=before&" + now).get("items");
        JsonNode earlier = get("workflows?" + before).get("items");
        assertThat(compared).isNotEmpty();
        assertThat(compared).allMatch(item -> item.get("before").get("total").asLong() >= 0);
        long sum = 0;
        for (JsonNode item : compared) {
            sum += item.get("before").get("completed").asLong();
        }
        long expected = 0;
        for (JsonNode item : earlier) {
            expected += item.get("completed").asLong();
        }
        assertThat(sum).isEqualTo(expected).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"1d,env,all", "1h,workflow,all", "15m,service,newest", "30m,env,newest"})
    void seriesAreWhatTheRowsSay(String bucket, String by, String runs) throws SQLException {
        String[] ends = bucket.equals("1d")
                ? RANGES.get(1).split("/")
                : new String[] {"2025-06-01T01:07:00Z", "2025-07-09T17:16:00Z"};
        JsonNode series =
                get("series?bucket=" + bucket + "&by=" + by + "&runs=" + runs + "&from=" + ends[0] + "&to=" + ends[1]);
        List<List<Object>> answered = MetricsAnswers.series(series.get("items"));
        assertThat(answered).hasSizeGreaterThan(10);
        assertThat(answered)
                .isEqualTo(MetricsOracle.series(
                        database, series.get("bucketMs").asLong() / 1000, by, runs, ends[0], ends[1]));
    }

    @ParameterizedTest
    @CsvSource({"all", "newest"})
    void environmentsAreComparedAsPrinted(String runs) throws SQLException {
        for (String range : RANGES) {
            String[] ends = range.split("/");
            List<List<Object>> answered = new ArrayList<>();
            get("environments?by=workflow&runs=" + runs + "&from=" + ends[0] + "&to=" + ends[1])
                    .get("items")
                    .forEach(item -> answered.add(Sql.list(
                            item.get("workflowName").asString(),
                            item.get("env").asString(),
                            item.get("total").asLong(),
                            item.get("completed").asLong(),
                            item.get("failed").asLong(),
                            Sql.rounded(Math.round(item.get("successRate").asDouble() * 10_000) / 100.0))));
            assertThat(answered).isEqualTo(MetricsOracle.acrossEnvironments(database, runs, ends[0], ends[1]));
        }
    }

    @ParameterizedTest
    @CsvSource({"all,started", "all,ended", "newest,started", "newest,ended"})
    void environmentsAreWhatTheRowsSay(String runs, String basis) throws SQLException {
        for (String range : RANGES.subList(0, 4)) {
            String[] ends = range.split("/");
            List<List<Object>> answered = new ArrayList<>();
            get("environments?runs=" + runs + "&basis=" + basis + "&from=" + ends[0] + "&to=" + ends[1])
                    .get("items")
                    .forEach(item -> answered.add(Sql.list(
                            item.get("env").asString(),
                            item.get("total").asLong(),
                            item.get("completed").asLong(),
                            item.get("failed").asLong(),
                            item.get("cancelled").asLong(),
                            item.get("inProgress").asLong(),
                            number(item.get("successRate")),
                            number(item.get("p95DurationMs")),
                            number(item.get("throughputPerHour")),
                            number(item.get("retriesPerRun")))));
            assertThat(answered).isEqualTo(MetricsOracle.environments(database, runs, basis, ends[0], ends[1]));
        }
    }

    @ParameterizedTest
    @CsvSource({"env", "workflow"})
    void durationsFillTheBarsTheyBelongTo(String by) throws SQLException {
        String[] ends = RANGES.get(1).split("/");
        List<List<Object>> expected = MetricsOracle.durations(database, by, ends[0], ends[1]);
        JsonNode items = get("durations?by=" + by + "&from=" + ends[0] + "&to=" + ends[1])
                .get("items");
        MetricsAnswers.assertDurations(items, expected);
    }

    @Test
    void barsLeadToTheirRuns() {
        String range = "&from=" + RANGES.get(1).replace("/", "&to=");
        int bars = 0;
        for (JsonNode item : get("durations?by=workflow&runs=newest" + range).get("items")) {
            for (JsonNode bar : item.get("buckets")) {
                String runs = "/api/v1/workflows/count?status=completed"
                        + "&env=" + encoded(item.get("env")) + "&service=" + encoded(item.get("serviceKey"))
                        + "&name=" + encoded(item.get("workflowName"))
                        + "&atLeastMs=" + bar.get("fromMs").asLong()
                        + "&belowMs=" + bar.get("toMs").asLong() + range;
                assertThat(server.get(runs).json().get("total")).as(runs).isEqualTo(bar.get("n"));
                bars++;
            }
        }
        assertThat(bars).isPositive();
    }

    private static String encoded(JsonNode text) {
        return URLEncoder.encode(text.asString(), StandardCharsets.UTF_8);
    }

    @Test
    void fromBucketsAlonePercentilesAreWithinOnePercent() throws SQLException {
        MetricFilter filter = new MetricFilter(Set.of(), Set.of(), Set.of(), 0, Micros.of(NOW), false, false);
        try (Connection connection = database.dataSource().getConnection()) {
            List<WorkflowMetrics.Item> exact =
                    new WorkflowMetrics(connection, Scope.LOCAL, filter, 100_000).find(false);
            List<WorkflowMetrics.Item> rough = new WorkflowMetrics(connection, Scope.LOCAL, filter, 1).find(false);
            assertThat(rough).anyMatch(item -> item.stats().approximate());
            for (int i = 0; i < exact.size(); i++) {
                if (exact.get(i).stats().p95DurationMs() != null) {
                    assertThat(rough.get(i).stats().p95DurationMs())
                            .isCloseTo(exact.get(i).stats().p95DurationMs(), withinPercentage(1));
                    assertThat(rough.get(i).stats().avgDurationMs())
                            .isEqualTo(exact.get(i).stats().avgDurationMs());
                }
            }
        }
    }

    @Test
    void theDatabaseHasTheSameBucketsAsTheFold() throws SQLException {
        assertThat(MetricsOracle.bucketsThatDiffer(database)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE run_cells SET failed = failed + 1 WHERE ctid = (SELECT min(ctid) FROM run_cells)",
                "UPDATE run_cells SET durations = '\\x0102' WHERE ctid = (SELECT max(ctid) FROM run_cells)",
                "DELETE FROM run_cells WHERE unit = 1 AND ctid = (SELECT min(ctid) FROM run_cells WHERE unit = 1 AND runs > 0)",
                "INSERT INTO run_cells SELECT 99, at, slot, basis, unit, earlier, workflow_name, 1, 0, 0, 0, 0, 0, 0, 0, ''"
                        + " FROM run_cells LIMIT 1",
                "TRUNCATE run_cells"
            })
    void aPlantedDifferenceIsFoundAndMended(String sql) throws SQLException {
        Rebuild rebuild = new Rebuild(database.dataSource());
        assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isEmpty();
        Sql.execute(database, sql);
        assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isNotEmpty();
        rebuild.run(false, progress -> {});
        assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "workflows?colour=red|unknown_parameter",
                "workflows?basis=active|bad_value",
                "workflows?runs=some|bad_value",
                "workflows?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z|bad_range",
                "steps?precision=some|bad_value",
                "series?bucket=2h|bad_value",
                "series?bucket=15m&from=1990-01-01T00:00:00Z|range_too_wide",
            })
    void nonsenseIsRefused(String question, String code) {
        TestServer.Answer answer = server.get("/api/v1/metrics/" + question);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("code").asString()).isEqualTo(code);
    }

    private static JsonNode get(String question) {
        TestServer.Answer answer = server.get("/api/v1/metrics/" + question);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json();
    }

    private static List<Object> figures(JsonNode item) {
        assertThat(item.get("approximate").asBoolean()).isFalse();
        return Sql.list(
                item.get("env").asString(),
                item.get("serviceKey").asString(),
                item.get("workflowName").asString(),
                item.get("total").asLong(),
                item.get("completed").asLong(),
                item.get("failed").asLong(),
                item.get("cancelled").asLong(),
                item.get("inProgress").asLong(),
                number(item.get("successRate")),
                number(item.get("avgDurationMs")),
                number(item.get("p50DurationMs")),
                number(item.get("p95DurationMs")));
    }

    private static Object number(JsonNode node) {
        return node.isNull() ? "none" : Sql.rounded(node.asDouble());
    }
}
