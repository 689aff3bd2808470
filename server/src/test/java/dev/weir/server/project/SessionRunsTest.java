package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.store.Rebuild;
import dev.weir.testkit.ManualClock;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A session is a run in lists, in detail and in its timeline; it moves, gives way and becomes idle. */
class SessionRunsTest {
    private static final Instant START = Instant.parse("2026-02-25T12:00:00Z");

    private final TestDatabase database = new TestDatabase();
    private final ManualClock clock = new ManualClock(START.plusSeconds(60));
    private TestServer server;

    @BeforeEach
    void start() {
        server = new TestServer(database, Map.of(), clock);
    }

    @AfterEach
    void stop() {
        server.close();
        database.close();
    }

    @Test
    void isShownAsARunWithItsEvents() throws SQLException {
        trace("e-1", 0, "gw", "gateway_receive_stream_request");
        trace("e-2", 5, "gw", "gateway_receive_few_processed_segments");
        assertThat(detail("gw").at("/workflow/status").asString()).isEqualTo("running");
        trace("e-3", 9, "gw", "gateway_ingest_stream_closed");

        JsonNode item = server.get("/api/v1/workflows").json().at("/items/0");
        assertThat(item.get("workflowId").asString()).isEqualTo("s|r");
        assertThat(item.get("status").asString()).isEqualTo("completed");
        assertThat(detail("gw").at("/workflow/durationMs").asLong()).isEqualTo(9_000);
        JsonNode events =
                server.get("/api/v1/workflows/default/gw/s%7Cr/events").json();
        assertThat(events.at("/items")).hasSize(3);
        assertThat(events.at("/items/2/eventId").asString()).isEqualTo("e-3");
        assertThat(events.at("/items/2/processed").asBoolean()).isTrue();
        assertThat(StoredRows.isEmpty(
                        database.dataSource(),
                        "workflow_events WHERE workflow_id = 's|r' AND service_key = 'gw' AND processed"))
                .isFalse();
        assertNoDifferences();
    }

    @Test
    void isToldAsItWasKnown() {
        trace("e-1", 0, "gw", "gateway_receive_stream_request");
        Instant before = clock.instant();
        clock.advance(Duration.ofSeconds(30));
        trace("e-2", 20, "gw", "gateway_ingest_stream_closed");

        assertThat(detail("gw").at("/workflow/status").asString()).isEqualTo("failed");
        String then = "/api/v1/workflows/default/gw/s%7Cr?at=" + before;
        assertThat(server.get(then).json().at("/workflow/status").asString()).isEqualTo("running");
        assertThat(server.get("/api/v1/workflows/default/gw/s%7Cr/events?at=" + before)
                        .json()
                        .at("/items"))
                .hasSize(1);
    }

    /** Whoever shows a run need not look for steps, nor ask twice to find out that it is a session. */
    @Test
    void isToldApartFromAWorkflow() {
        trace("e-1", 0, "gw", "gateway_receive_stream_request");
        server.post("""
                [{"eventId":"w","type":"workflow.started","timestamp":"2026-02-25T12:00:00Z","env":"default","serviceKey":"gw",
                  "workflowId":"other|r","workflowName":"mine"}]
                """);

        assertThat(detail("gw").at("/workflow/session").asBoolean()).isTrue();
        Map<String, Boolean> listed = new TreeMap<>();
        for (JsonNode run : server.get("/api/v1/workflows").json().at("/items")) {
            listed.put(run.get("workflowId").asString(), run.get("session").asBoolean());
        }
        assertThat(listed).isEqualTo(Map.of("s|r", true, "other|r", false));
    }

    /** Its first gateway is its service: an event that comes late may bring another. */
    @Test
    void movesToTheGatewayThatWasFirst() throws SQLException {
        trace("e-2", 10, "second", "gateway_receive_stream_request");
        assertThat(detail("second").at("/workflow/status").asString()).isEqualTo("running");
        trace("e-1", 0, "first", "gateway_send_first_ingest_segment");

        assertThat(detail("first").at("/workflow/status").asString()).isEqualTo("running");
        assertThat(server.get("/api/v1/workflows/default/second/s%7Cr").status())
                .isEqualTo(404);
        assertThat(server.get("/api/v1/workflows").json().at("/items")).hasSize(1);
        assertNoDifferences();
        trace("e-3", 20, "second", "gateway_ingest_stream_closed");
        assertThat(detail("first").at("/workflow/status").asString()).isEqualTo("failed");
        assertNoDifferences();
    }

