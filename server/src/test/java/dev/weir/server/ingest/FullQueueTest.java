package dev.weir.server.ingest;

import static dev.weir.server.ingest.Answers.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.testkit.db.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** What does not fit into the queue is refused as a whole, and may come again. */
class FullQueueTest {
    private static final int QUEUE = 50;

    @Test
    void refusesWhatDoesNotFit() throws Exception {
        try (TestDatabase database = new TestDatabase();
                TestServer server = new TestServer(database, Map.of("queue-events", "" + QUEUE))) {
            List<EventText> events = events("one", QUEUE + 1);
            assertOverloaded(server.post(EventText.batch(events)));
            assertThat(server.get("/api/v1/accounting").json().get("items")).isEmpty();
            assertThat(server.get("/api/v1/workflows/test/svc/one").status()).isEqualTo(404);

            Answer smaller = server.post(EventText.batch(events.subList(0, QUEUE)));
            assertThat(smaller.json().get("accepted").asInt()).isEqualTo(QUEUE);

            whateverIsRefusedComesInTheEnd(server);
        }
    }

    /** Twenty requests at once, each sent until it is taken: none is lost, and none is stored before it is taken. */
    private static void whateverIsRefusedComesInTheEnd(TestServer server) throws Exception {
        ExecutorService senders = Executors.newFixedThreadPool(20);
        List<CompletableFuture<Void>> sent = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String body = EventText.batch(events("many", 30));
            sent.add(CompletableFuture.runAsync(() -> sendUntilTaken(server, body), senders));
        }
        CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get();
        senders.shutdown();
        assertThat(server.get("/api/v1/workflows/test/svc/many").json().get("steps"))
                .hasSize(1);
        assertThat(server.get("/api/v1/accounting")
                        .json()
                        .at("/items/0/accepted")
                        .asInt())
                .isEqualTo(QUEUE + 20 * 30);
        assertThat(server.get("/api/v1/accounting")
                        .json()
                        .at("/items/0/duplicates")
                        .asInt())
                .isZero();
    }

    private static void sendUntilTaken(TestServer server, String body) {
        while (true) {
            Answer answer = server.post(body);
            if (answer.status() == 200) {
                assertThat(answer.json().get("accepted").asInt()).isEqualTo(30);
                return;
            }
            assertOverloaded(answer);
        }
    }

    private static List<EventText> events(String workflow, int count) {
        List<EventText> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(EventText.of("step.started", workflow).with("stepName", "s"));
        }
        return events;
    }

    private static void assertOverloaded(Answer answer) {
        assertProblem(answer, 503, "overloaded");
        assertThat(answer.header("Retry-After")).isEqualTo("1");
        assertThat(answer.json().get("detail").asString())
                .isEqualTo("The ingest queue is full: send the same events again a little later.");
    }
}
