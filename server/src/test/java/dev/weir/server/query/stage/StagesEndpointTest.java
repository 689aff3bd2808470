package dev.weir.server.query.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.weir.core.stage.CycleTime;
import dev.weir.core.stage.DurationStats;
import dev.weir.core.stage.StageRow;
import dev.weir.core.stage.StageSla;
import dev.weir.core.stage.StageSource;
import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.server.project.StageStory;
import dev.weir.server.query.Condition;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.RankedBuckets;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Every number of every answer on stages is what the pure functions say, whatever is asked for. */
class StagesEndpointTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final Instant FROM = Instant.parse("2025-03-01T10:20:30.456Z");
    private static final Instant TO = Instant.parse("2025-09-17T21:10:00.001Z");

    private static final StagePrecision ROUGH = new StagePrecision(0, 0);
    private static final StagePrecision RANKS = new StagePrecision(0, StageDurations.MOST_EXACT);

    private static final List<StageStory> STORIES = StageStory.some(0, 240);
    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(database, Map.of(), Clock.fixed(NOW, ZoneOffset.UTC));
        List<String> traffic = StageStory.traffic(STORIES, new Random(5));
        for (int from = 0; from < traffic.size(); from += 700) {
            List<String> batch = traffic.subList(from, Math.min(traffic.size(), from + 700));
            assertThat(server.post(StageStory.batch(batch))
                            .json()
                            .get("accepted")
                            .asInt())
                    .isEqualTo(batch.size());
        }
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    /** A question, and which rows it is about. */
    private enum Asked {
        ALL("", row -> true),
        TEST("env=test", row -> row.env().equals("test")),
        NOWHERE("env=nowhere", row -> false),
        ONE_SERVICE("service=studio&service=other", row -> true),
        SOME_STAGES(
                "stage=QC&stage=" + encoded("publish \"now\"") + "&stage=step-1",
                row -> Set.of("QC", "publish \"now\"", "step-1").contains(row.workflowStage())),
        ONE_WORKFLOW("workflow=master", row -> row.workflowName().equals("master")),
        RANGE("from=" + FROM + "&to=" + TO, row -> isIn(row, FROM, TO)),
        SINCE("from=" + FROM, row -> isIn(row, FROM, Instant.MAX)),
        UNTIL("to=2025-06-01T00:00:00Z", row -> isIn(row, Instant.MIN, Instant.parse("2025-06-01T00:00:00Z"))),
        WHOLE_DAYS(
                "from=2025-02-01T00:00:00Z&to=2025-11-01T00:00:00Z",
                row -> isIn(row, Instant.parse("2025-02-01T00:00:00Z"), Instant.parse("2025-11-01T00:00:00Z"))),
        NO_TIME("from=" + FROM + "&to=" + FROM, row -> false);

        final String query;
        final Predicate<StageRow> wanted;

        Asked(String query, Predicate<StageRow> wanted) {
            this.query = query;
            this.wanted = wanted;
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static boolean isIn(StageRow row, Instant from, Instant to) {
        Instant at = StageOracle.at(row);
        return at != null && !at.isBefore(from) && at.isBefore(to);
    }

    private static List<List<StageRow>> workflows(StageSource source) {
        return source == StageSource.STAGE
                ? STORIES.stream().map(StageStory::rows).toList()
                : STORIES.stream().flatMap(story -> story.steps().stream()).toList();
    }

    private static JsonNode get(String endpoint, StageSource source, Asked asked, String more) {
        TestServer.Answer answer =
                server.get("/api/v1/stages/" + endpoint + "?source=" + source.label() + "&" + asked.query + "&" + more);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json();
    }

    @ParameterizedTest
    @EnumSource(Asked.class)
    void answersWhatTheFoldSays(Asked asked) {
        for (StageSource source : StageSource.values()) {
            for (boolean byWorkflow : List.of(false, true)) {
                String by = "by=" + (byWorkflow ? "workflow" : "stage");
                StageOracle oracle = new StageOracle(workflows(source), asked.wanted, byWorkflow);
                oracle.checkCycleTime(get("cycle-time", source, asked, by));
                oracle.checkSla(get("sla", source, asked, by), NOW);
                oracle.checkRework(get("rework", source, asked, by));
                for (String figure : List.of("first-pass", "per-pass", "span", "late")) {
                    oracle.checkBars(get("durations", source, asked, by + "&figure=" + figure), figure, NOW);
                }
                for (int limit : List.of(2, 1000)) {
                    for (boolean openNow : List.of(false, true)) {
                        String meaning = "&meaning=" + (openNow ? "open-now" : "never-completed") + "&limit=" + limit;
                        oracle.checkBoard(get("board", source, asked, by + meaning), openNow, NOW, limit);
                    }
                }
            }
            StageOracle oracle = new StageOracle(workflows(source), asked.wanted, false);
            oracle.checkFlow(get("flow", source, asked, ""));
            for (boolean openNow : List.of(false, true)) {
                String meaning = "by=workflow&limit=1000&meaning=" + (openNow ? "open-now" : "never-completed");
                JsonNode inFlight = get("in-flight", source, asked, meaning);
                oracle.checkInFlight(inFlight.get("items"), openNow, NOW);
                assertThat(inFlight.get("total").asInt())
                        .isEqualTo(inFlight.get("items").size());
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ALL", "TEST", "NOWHERE", "ONE_WORKFLOW"})
    void tellsTheVariants(Asked asked) {
        for (StageSource source : StageSource.values()) {
            new StageOracle(workflows(source), asked.wanted, false)
                    .checkVariants(get("variants", source, asked, "limit=1000"));
        }
    }

    @Test
    void theTrafficHasSomethingOfEverything() {
        List<StageRow> rows = new StageOracle(workflows(StageSource.STAGE), row -> true, false).rows();
        assertThat(rows)
                .anyMatch(StageRow::openNow)
                .anyMatch(StageRow::abandoned)
                .anyMatch(StageRow::isInverted);
        assertThat(rows).anyMatch(row -> row.openNow() && !row.neverCompleted());
        assertThat(rows)
                .as("started again with another due time")
                .anyMatch(row -> row.neverCompleted() && !Objects.equals(row.earliestSlaDue(), row.lastSlaDue()));
        assertThat(StageSla.of(rows, NOW).overdueNow()).isPositive();
        assertThat(StageSla.of(rows, NOW).missed()).isPositive();
        assertThat(workflows(StageSource.STEP)).isNotEmpty();
    }

    @Test
    void aRebuildChangesNothing() throws SQLException {
        String before = server.get("/api/v1/stages/cycle-time").response().body();
        new Rebuild(database.dataSource()).run(false, progress -> {});
        assertThat(server.get("/api/v1/stages/cycle-time").response().body()).isEqualTo(before);
    }

    /** The way that figures with thousands of values take, with few. */
    @ParameterizedTest
    @EnumSource(Asked.class)
    void readingOnlyWhatIsAtTheRanksIsAsExact(Asked asked) throws SQLException {
        for (StageSource source : StageSource.values()) {
            for (String by : List.of("stage", "workflow")) {
                StageFilter filter = filter("source=" + source.label() + "&by=" + by + "&" + asked.query);
                assertThat(cycleTimes(filter, RANKS)).isEqualTo(cycleTimes(filter, StagePrecision.USUAL));
            }
        }
    }

    /** Otherwise everything was read after all, which is exact as well. */
    @ParameterizedTest
    @EnumSource(Asked.class)
    void whatIsAtTheRanksIsFound(Asked asked) throws SQLException {
        StageFilter filter = filter("source=stage&" + asked.query);
        try (Connection connection = database.dataSource().getConnection()) {
            Condition where = filter.where(filter.sources(connection, Scope.LOCAL));
            Map<String, StageSums> sums = StageSums.of(connection, filter, where);
            Map<StageFigure, Map<String, RankedBuckets>> ranks = new EnumMap<>(StageFigure.class);
            new FigureReader(connection, filter, where, RANKS)
                    .durations(EnumSet.allOf(StageFigure.class), sums)
                    .forEach((figure, groups) -> ranks.put(
                            figure,
                            groups.entrySet().stream()
                                    .filter(group -> figure.count(sums.get(group.getKey())) > 0)
                                    .collect(Collectors.toMap(
                                            Map.Entry::getKey,
                                            group -> group.getValue().ranks()))));
            new RankReader(connection, filter, where).read(ranks);
            assertThat(ranks.values())
                    .allSatisfy(groups -> assertThat(groups.values()).allMatch(RankedBuckets::isWhole));
        }
    }

    private static List<List<StageDurations.Figure>> cycleTimes(StageFilter filter, StagePrecision precision)
            throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            return new StageGroups(connection, filter, EnumSet.allOf(StageFigure.class), null, precision)
                    .find(Scope.LOCAL).stream()
                            .map(group -> Arrays.stream(StageFigure.values())
                                    .map(group::figure)
                                    .toList())
                            .toList();
        }
    }

    /** The way that figures with many values take, with few. */
    @ParameterizedTest
    @EnumSource(names = {"ALL", "TEST", "SOME_STAGES", "RANGE", "SINCE", "UNTIL", "WHOLE_DAYS", "NO_TIME"})
    void fromRollUpsCountsAreExactAndPercentilesWithinOnePercent(Asked asked) throws SQLException {
        StageFilter filter = filter("source=stage&" + asked.query);
        Set<StageFigure> figures = EnumSet.allOf(StageFigure.class);
        Map<String, List<StageRow>> expected = new StageOracle(workflows(StageSource.STAGE), asked.wanted, false)
                .rows().stream().collect(Collectors.groupingBy(StageRow::workflowStage));
        try (Connection connection = database.dataSource().getConnection()) {
            List<StageGroups.Group> groups =
                    new StageGroups(connection, filter, figures, null, ROUGH).find(Scope.LOCAL);
            assertThat(groups).extracting(StageGroups.Group::name).hasSameElementsAs(expected.keySet());
            for (StageGroups.Group group : groups) {
                CycleTime time = CycleTime.of(expected.get(group.name()));
                check(group.figure(StageFigure.FIRST_PASS), time.firstPass());
                check(group.figure(StageFigure.PER_PASS), time.perPass());
                check(group.figure(StageFigure.SPAN), time.span());
                check(
                        group.figure(StageFigure.LATE),
                        StageSla.of(expected.get(group.name()), NOW).missedBy());
            }
            for (StageFigure figure : StageFigure.values()) {
                assertThat(new StageHistograms(connection, filter, figure, ROUGH).find(Scope.LOCAL))
                        .isEqualTo(new StageHistograms(connection, filter, figure, StagePrecision.USUAL)
                                .find(Scope.LOCAL));
            }
            List<StageEdges.Edge> exact = new StageEdges(connection, filter, StageDurations.MOST_EXACT)
                    .find(filter.sources(connection, Scope.LOCAL), groups, false);
            List<StageEdges.Edge> rough =
                    new StageEdges(connection, filter, -1).find(filter.sources(connection, Scope.LOCAL), groups, false);
            assertThat(rough)
                    .extracting(edge -> List.of(edge.fromStage(), edge.toStage(), edge.back(), edge.n()))
                    .isEqualTo(exact.stream()
                            .map(edge -> List.<Object>of(edge.fromStage(), edge.toStage(), edge.back(), edge.n()))
                            .toList());
            for (int i = 0; i < exact.size(); i++) {
                assertThat(rough.get(i).waiting().p50Ms())
                        .isCloseTo(exact.get(i).waiting().p50Ms(), withinPercentage(1));
            }
            checkVariants(
                    new StageVariants(connection, filter, 50, -1).find(Scope.LOCAL),
                    new StageVariants(connection, filter, 50, StageDurations.MOST_EXACT).find(Scope.LOCAL));
        }
    }

    private static void checkVariants(StageVariants.Variants rough, StageVariants.Variants exact) {
        assertThat(rough.total()).isEqualTo(exact.total());
        assertThat(rough.items())
                .extracting(StageVariants.Variant::variant)
                .isEqualTo(exact.items().stream()
                        .map(StageVariants.Variant::variant)
                        .toList());
        for (int i = 0; i < exact.items().size(); i++) {
            StageDurations.Figure figure = exact.items().get(i).cycleTime();
            assertThat(rough.items().get(i).cycleTime().n()).isEqualTo(figure.n());
            if (figure.n() > 0) {
                assertThat(rough.items().get(i).cycleTime().p90Ms()).isCloseTo(figure.p90Ms(), withinPercentage(1));
            }
        }
    }

    private static StageFilter filter(String query) {
        Map<String, String[]> raw = new java.util.HashMap<>();
        for (String pair : query.split("&")) {
            String[] parts = pair.split("=", 2);
            List<String> values = new ArrayList<>(List.of(raw.getOrDefault(parts[0], new String[0])));
            values.add(java.net.URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
            raw.put(parts[0], values.toArray(String[]::new));
        }
        return StageFilter.of(Parameters.of(
                raw,
                List.of(
                        Parameter.STAGE_SOURCE,
                        Parameter.STAGE_BY,
                        Parameter.ENV,
                        Parameter.SERVICE,
                        Parameter.WORKFLOW,
                        Parameter.STAGE,
                        Parameter.FROM,
                        Parameter.TO)));
    }

    private static void check(StageDurations.Figure figure, DurationStats stats) {
        assertThat(figure.n()).isEqualTo(stats.n());
        if (stats.n() > 0) {
            assertThat(figure.p50Ms()).isCloseTo(stats.p50Ms(), withinPercentage(1));
            assertThat(figure.p90Ms()).isCloseTo(stats.p90Ms(), withinPercentage(1));
            assertThat(figure.p99Ms()).isCloseTo(stats.p99Ms(), withinPercentage(1));
            assertThat(figure.meanMs()).isCloseTo(stats.meanMs(), withinPercentage(0.000001));
        }
    }

    @Test
    void whatIsInFlightComesPageByPage() {
        for (String source : List.of("stage", "step")) {
            String question = "/api/v1/stages/in-flight?meaning=open-now&source=" + source;
            List<String> all = new ArrayList<>();
            server.get(question + "&limit=1000").json().get("items").forEach(item -> all.add(item.toString()));
            List<String> paged = new ArrayList<>();
            String cursor = "";
            do {
                JsonNode page =
                        server.get(question + "&limit=7&cursor=" + cursor).json();
                page.get("items").forEach(item -> paged.add(item.toString()));
                cursor = page.get("next").isNull() ? null : page.get("next").asString();
            } while (cursor != null);
            assertThat(all).hasSizeGreaterThan(7);
            assertThat(paged).isEqualTo(all);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cycle-time?colour=red|unknown_parameter",
                "cycle-time?meaning=open-now|unknown_parameter",
                "cycle-time?by=status|bad_value",
                "cycle-time?source=steps|bad_value",
                "sla?from=yesterday|bad_value",
                "sla?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z|bad_range",
                "in-flight?meaning=stuck|bad_value",
                "in-flight?by=day|bad_value",
                "in-flight?meaning=open-now&meaning=open-now|bad_value",
                "in-flight?limit=0|bad_value",
                "in-flight?cursor=nonsense|bad_cursor",
                "board?meaning=stuck|bad_value",
                "board?cursor=x|unknown_parameter",
                "durations?figure=mean|bad_value",
                "rework?stage=%00|bad_value",
                "flow?by=stage|unknown_parameter",
                "variants?cursor=x|unknown_parameter",
            })
    void nonsenseIsRefused(String question, String code) {
        TestServer.Answer answer = server.get("/api/v1/stages/" + question);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.json().get("code").asString()).isEqualTo(code);
    }

    /** What leads from an item to its run. */
    @Test
    void everyItemLinksToItsRun() {
        for (String source : List.of("stage", "step")) {
            JsonNode item = server.get("/api/v1/stages/in-flight?meaning=open-now&source=" + source)
                    .json()
                    .get("items")
                    .get(0);
            TestServer.Answer run =
                    server.get("/api/v1/workflows/" + item.get("env").asString() + "/"
                            + item.get("serviceKey").asString() + "/"
                            + item.get("workflowId").asString() + "?run="
                            + item.get("runSeq").asInt());
            assertThat(run.status()).isEqualTo(200);
        }
    }
}