    @Test
    void givesWayToAWorkflowOfTheSameName() throws SQLException {
        trace("e-1", 0, "gw", "gateway_receive_stream_request");
        TestServer.Answer answer = server.post("""
                [{"eventId":"w","type":"workflow.started","timestamp":"2026-02-25T12:00:00Z","env":"default","serviceKey":"gw",
                  "workflowId":"s|r","workflowName":"mine"}]
                """);
        assertThat(answer.json().get("accepted").asInt()).isEqualTo(1);
        assertThat(detail("gw").at("/workflow/workflowName").asString()).isEqualTo("mine");
        trace("e-2", 1, "gw", "gateway_ingest_stream_closed");

        assertThat(detail("gw").at("/workflow/workflowName").asString()).isEqualTo("mine");
        assertThat(StoredRows.isEmpty(
                        database.dataSource(), "fact_workflow_sessions WHERE run_id IS NULL AND version = 2"))
                .isFalse();
        assertNoDifferences();
    }

    @Test
    void isNotWrittenAnewForASample() throws SQLException {
        trace("e-1", 0, "gw", "gateway_receive_stream_request");
        trace("e-2", 1, "gw", "gateway_receive_few_processed_segments");
        sample("s-1", 2, "gw");
        sample("s-2", 3, "gw");
        String written =
                "runs r, sessions f, session_tallies t WHERE r.id = f.run_id AND t.id = f.id AND r.stamp = t.run_stamp";
        assertThat(StoredRows.isEmpty(
                        database.dataSource(), written + " AND t.stamp > r.stamp AND t.span_statuses = 2"))
                .isFalse();
        assertNoDifferences();
        sample("s-3", 31, "gw");
        assertThat(StoredRows.isEmpty(
                        database.dataSource(), written + " AND t.stamp = r.stamp AND t.span_statuses = 3"))
                .isFalse();
        assertNoDifferences();
    }

    /** A sample writes no run, and so does not find out by that. */
    @Test
    void leavesTheRunToAWorkflowThatCameBetweenTwoSamples() throws SQLException {
        trace("e-1", 0, "gw", "gateway_receive_stream_request");
        sample("s-1", 1, "gw");
        sample("s-2", 2, "gw");
        server.post("""
                [{"eventId":"w","type":"workflow.started","timestamp":"2026-02-25T12:00:00Z","env":"default","serviceKey":"gw",
                  "workflowId":"s|r","workflowName":"mine"}]
                """);
        sample("s-3", 3, "gw");

        assertThat(detail("gw").at("/workflow/workflowName").asString()).isEqualTo("mine");
        assertThat(StoredRows.isEmpty(
                        database.dataSource(), "fact_workflow_sessions WHERE run_id IS NULL AND status_samples = 3"))
                .isFalse();
        assertNoDifferences();
    }

    @Test
    void isOverWhenItIsIdleAndBackWithTheNextEvent() throws SQLException {
        trace("e-1", 0, "gw", "gateway_receive_stream_request");
        clock.advance(Duration.ofMinutes(5));
        StoredRows.awaitEmpty(database.dataSource(), "fact_workflow_sessions WHERE NOT settled");
        assertThat(detail("gw").at("/workflow/status").asString()).isEqualTo("failed");
        trace("e-2", 350, "gw", "gateway_receive_few_processed_segments");

        assertThat(detail("gw").at("/workflow/status").asString()).isEqualTo("running");
        clock.advance(Duration.ofMinutes(5));
        StoredRows.awaitEmpty(database.dataSource(), "fact_workflow_sessions WHERE NOT settled");
        assertThat(detail("gw").at("/workflow/status").asString()).isEqualTo("completed");
        assertNoDifferences();
    }

    private JsonNode detail(String service) {
        return server.get("/api/v1/workflows/default/" + service + "/s%7Cr").json();
    }

    private void trace(String id, int second, String gateway, String type) {
        TestServer.Answer answer = server.postNetwork(
                "", """
                {"id":"%s","type":"stream_trace","timestamp":%d,"gateway":"%s",
                 "data":{"type":"%s","stream_id":"s","request_id":"r"}}
                """.formatted(id, START.plusSeconds(second).toEpochMilli(), gateway, type));
        assertThat(answer.json().get("accepted").asInt())
                .as(answer.response().body())
                .isEqualTo(1);
    }

    private void sample(String id, int second, String gateway) {
        TestServer.Answer answer = server.postNetwork(
                "", """
                {"id":"%s","type":"ai_stream_status","timestamp":%d,"gateway":"%s",
                 "data":{"type":"status","stream_id":"s","request_id":"r","inference_status":{"fps":20}}}
                """.formatted(id, START.plusSeconds(second).toEpochMilli(), gateway));
        assertThat(answer.json().get("accepted").asInt())
                .as(answer.response().body())
                .isEqualTo(1);
    }

    private void assertNoDifferences() throws SQLException {
        assertThat(new Rebuild(database.dataSource()).run(true, progress -> {}).firstDifferences())
                .isEmpty();
    }
}
