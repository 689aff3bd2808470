package dev.weir.server.query.insight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.ingest.EventText;
import dev.weir.server.query.WeeksOfRuns;
import dev.weir.server.query.WeeksOfRuns.Place;
import dev.weir.testkit.db.TestDatabase;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OverviewEndpointTest {
    private static final Instant NOW = Instant.parse("2026-03-05T14:23:00Z");
    private static final Instant MONTH_AGO = NOW.minus(Duration.ofDays(29));
    private static final Place ORDERS = new Place("production", "orders", "processOrder");
    private static final Place SLOW = new Place("production", "orders", "refund");
    private static final Place SILENT = new Place("staging", "warehouse", "count stock");
    private static final Place FINE = new Place("development", "orders", "processOrder");

    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(database, Map.of(), Clock.fixed(NOW, ZoneOffset.UTC));
        Instant lately = NOW.minus(Duration.ofMinutes(38));
        Instant today = NOW.minus(Duration.ofHours(6));
        WeeksOfRuns runs = new WeeksOfRuns(server);
        runs.every(ORDERS, Duration.ofMinutes(20), MONTH_AGO, lately, 4000, 1, 100);
        runs.every(ORDERS, Duration.ofMinutes(1), lately, NOW, 4000, 1, 2);
        runs.every(SLOW, Duration.ofMinutes(12), MONTH_AGO, today, 10_000, 0, 1);
        runs.every(SLOW, Duration.ofMinutes(12), today, NOW, 31_000, 0, 1);
        runs.every(FINE, Duration.ofMinutes(30), MONTH_AGO, NOW, 4000, 1, 100);
        runs.every(SILENT, Duration.ofMinutes(10), NOW.minus(Duration.ofDays(6)), today, 900, 0, 1);
        runs.open(ORDERS, NOW.minus(Duration.ofDays(2)));
        runs.send();
        List<EventText> late = new ArrayList<>();
        late.add(EventText.of("workflow.started", "sleeps").at("2026-03-05T13:00:00Z"));
        late.add(EventText.of("workflow.paused", "sleeps")
                .with("reason", "sleep")
                .with("resumeAt", "2026-03-05T14:00:00Z")
                .at("2026-03-05T13:30:00Z"));
        late.add(EventText.of("stage_started", "title")
                .with("workflowStage", "QC")
                .with("slaDueTimestamp", "2026-03-05T12:09:00Z")
                .at("2026-03-05T11:30:00Z"));
        server.post(EventText.batch(late));
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    private static JsonNode get(String query) {
        TestServer.Answer answer = server.get("/api/v1/overview" + query);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json();
    }

    private static JsonNode attention(String kind) {
        for (JsonNode one : get("").get("attention")) {
            if (one.get("kind").asString().equals(kind)) {
                return one;
            }
        }
        throw new AssertionError("nothing is " + kind);
    }

    @Test
    void theWorstComesFirstAndTheSentenceCountsIt() {
        JsonNode overview = get("");
        List<String> kinds = new ArrayList<>();
        overview.get("attention")
                .forEach(one -> kinds.add(
                        one.get("kind").asString() + " " + one.get("urgency").asString()));
        assertThat(overview.get("sentence").asString()).isEqualTo("5 things need you now, 2 to watch.");
        assertThat(kinds.get(0)).isEqualTo("failing now");
        assertThat(kinds.subList(1, 5))
                .containsExactlyInAnyOrder("overdue now", "stuck now", "stuck now", "past_sla now");
    }

    @Test
    void unknownParametersAreRefused() {
        assertThat(server.get("/api/v1/overview?colour=red").status()).isEqualTo(400);
    }

    @Test
    void whatFailsIsSaidWithCountStepSinceAndUsual() {
        JsonNode failing = attention("failing");
        assertThat(failing.get("sentence").asString())
                .isEqualTo("19 of 38 runs of processOrder failed since 13:45 UTC, all at charge.");
        assertThat(failing.get("usual").asString()).isEqualTo("Usually none fails.");
        assertThat(failing.get("env").asString()).isEqualTo("production");
        assertThat(failing.get("count").asLong()).isEqualTo(19);
        assertThat(failing.get("since").asString()).isEqualTo("2026-03-05T13:45:00.000Z");
        assertThat(failing.get("href").asString())
                .isEqualTo("/runs?env=production&service=orders&name=processOrder&status=failed&basis=ended"
                        + "&from=2026-03-05T13%3A45%3A00Z");
        JsonNode counts = failing.get("spark").get("counts");
        assertThat(counts.get(counts.size() - 2).asLong()).isPositive();
        assertThat(counts.get(3).asLong()).isZero();
    }

    @Test
    void theHrefOfWhatFailsFindsAsManyRuns() {
        String search = attention("failing").get("href").asString().substring("/runs".length());
        assertThat(server.get("/api/v1/workflows/count" + search)
                        .json()
                        .get("total")
                        .asLong())
                .isEqualTo(19);
    }

    @Test
    void whatIsLateIsSaidWithItsOldest() {
        assertThat(attention("overdue").get("sentence").asString())
                .isEqualTo("1 run of order should have resumed, 23 min ago.");
        assertThat(attention("stuck").get("sentence").asString())
                .isEqualTo("1 run of processOrder has said nothing for 2 days.");
        JsonNode late = attention("past_sla");
        assertThat(late.get("sentence").asString()).isEqualTo("1 title is past the due time in QC, by 2 h.");
        assertThat(late.get("since").asString()).isEqualTo("2026-03-05T12:09:00.000Z");
        JsonNode counts = late.get("spark").get("counts");
        assertThat(counts.get(0).asLong()).isZero();
        assertThat(counts.get(counts.size() - 1).asLong()).isEqualTo(1);
    }

    @Test
    void whatIsSlowerOrSilentIsToWatch() {
        assertThat(attention("slower").get("sentence").asString())
                .matches("refund takes 3[01] s, 3\\.\\d times as long as usual, in 30 runs\\.");
        JsonNode silent = attention("silent");
        assertThat(silent.get("sentence").asString())
                .startsWith("warehouse has sent nothing for 6 h, it usually does every ");
        assertThat(silent.get("urgency").asString()).isEqualTo("watch");
    }

    @Test
    void environmentsHaveAVerdictAndTheirCourse() {
        JsonNode cards = get("").get("environments");
        JsonNode production = cards.get(1);
        assertThat(production.get("env").asString()).isEqualTo("production");
        assertThat(production.get("verdict").asString()).isEqualTo("degraded");
        assertThat(production.get("since").asString()).isEqualTo("2026-03-05T13:30:00.000Z");
        assertThat(production.get("stuck").asLong()).isEqualTo(1);
        assertThat(production.get("p95DurationMs").asDouble()).isEqualTo(31_000);
        assertThat(production.get("usualP95DurationMs").asDouble()).isBetween(9_900.0, 10_100.0);
        JsonNode series = production.get("series");
        assertThat(series.get("bucketMs").asLong()).isEqualTo(1_800_000);
        assertThat(series.get("buckets")).hasSize(49);
        long ended = 0;
        for (JsonNode bucket : series.get("buckets")) {
            ended += bucket.get("ended").asLong();
        }
        assertThat(ended).isEqualTo(production.get("ended").asLong()).isPositive();
        assertThat(cards.get(0).get("verdict").asString()).isEqualTo("healthy");
        assertThat(cards.get(2).get("verdict").asString()).isEqualTo("silent");
        assertThat(get("").get("detail").asString())
                .startsWith("production has been degraded since 13:30 UTC. staging has gone silent. ");
    }

    @Test
    void servicesHaveACellForEachEnvironment() {
        JsonNode services = get("").get("services");
        assertThat(services.get(0).get("serviceKey").asString()).isEqualTo("orders");
        assertThat(services.get(0).get("cells")).hasSize(2);
        assertThat(services.get(0).get("cells").get(0).get("hours")).hasSize(25);
        assertThat(services.get(2).get("silent").asBoolean()).isTrue();
    }

    @Test
    void metricsTellWhatIsSlowerAndWhatIsUsual() {
        JsonNode slower = server.get("/api/v1/metrics/slower?basis=ended&from=2026-03-05T08:23:00Z")
                .json()
                .get("items");
        assertThat(slower).singleElement();
        assertThat(slower.get(0).get("workflowName").asString()).isEqualTo("refund");
        assertThat(slower.get(0).get("p50DurationMs").asDouble()).isEqualTo(31_000);
        assertThat(slower.get(0).get("usualP50DurationMs").asDouble()).isBetween(9_900.0, 10_100.0);
        JsonNode scores = server.get("/api/v1/metrics/environments?basis=ended&from=2026-03-05T13:23:00Z")
                .json()
                .get("items");
        assertThat(scores.get(0).get("env").asString()).isEqualTo("development");
        assertThat(scores.get(0).get("verdict").asString()).isEqualTo("healthy");
        assertThat(scores.get(1).get("verdict").asString()).isEqualTo("degraded");
        assertThat(scores.get(1).get("usualThroughputPerHour").asDouble()).isBetween(6.0, 10.0);
        assertThat(scores.get(1).get("sentence").asString()).startsWith("production: ");
    }

    @Test
    void aMonthIsShownByDaysAndAskedForByEnvironment() {
        JsonNode month = get("?env=development&from=2026-02-03T14:23:00Z");
        assertThat(month.get("sentence").asString()).isEqualTo("Nothing needs you.");
        assertThat(month.get("attention")).isEmpty();
        assertThat(month.get("environments")).hasSize(1);
        assertThat(month.get("environments")
                        .get(0)
                        .get("series")
                        .get("bucketMs")
                        .asLong())
                .isEqualTo(86_400_000);
        assertThat(month.get("services").get(0).get("cells").get(0).get("hours"))
                .hasSize(31);
    }
}
