package dev.weir.server.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.query.Eventually;
import dev.weir.server.query.WeeksOfRuns;
import dev.weir.server.query.WeeksOfRuns.Place;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class EstimatesTest {
    private static final Instant NOW = Instant.parse("2026-03-05T14:23:00Z");
    private static final Place KNOWN = new Place("production", "orders", "processOrder");
    private static final Place RARE = new Place("production", "orders", "yearly");

    private static final Place PATHS = new Place("production", "orders", "fulfil");
    private static final int MANY = 12;

    private static String picking;
    private static String reviewing;
    private static String elsewhere;
    private static String longReviewing;
    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() throws SQLException {
        database = new TestDatabase();
        server = new TestServer(database, Map.of(), Clock.fixed(NOW, ZoneOffset.UTC));
        WeeksOfRuns runs = new WeeksOfRuns(server);
        for (int i = 1; i <= 100; i++) {
            runs.ended(KNOWN, "workflow.completed", NOW.minus(Duration.ofHours(i)), i * 1000L);
        }
        for (int i = 1; i < 5; i++) {
            runs.ended(RARE, "workflow.completed", NOW.minus(Duration.ofHours(i)), 1000);
        }
        runs.open(KNOWN, NOW.minusSeconds(20)); // run 104
        runs.open(KNOWN, NOW.minusSeconds(97)); // run 105
        runs.open(RARE, NOW.minusSeconds(5)); // run 106
        twoPaths(runs);
        for (int i = 0; i < MANY; i++) {
            manyOf(runs, new Place("production", "many", "workflow " + i));
        }
        runs.send();
        Eventually.isFolded(database);
    }

    /** Half of the runs are done after ten seconds; the others are reviewed, which takes ten minutes. */
    private static void twoPaths(WeeksOfRuns runs) {
        for (int i = 1; i <= 40; i++) {
            Instant end = NOW.minus(Duration.ofHours(i));
            runs.ended(PATHS, "workflow.completed", end, 10_000).step(PATHS, "pick", end.minusSeconds(10));
            runs.ended(PATHS, "workflow.completed", end, 605_000)
                    .step(PATHS, "pick", end.minusSeconds(605))
                    .step(PATHS, "review", end.minusSeconds(600));
        }
        Instant start = NOW.minusSeconds(6);
        picking = runs.open(PATHS, start).step(PATHS, "pick", start).lastId();
        reviewing = runs.open(PATHS, start)
                .step(PATHS, "pick", start)
                .step(PATHS, "review", NOW.minusSeconds(1))
                .lastId();
        elsewhere = runs.open(PATHS, start).step(PATHS, "never before", start).lastId();
        longReviewing = runs.open(PATHS, NOW.minusSeconds(700))
                .step(PATHS, "review", NOW.minusSeconds(650))
                .lastId();
    }

    private static void manyOf(WeeksOfRuns runs, Place place) {
        for (int i = 0; i < 6; i++) {
            Instant end = NOW.minus(Duration.ofHours(i + 1));
            runs.ended(place, "workflow.completed", end, 60_000).step(place, "work", end.minusSeconds(50));
        }
        runs.open(place, NOW.minusSeconds(20)).step(place, "work", NOW.minusSeconds(10));
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    private static JsonNode estimate(String id) {
        JsonNode detail = server.get("/api/v1/workflows/production/orders/" + id)
                .json()
                .get("workflow")
                .get("estimate");
        for (String list : List.of("workflows?q=" + id, "active?service=orders&limit=100")) {
            for (JsonNode item : server.get("/api/v1/" + list).json().get("items")) {
                if (item.get("workflowId").asString().equals(id)) {
                    assertThat(item.get("estimate")).isEqualTo(detail);
                }
            }
        }
        return detail;
    }

    @Test
    void whatIsLeftComesFromThoseThatTookAsLong() {
        JsonNode early = estimate("open-104");
        assertThat(early.get("remainingMs").asLong()).isBetween(38_000L, 43_000L);
        assertThat(early.get("remainingP90Ms").asLong()).isBetween(66_000L, 78_000L);
        assertThat(early.get("n").asLong()).isBetween(78L, 82L);
        assertThat(Instant.parse(early.get("expectedEndAt").asString()))
                .isEqualTo(NOW.plusMillis(early.get("remainingMs").asLong()));
        assertThat(early.get("slowerThanUsual").asBoolean()).isFalse();
    }

    @Test
    void theStepTellsWhichWayARunWent() {
        JsonNode review = estimate(reviewing);
        assertThat(review.get("stepName").asString()).isEqualTo("review");
        assertThat(review.get("n").asLong()).isEqualTo(40);
        assertThat(review.get("remainingMs").asLong()).isEqualTo(599_000);
        assertThat(review.get("remainingP90Ms").asLong()).isEqualTo(599_000);
        JsonNode pick = estimate(picking);
        assertThat(pick.get("stepName").asString()).isEqualTo("pick");
        assertThat(pick.get("n").asLong()).isEqualTo(80);
        assertThat(pick.get("remainingP90Ms").asLong()).isEqualTo(599_000);
    }

    @Test
    void whereTheStepTellsNothingTheWorkflowDoes() {
        JsonNode unknown = estimate(elsewhere);
        assertThat(unknown.get("stepName").isNull()).isTrue();
        assertThat(unknown.get("n").asLong()).isBetween(76L, 80L);
        JsonNode longer = estimate(longReviewing);
        assertThat(longer.get("stepName").isNull()).isTrue();
        assertThat(longer.get("remainingMs").isNull()).isTrue();
    }

    @Test
    void ofALongListAFewWorkflowsAreReadAtOnce() {
        assertThat(withStep("workflows?service=many&status=running")).isEqualTo(8);
        assertThat(withStep("active?service=many")).isEqualTo(MANY);
        assertThat(withStep("workflows?service=many&status=running")).isEqualTo(MANY);
    }

    private static long withStep(String list) {
        JsonNode items = server.get("/api/v1/" + list).json().get("items");
        assertThat(items).hasSize(MANY);
        return items.valueStream()
                .filter(item -> !item.get("estimate").get("stepName").isNull())
                .count();
    }

    @Test
    void whoHasTakenLongerThanAlmostAllIsSlow() {
        JsonNode late = estimate("open-105");
        assertThat(late.get("slowerThanUsual").asBoolean()).isTrue();
    }

    @Test
    void ofFewerThanFiveNothingIsSaid() {
        assertThat(estimate("open-106").isNull()).isTrue();
    }

    @Test
    void whatEndedHasNothingLeft() {
        assertThat(estimate("run-3").isNull()).isTrue();
    }
}
