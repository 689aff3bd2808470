package dev.weir.server.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.server.ingest.EventText;
import dev.weir.testkit.db.TestDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A run beside the last success of its workflow, which is of the same service in the same environment. */
class LastGoodEndpointTest {
    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");

    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(database);
        charged("early", "live", 0, "completed", 5);
        charged("reused", "live", 60, "completed", 7);
        charged("bad", "live", 120, "failed", 9);
        charged("reused", "live", 180, "failed", 9);
        charged("late", "live", 240, "completed", 5);
        charged("elsewhere", "test", 100, "completed", 1);
        charged("alone", "quiet", 0, "failed", 1);
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    private static void charged(String id, String env, int second, String end, int amount) {
        List<EventText> events = new ArrayList<>();
        events.add(event("workflow.started", env, id, second)
                .with("input", Map.of("amount", amount, "items", List.of("a", "b"))));
        events.add(event("step.started", env, id, second)
                .with("stepName", "reserve")
                .with("attempt", 1));
        events.add(event("step.completed", env, id, second + 1)
                .with("stepName", "reserve")
                .with("attempt", 1)
                .with("result", Map.of("held", amount)));
        events.add(event("step.started", env, id, second + 1)
                .with("stepName", "charge")
                .with("attempt", 1));
        if (end.equals("completed")) {
            events.add(event("step.completed", env, id, second + 2)
                    .with("stepName", "charge")
                    .with("attempt", 1)
                    .with("result", "ok"));
            events.add(event("workflow.completed", env, id, second + 3).with("output", Map.of("paid", true)));
        } else {
            Map<String, Object> error = Map.of("message", "declined", "stepName", "charge");
            events.add(event("step.failed", env, id, second + 2)
                    .with("stepName", "charge")
                    .with("attempt", 1)
                    .with("willRetry", false)
                    .with("error", error));
            events.add(event("workflow.failed", env, id, second + 3).with("error", error));
        }
        Answer answer = server.post(EventText.batch(events));
        assertThat(answer.json().get("accepted").asInt())
                .as(answer.response().body())
                .isEqualTo(events.size());
    }

    private static EventText event(String type, String env, String id, int second) {
        return EventText.of(type, id)
                .with("env", env)
                .at(NOON.plusSeconds(second).toString());
    }

    @Test
    void theLastSuccessBeforeItIsCompared() {
        JsonNode compared = compared("live/svc/bad/last-good");
        assertThat(compared.at("/good/workflowId").asString()).isEqualTo("reused");
        assertThat(compared.at("/good/runSeq").asInt()).isEqualTo(1);
        assertThat(compared.at("/run/status").asString()).isEqualTo("failed");
        assertThat(compared.get("partsAt").asString()).isEqualTo("charge");
        assertThat(compared.get("sentence").asString())
                .isEqualTo("It parts from reused, which completed 60 s before, at charge: failed here, completed there."
                        + " Their inputs differ.");
        assertThat(compared.get("input").toString())
                .isEqualTo("[{\"path\":\"amount\",\"here\":\"9\",\"there\":\"7\"}]");
        assertThat(compared.at("/output/0/here").isNull()).isTrue();
        assertThat(compared.at("/output/0/there").asString()).isEqualTo("{\"paid\":true}");
        assertThat(compared.get("durationHereMs").asLong()).isEqualTo(3000);
        assertThat(compared.get("durationThereMs").asLong()).isEqualTo(3000);
        assertThat(compared.at("/steps/0/differs").toString()).isEqualTo("[\"result\"]");
        assertThat(compared.at("/steps/1/differs").toString()).isEqualTo("[\"status\",\"result\"]");
        assertThat(compared.at("/steps/1/here").toString())
                .isEqualTo("{\"status\":\"failed\",\"durationMs\":1000,\"attempts\":1,\"errorMessage\":\"declined\"}");
    }

    @Test
    void everyRunOfAnIdHasItsOwn() {
        assertThat(good("live/svc/reused/last-good")).isEqualTo("reused 1");
        assertThat(good("live/svc/reused/last-good?run=1")).isEqualTo("early 1");
        assertThat(good("live/svc/early/last-good")).as("not itself").isEqualTo("late 1");
    }

    @Test
    void whereNothingHasCompletedThereIsNothingToCompareWith() {
        JsonNode compared = compared("quiet/svc/alone/last-good");
        assertThat(compared.get("good").isNull()).isTrue();
        assertThat(compared.get("partsAt").isNull()).isTrue();
        assertThat(compared.get("steps")).hasSize(2);
        assertThat(compared.get("input")).isEmpty();
        assertThat(compared.get("sentence").asString())
                .isEqualTo("No run of order has completed, so there is nothing to compare with.");
    }

    @Test
    void idsThatNoPathHoldsAreAskedForByQuery() {
        Answer byQuery = server.get("/api/v1/workflow/last-good?env=live&service=svc&id=bad");
        assertThat(byQuery.json()).isEqualTo(compared("live/svc/bad/last-good"));
    }

    @Test
    void whatIsNotThereIsUnknown() {
        assertThat(server.get("/api/v1/workflows/live/svc/nobody/last-good").status())
                .isEqualTo(404);
        assertThat(server.get("/api/v1/workflows/live/svc/bad/last-good?run=2").status())
                .isEqualTo(404);
        assertThat(server.get("/api/v1/workflows/live/svc/bad/last-good?run=two")
                        .status())
                .isEqualTo(400);
        assertThat(server.get("/api/v1/workflow/last-good?env=live&service=svc").status())
                .isEqualTo(400);
    }

    private static String good(String path) {
        JsonNode good = compared(path).get("good");
        return good.get("workflowId").asString() + " " + good.get("runSeq").asInt();
    }

    private static JsonNode compared(String path) {
        Answer answer = server.get("/api/v1/workflows/" + path);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json();
    }
}
