package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.store.Rebuild;
import dev.weir.testkit.ManualClock;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A workflow takes the run of a session whose name it has, in the very commit that also has an event of the session. */
class SessionGivesWayTest {
    private static final Instant START = Instant.parse("2026-02-25T12:00:00Z");

    private final TestDatabase database = new TestDatabase();
    private TestServer server;

    @BeforeEach
    void start() {
        server = new TestServer(database, Map.of(), new ManualClock(START.plusSeconds(60)));
    }

    @AfterEach
    void stop() {
        server.close();
        database.close();
    }

    @Test
    void withASampleThatLeavesTheRunAsItIs() throws Exception {
        taken(trace("e-1", 0, "gw", "gateway_receive_stream_request"));
        taken(sample("s-1", 1));
        together(sample("s-2", 2));
        assertIsTheWorkflows(3);
    }

    @Test
    void withAnEventThatChangesTheRun() throws Exception {
        taken(trace("e-1", 0, "gw", "gateway_receive_stream_request"));
        together(trace("e-2", 5, "gw", "gateway_ingest_stream_closed"));
        assertIsTheWorkflows(2);
    }

    @Test
    void withTheFirstEventOfTheSession() throws Exception {
        together(trace("e-1", 0, "gw", "gateway_receive_stream_request"));
        assertIsTheWorkflows(1);
    }

    @Test
    void withALateEvent() throws Exception {
        taken(trace("e-2", 5, "gw", "gateway_receive_few_processed_segments"));
        together(trace("e-1", 0, "gw", "gateway_receive_stream_request"));
        assertIsTheWorkflows(2);
    }

    @Test
    void withALateEventThatMovesTheSessionAway() throws Exception {
        taken(trace("e-2", 5, "gw", "gateway_receive_stream_request"));
        together(trace("e-1", 0, "other", "gateway_send_first_ingest_segment"));
        assertThat(nameOf("gw")).isEqualTo("mine");
        assertThat(nameOf("other")).isEqualTo("ai_live_video_stream");
        assertNoDifferences();
    }

    @Test
    void withALateEventThatMovesTheSessionThere() throws Exception {
        taken(trace("e-2", 5, "other", "gateway_receive_stream_request"));
        together(trace("e-1", 0, "gw", "gateway_send_first_ingest_segment"));
        assertThat(server.get("/api/v1/workflows/default/other/s%7Cr").status()).isEqualTo(404);
        assertIsTheWorkflows(2);
    }

    private void together(Supplier<TestServer.Answer> ofSession) throws Exception {
        Supplier<TestServer.Answer> ofWorkflow = () -> server.post("""
                [{"eventId":"w","type":"workflow.started","timestamp":"2026-02-25T12:00:00Z","env":"default","serviceKey":"gw",
                  "workflowId":"s|r","workflowName":"mine"}]
                """);
        OneCommit.of(database, server, List.of(ofWorkflow, ofSession)).forEach(SessionGivesWayTest::assertTaken);
        assertThat(
                        StoredRows.isEmpty(
                                database.dataSource(),
                                "event_log w, event_log s WHERE w.payload->>'eventId' = 'w' AND s.batch = w.batch AND s.id <> w.id"))
                .as("that they were in different commits")
                .isFalse();
    }

    private Supplier<TestServer.Answer> trace(String id, int second, String gateway, String type) {
        return () -> server.postNetwork(
                "", """
                {"id":"%s","type":"stream_trace","timestamp":%d,"gateway":"%s",
                 "data":{"type":"%s","stream_id":"s","request_id":"r"}}
                """.formatted(id, START.plusSeconds(second).toEpochMilli(), gateway, type));
    }

    private Supplier<TestServer.Answer> sample(String id, int second) {
        return () -> server.postNetwork(
                "", """
                {"id":"%s","type":"ai_stream_status","timestamp":%d,"gateway":"gw",
                 "data":{"type":"status","stream_id":"s","request_id":"r","inference_status":{"fps":20}}}
                """.formatted(id, START.plusSeconds(second).toEpochMilli()));
    }

    private static void taken(Supplier<TestServer.Answer> request) {
        assertTaken(request.get());
    }

    private static void assertTaken(TestServer.Answer answer) {
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        assertThat(answer.json().get("accepted").asInt()).isEqualTo(1);
    }

    /** Also with what comes later. */
    private void assertIsTheWorkflows(int events) throws SQLException {
        assertThat(nameOf("gw")).isEqualTo("mine");
        assertSessionHas(events);
        taken(trace("e-9", 9, "gw", "gateway_ingest_stream_closed"));
        assertThat(nameOf("gw")).isEqualTo("mine");
        assertSessionHas(events + 1);
    }

    private void assertSessionHas(int events) throws SQLException {
        assertThat(StoredRows.isEmpty(
                        database.dataSource(), "fact_workflow_sessions WHERE run_id IS NULL AND version = " + events))
                .isFalse();
        assertNoDifferences();
    }

    private String nameOf(String service) {
        return server.get("/api/v1/workflows/default/" + service + "/s%7Cr")
                .json()
                .at("/workflow/workflowName")
                .asString();
    }

    private void assertNoDifferences() throws SQLException {
        assertThat(new Rebuild(database.dataSource()).run(true, progress -> {}).firstDifferences())
                .isEmpty();
    }
}
