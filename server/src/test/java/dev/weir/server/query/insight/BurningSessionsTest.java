package dev.weir.server.query.insight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.query.Eventually;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Live sessions that do not start are told of before their runs have failed, and not again once these have. */
class BurningSessionsTest {
    private static final Instant NOW = Instant.parse("2026-03-05T14:23:00Z");
    private static final int LATELY = 12;

    private final List<String> envelopes = new ArrayList<>();
    private TestDatabase database;
    private TestServer server;

    @BeforeEach
    void start() throws SQLException {
        database = new TestDatabase();
        server = new TestServer(database, Map.of(), Clock.fixed(NOW, ZoneOffset.UTC));
        for (int week = 1; week <= 4; week++) {
            for (int i = 0; i < 10; i++) {
                startedWell(
                        "w" + week + "-" + i,
                        NOW.minus(Duration.ofDays(7L * week)).minusSeconds(60L * i));
            }
        }
        send();
    }

    @AfterEach
    void stop() {
        server.close();
        database.close();
    }

    private void trace(String stream, String type, Instant at) {
        envelopes.add("""
                {"id":"%s-%s","type":"stream_trace","timestamp":"%d","gateway":"gw","data":
                 {"type":"%2$s","stream_id":"%1$s","request_id":"r","timestamp":%3$d}}""".formatted(stream, type, at.toEpochMilli()));
    }

    private void startedWell(String stream, Instant at) {
        trace(stream, "gateway_receive_stream_request", at);
        trace(stream, "gateway_receive_few_processed_segments", at.plusSeconds(3));
        trace(stream, "gateway_ingest_stream_closed", at.plusSeconds(600));
    }

    private void send() throws SQLException {
        JsonNode answer = server.postNetwork("?env=production&service=studio", "[" + String.join(",", envelopes) + "]")
                .json();
        assertThat(answer.get("accepted").asInt()).isEqualTo(envelopes.size());
        envelopes.clear();
        Eventually.isFolded(database);
    }

    private JsonNode attention() {
        return server.get("/api/v1/overview").json().get("attention");
    }

    @Test
    void sessionsThatDoNotStartBurnUntilTheirRunsHaveFailed() throws SQLException {
        assertThat(attention()).isEmpty();
        for (int i = 0; i < LATELY; i++) {
            trace("now-" + i, "gateway_receive_stream_request", NOW.minusSeconds(200 - i));
        }
        send();
        assertThat(attention()).singleElement();
        JsonNode burning = attention().get(0);
        assertThat(burning.get("kind").asString()).isEqualTo("burning");
        assertThat(burning.get("urgency").asString()).isEqualTo("watch");
        assertThat(burning.get("sentence").asString())
                .isEqualTo("12 of 12 sessions of studio did not start since 14:00 UTC.");
        assertThat(burning.get("usual").asString()).isEqualTo("Usually 100% start.");
        assertThat(burning.get("of").asString()).isEqualTo("sessions");
        assertThat(burning.get("count").asInt()).isEqualTo(LATELY);
        assertThat(burning.get("spark").get("counts").get(23).asInt()).isEqualTo(LATELY);
        String href = burning.get("href").asString();
        assertThat(server.get("/api/v1" + href + "&limit=100").json().get("items"))
                .hasSize(LATELY);

        for (int i = 0; i < LATELY; i++) {
            trace("now-" + i, "gateway_ingest_stream_closed", NOW.minusSeconds(20 - i));
        }
        send();
        assertThat(attention()).singleElement();
        assertThat(attention().get(0).get("kind").asString()).isEqualTo("failing");
    }

    @Test
    void aFewAmongManyThatStartAreNothingToTell() throws SQLException {
        for (int i = 0; i < 100; i++) {
            startedWell("well-" + i, NOW.minusSeconds(3000 - i));
        }
        trace("one", "gateway_receive_stream_request", NOW.minusSeconds(100));
        trace("two", "gateway_receive_stream_request", NOW.minusSeconds(90));
        send();
        assertThat(attention()).isEmpty();
    }
}
