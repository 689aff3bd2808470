package dev.weir.server.query.insight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.query.WeeksOfRuns;
import dev.weir.server.query.WeeksOfRuns.Place;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ServiceAlertsTest {
    private static final Instant NOW = Instant.parse("2026-03-05T14:23:00Z");
    private static final Place PAYS = new Place("production", "checkout", "pay");
    private static final Place STAGED = new Place("staging", "checkout", "pay");

    private static TestDatabase database;
    private static TestServer server;

    /** In the last hour 40 runs of 31 s, of which four failed, the newest two minutes ago; and 40 good ones before. */
    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(database, Map.of(), Clock.fixed(NOW, ZoneOffset.UTC));
        Instant first = NOW.minus(Duration.ofMinutes(41));
        new WeeksOfRuns(server)
                .every(PAYS, Duration.ofMinutes(1), first, NOW.minusSeconds(60), 31_000, 1, 10)
                .every(PAYS, Duration.ofMinutes(5), NOW.minusSeconds(260 * 60), NOW.minusSeconds(61 * 60), 2_000, 0, 1)
                .every(STAGED, Duration.ofMinutes(10), first, NOW, 2_000, 1, 2)
                .send();
    }

    @AfterEach
    void removeAlerts() {
        for (String env : List.of("production", "staging")) {
            send("DELETE", "checkout", env, "");
        }
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    @Test
    void successBelowItsLimitIsABreach() {
        assertThat(sentences("production", "{\"minSuccessRate\":0.99}"))
                .containsExactly(
                        "checkout in production completed 90% of 40 runs in the last hour; its alert is at 99%.");
        assertThat(sentences("production", "{\"minSuccessRate\":0.9}")).isEmpty();
    }

    @Test
    void aLongerWindowCountsMoreRuns() {
        JsonNode alert = set("production", "{\"minSuccessRate\":0.95,\"windowMs\":21600000}");
        assertThat(alert.get("ended").asLong()).isEqualTo(80);
        assertThat(alert.get("successRate").asDouble()).isEqualTo(0.95);
        assertThat(alert.get("breaches")).isEmpty();
    }

    @Test
    void ofFewerRunsThanItAsksForItSaysNothing() {
        assertThat(sentences("staging", "{\"minSuccessRate\":0.99}")).isEmpty();
        assertThat(sentences("staging", "{\"minSuccessRate\":0.99,\"minRuns\":5}"))
                .containsExactly("checkout in staging completed 2 of 5 runs in the last hour; its alert is at 99%.");
    }

    @Test
    void whatTakesLongerThanItsLimitIsABreach() {
        assertThat(sentences("production", "{\"maxP95DurationMs\":30000}"))
                .containsExactly("checkout in production took 31 s at the 95th percentile of 36 runs in the last hour;"
                        + " its alert is at 30 s.");
        assertThat(sentences("production", "{\"maxP95DurationMs\":31000}")).isEmpty();
        assertThat(sentences("production", "{\"maxP95DurationMs\":30000,\"minRuns\":37}"))
                .isEmpty();
    }

    @Test
    void silenceIsABreachHoweverFewRunsThereWere() {
        assertThat(sentences("production", "{\"maxSilenceMs\":60000,\"minRuns\":1000}"))
                .containsExactly("checkout in production has sent nothing for 2 min; its alert is at 60 s.");
        assertThat(sentences("production", "{\"maxSilenceMs\":180000}")).isEmpty();
    }

    @Test
    void theOverviewSaysEachBreachWithTheRunsBehindIt() {
        set("production", "{\"minSuccessRate\":0.99,\"maxP95DurationMs\":30000}");
        List<JsonNode> told = new ArrayList<>();
        for (JsonNode one : server.get("/api/v1/overview").json().get("attention")) {
            if (one.get("kind").asString().equals("alert")) {
                told.add(one);
            }
        }
        assertThat(told).hasSize(2);
        assertThat(told.stream().map(one -> one.get("key").asString()))
                .containsExactlyInAnyOrder("alert/production/checkout//success", "alert/production/checkout//duration");
        for (JsonNode one : told) {
            assertThat(one.get("urgency").asString()).isEqualTo("now");
            assertThat(one.get("since").asString()).isEqualTo("2026-03-05T13:23:00.000Z");
            String search = one.get("href").asString().substring("/runs".length());
            assertThat(server.get("/api/v1/workflows/count" + search)
                            .json()
                            .get("total")
                            .asLong())
                    .isEqualTo(one.get("count").asLong())
                    .isPositive();
        }
        assertThat(server.get("/api/v1/overview?env=staging").json().toString()).doesNotContain("alert/");
    }

    @Test
    void aRebuildLeavesItAloneAndWhoTakesItBackHasNone() throws SQLException {
        set("production", "{\"minSuccessRate\":0.99,\"windowMs\":7200000,\"minRuns\":7}");
        new Rebuild(database.dataSource()).run(false, progress -> {});
        JsonNode kept = alert(server.get("/api/v1/services/checkout").json(), "production");
        assertThat(kept.get("windowMs").asLong()).isEqualTo(7_200_000);
        assertThat(kept.get("minRuns").asLong()).isEqualTo(7);
        assertThat(alert(send("DELETE", "checkout", "production", "").json(), "production")
                        .isNull())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"minRuns\":20}",
                "{\"minSuccessRate\":99}",
                "{\"minSuccessRate\":0}",
                "{\"minSuccessRate\":\"0.99\"}",
                "{\"maxP95DurationMs\":0}",
                "{\"maxP95DurationMs\":1.5}",
                "{\"maxSilenceMs\":1000}",
                "{\"minSuccessRate\":0.9,\"windowMs\":1000}",
                "{\"minSuccessRate\":0.9,\"minRuns\":0}",
                "{\"minSuccessRate\":0.9,\"colour\":\"red\"}"
            })
    void whatIsNoAlertIsRefused(String body) {
        TestServer.Answer answer = send("PUT", "checkout", "production", body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().get("code").asString()).isEqualTo("bad_value");
    }

    @Test
    void whatIsNotThereCannotHaveOne() {
        String body = "{\"minSuccessRate\":0.99}";
        assertThat(send("PUT", "nobody", "production", body).status()).isEqualTo(404);
        assertThat(send("PUT", "checkout", "nowhere", body).status()).isEqualTo(404);
        assertThat(send("PUT", "checkout", "production&env=staging", body).status())
                .isEqualTo(400);
    }

    private static List<String> sentences(String env, String body) {
        List<String> sentences = new ArrayList<>();
        set(env, body)
                .get("breaches")
                .forEach(one -> sentences.add(one.get("sentence").asString()));
        return sentences;
    }

    private static JsonNode set(String env, String body) {
        TestServer.Answer answer = send("PUT", "checkout", env, body);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return alert(answer.json(), env);
    }

    private static JsonNode alert(JsonNode service, String env) {
        for (JsonNode one : service.get("environments")) {
            if (one.get("env").asString().equals(env)) {
                return one.get("alert");
            }
        }
        throw new AssertionError("nothing in " + env);
    }

    private static TestServer.Answer send(String method, String key, String env, String body) {
        return server.send(
                HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/services/" + key + "/alerts?env=" + env))
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body))
                        .build());
    }
}
