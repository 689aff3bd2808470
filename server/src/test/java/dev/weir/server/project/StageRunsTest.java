package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.ingest.EventText;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A workflow that is known only by its stages is a run, until events of the run itself come. */
class StageRunsTest {
    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(database);
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    private static EventText stage(String type, String id, String stage, String at) {
        return EventText.of(type, id)
                .without("workflowName")
                .with("workflowStage", stage)
                .at(at);
    }

    private static void send(Object... events) {
        JsonNode answer = server.post(EventText.batch(events)).json();
        assertThat(answer.get("accepted").asInt()).as(answer.toString()).isEqualTo(events.length);
    }

    private static JsonNode run(String id, String query) {
        TestServer.Answer answer = server.get("/api/v1/workflows/test/svc/" + id + query);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json();
    }

    @Test
    void itRunsWhileAStageIsOpenAndIsCompletedWithTheLast() {
        send(stage("stage_started", "a", "QC", "2024-05-01T10:00:00Z"));
        JsonNode open = run("a", "");
        assertThat(open.at("/workflow/status").asString()).isEqualTo("running");
        assertThat(open.at("/workflow/workflowName").asString()).isEqualTo("svc");
        assertThat(open.at("/workflow/currentStep").asString()).isEqualTo("QC");

        send(stage("stage_completed", "a", "QC", "2024-05-01T12:00:00Z"));
        JsonNode done = run("a", "");
        assertThat(done.at("/workflow/status").asString()).isEqualTo("completed");
        assertThat(done.at("/workflow/durationMs").asLong()).isEqualTo(7_200_000);
        assertThat(done.at("/steps/0/stepName").asString()).isEqualTo("QC");

        send(stage("stage_started", "a", "QC", "2024-05-01T13:00:00Z"));
        assertThat(run("a", "").at("/workflow/status").asString()).isEqualTo("running");
    }

    /** More of them, and more alike to noise, than an index could hold. */
    @Test
    void aStageMayHaveThousandsOfPasses() {
        Random random = new Random(7);
        Instant at = Instant.parse("2024-05-01T10:00:00Z");
        for (int batch = 0; batch < 4; batch++) {
            Object[] events = new Object[500];
            for (int i = 0; i < events.length; i++) {
                String type = i % 2 == 0 ? "stage_started" : "stage_completed";
                events[i] = stage(type, "often", "POLL", at.toString());
                at = at.plusMillis(1 + random.nextInt(10_000_000));
            }
            send(events);
        }
        JsonNode poll =
                server.get("/api/v1/stages/cycle-time?stage=POLL").json().at("/items/0");
        assertThat(poll.at("/perPass/n").asInt()).isEqualTo(1_000);
    }

    @Test
    void itIsKnownAsItWas() {
        send(stage("stage_completed", "b", "QC", "2024-05-01T12:00:00Z"));
        Instant then = Instant.now();
        while (Instant.now().toEpochMilli() <= then.toEpochMilli()) {
            Thread.onSpinWait(); // what comes in the same millisecond was known by then
        }
        send(stage("stage_started", "b", "QC", "2024-05-01T11:00:00Z"));
        assertThat(run("b", "?at=" + then).at("/workflow/durationMs").asLong(-1))
                .isZero();
        assertThat(run("b", "").at("/workflow/durationMs").asLong()).isEqualTo(3_600_000);
    }

    @Test
    void onceEventsOfTheRunComeTheyAloneTellOfIt() {
        send(stage("stage_started", "c", "QC", "2024-05-01T10:00:00Z"));
        send(EventText.of("workflow.started", "c").at("2024-05-01T09:00:00Z"));
        JsonNode run = run("c", "");
        assertThat(run.at("/workflow/workflowName").asString()).isEqualTo("order");
        assertThat(run.get("steps")).isEmpty();
        assertThat(inFlight("c")).isEqualTo(1);

        send(EventText.of("workflow.completed", "c").at("2024-05-01T14:00:00Z"));
        assertThat(inFlight("c")).as("abandoned with its run").isZero();

        send(EventText.of("workflow.started", "c").at("2024-05-01T15:00:00Z"));
        assertThat(inFlight("c")).as("there is a new run").isEqualTo(1);
    }

    private static int inFlight(String id) {
        int found = 0;
        for (JsonNode item :
                server.get("/api/v1/stages/in-flight?limit=1000").json().get("items")) {
            found += item.get("workflowId").asString().equals(id) ? 1 : 0;
        }
        return found;
    }

    /** As an earlier version may have left one, which took it as any unknown type. */
    @Test
    void anEventWithoutAStageInTheLogIsLeftOut() throws SQLException {
        send(stage("stage_started", "d", "QC", "2024-05-01T10:00:00Z"));
        StoredRows.execute(database.dataSource(), """
                INSERT INTO event_log (at, received_at, batch, month, org, source, mended, id, key, type, payload)
                SELECT at, received_at, batch, 0, org, source, mended, '00000000-0000-4000-8000-000000000001', key, type,
                       '{"eventId":"x","type":"stage_started","timestamp":"2024-05-01T10:00:00Z","workflowId":"d"}'
                FROM event_log WHERE payload->>'workflowId' = 'd' LIMIT 1
                """);
        Rebuild.Report report = new Rebuild(database.dataSource()).run(false, progress -> {});
        assertThat(report.firstDifferences()).noneMatch(sentence -> sentence.contains("cannot be folded"));
        assertThat(inFlight("d")).isEqualTo(1);
    }
}
