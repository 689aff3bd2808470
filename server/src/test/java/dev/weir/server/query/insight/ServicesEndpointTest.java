package dev.weir.server.query.insight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.query.Eventually;
import dev.weir.server.query.WeeksOfRuns;
import dev.weir.server.query.WeeksOfRuns.Place;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ServicesEndpointTest {
    private static final Instant NOW = Instant.parse("2026-03-05T14:23:00Z");
    private static final Duration MONTH = Duration.ofDays(29);
    private static final Place ORDERS = new Place("production", "orders", "processOrder");
    private static final Place SILENT = new Place("staging", "warehouse", "count stock");
    private static final Place NIGHTLY = new Place("production", "reports", "nightly");

    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(database, Map.of(), Clock.fixed(NOW, ZoneOffset.UTC));
        WeeksOfRuns runs = new WeeksOfRuns(server);
        Instant today = NOW.minus(Duration.ofHours(1));
        runs.every(ORDERS, Duration.ofMinutes(20), NOW.minus(MONTH), today, 4000, 1, 100);
        runs.every(ORDERS, Duration.ofMinutes(2), today, NOW, 4000, 3, 10);
        runs.open(ORDERS, NOW.minusSeconds(60));
        runs.every(
                SILENT,
                Duration.ofMinutes(10),
                NOW.minus(Duration.ofDays(6)),
                NOW.minus(Duration.ofHours(5)),
                900,
                0,
                1);
        for (int day = 0; day < 7; day++) {
            Instant night = Instant.parse("2026-03-05T02:00:00Z").minus(Duration.ofDays(day));
            runs.every(NIGHTLY, Duration.ofMinutes(5), night, night.plusSeconds(3600), 900, 0, 1);
        }
        runs.send();
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    private static JsonNode cell(String service, String query) {
        JsonNode environments =
                server.get("/api/v1/services/" + service + query).json().get("environments");
        assertThat(environments).hasSize(1);
        return environments.get(0);
    }

    @Test
    void aServiceFaresAgainstTheSameHoursOfTheLastWeeks() {
        JsonNode orders = cell("orders", "");
        assertThat(orders.get("verdict").asString()).isEqualTo("degraded");
        assertThat(orders.get("usualSuccessRate").asDouble()).isBetween(0.98, 1.0);
        assertThat(orders.get("ended").asLong()).isEqualTo(69 + 30);
        assertThat(orders.get("successRate").asDouble()).isLessThan(0.95);
        assertThat(orders.get("silent").asBoolean()).isFalse();
        JsonNode hours = orders.get("hours");
        assertThat(hours).hasSize(25);
        assertThat(hours.get(24).get("from").asString()).isEqualTo("2026-03-05T14:00:00.000Z");
        assertThat(hours.get(24).get("outsideUsual").asBoolean()).isTrue();
        assertThat(hours.get(10).get("outsideUsual").asBoolean()).isFalse();
        long ended = 0;
        for (JsonNode hour : hours) {
            ended += hour.get("ended").asLong();
        }
        assertThat(ended).isEqualTo(orders.get("ended").asLong());
    }

    @Test
    void theRangeOfAWeekHasFewerLongerBuckets() {
        JsonNode week = cell("orders", "?from=2026-02-26T14:23:00Z");
        assertThat(week.get("bucketMs").asLong()).isEqualTo(Duration.ofHours(6).toMillis());
        assertThat(week.get("hours")).hasSizeBetween(28, 29);
    }

    @Test
    void whoWasHeardAllTheTimeAndIsNotAnyMoreIsSilent() {
        JsonNode warehouse = cell("warehouse", "");
        assertThat(warehouse.get("silent").asBoolean()).isTrue();
        assertThat(warehouse.get("verdict").asString()).isEqualTo("silent");
        assertThat(warehouse.get("usualGapMs").asLong()).isBetween(240_000L, 360_000L);
        JsonNode then = cell("warehouse", "?to=2026-03-05T08:00:00Z");
        assertThat(then.get("verdict").asString()).isEqualTo("healthy");
    }

    @Test
    void whoSpeaksOnlyAtNightIsQuietAtNoon() {
        JsonNode reports = cell("reports", "?from=2026-03-05T09:00:00Z");
        assertThat(reports.get("silent").asBoolean()).isFalse();
        assertThat(reports.get("verdict").asString()).isEqualTo("quiet");
        assertThat(reports.get("successRate").isNull()).isTrue();
    }

    /** The service health summary, as a query that is valid. */
    @ParameterizedTest
    @ValueSource(strings = {"2026-03-04T14:23:00Z", "2026-02-01T00:00:00Z"})
    void itAgreesWithTheSummaryOfTheDocument(String from) throws SQLException {
        JsonNode services =
                server.get("/api/v1/services?runs=newest&from=" + from).json();
        assertThat(MetricsAnswers.services(services.get("items"))).isEqualTo(MetricsOracle.services(database, from));
    }

    @Test
    void peopleNameServicesAndARebuildLeavesThatAlone() throws SQLException {
        assertThat(patch("orders", "{\"displayName\":\" Orders \",\"description\":\"Checkout, returns\"}")
                        .json()
                        .get("displayName")
                        .asString())
                .isEqualTo("Orders");
        assertThat(patch("orders", "{\"description\":null}")
                        .json()
                        .get("displayName")
                        .asString())
                .isEqualTo("Orders");
        new Rebuild(database.dataSource()).run(false, progress -> {});
        JsonNode orders = server.get("/api/v1/services/orders").json();
        assertThat(orders.get("displayName").asString()).isEqualTo("Orders");
        assertThat(orders.get("description").isNull()).isTrue();
        assertThat(patch("orders", "{\"displayName\":\"\"}")
                        .json()
                        .get("displayName")
                        .isNull())
                .isTrue();
    }

    /** One of them has not committed yet when the other begins. */
    @Test
    void twoWhoEditDifferentFieldsAtOnceBothGetTheirs() throws Exception {
        try (Connection first = database.dataSource().getConnection();
                Statement statement = first.createStatement()) {
            first.setAutoCommit(false);
            statement.execute("""
                    INSERT INTO service_descriptions (org, service_key, display_name)
                    SELECT org, 'warehouse', 'Warehouse' FROM organisations
                    """);
            CompletableFuture<TestServer.Answer> second =
                    CompletableFuture.supplyAsync(() -> patch("warehouse", "{\"description\":\"Shelves\"}"));
            Eventually.isEmpty(database, "SELECT pid FROM pg_locks WHERE NOT granted", false);
            first.commit();
            JsonNode both = second.get(30, TimeUnit.SECONDS).json();
            assertThat(both.get("displayName").asString()).isEqualTo("Warehouse");
            assertThat(both.get("description").asString()).isEqualTo("Shelves");
        }
    }

    @Test
    void whatCannotBeSaidOfAServiceIsRefused() {
        assertThat(patch("orders", "{\"colour\":\"red\"}").status()).isEqualTo(400);
        assertThat(patch("orders", "{\"displayName\":7}").status()).isEqualTo(400);
        assertThat(patch("orders", "{\"displayName\":\"" + "x".repeat(201) + "\"}")
                        .status())
                .isEqualTo(400);
        assertThat(patch("nobody", "{\"displayName\":\"Nobody\"}").status()).isEqualTo(404);
    }

    private static TestServer.Answer patch(String key, String body) {
        return server.send(HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/services/" + key))
                .header("Content-Type", "application/json")
                .method("PATCH", BodyPublishers.ofString(body))
                .build());
    }
}
