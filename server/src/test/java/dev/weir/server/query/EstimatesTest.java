package dev.weir.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.query.WeeksOfRuns.Place;
import dev.weir.testkit.db.TestDatabase;
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

    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() {
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
        runs.send();
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
        for (String list : List.of("workflows?q=" + id, "active?limit=100")) {
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
