package dev.weir.server.ingest;

import static dev.weir.server.ingest.Answers.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What does not fit into the queue is refused as a whole, and may come again. */
class FullQueueTest {
    private static final int QUEUE = 50;
    private static final int FULL_REQUESTS = 6;

    @Test
    void refusesWhatDoesNotFit() throws Exception {
        try (TestDatabase database = new TestDatabase();
                TestServer server =
                        new TestServer(database, Map.of("queue-events", "" + QUEUE, "max-events", "" + QUEUE))) {
            whatFindsTheQueueFullIsRefused(database, server);
            whateverIsRefusedComesInTheEnd(server);
        }
    }

    /** While nothing can be committed, what is with the committing thread and in the queue is all that is taken. */
    private static void whatFindsTheQueueFullIsRefused(TestDatabase database, TestServer server) throws Exception {
        ExecutorService senders = Executors.newFixedThreadPool(FULL_REQUESTS);
        List<String> refused = new ArrayList<>();
        try (Connection connection = database.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            connection.createStatement().execute("LOCK TABLE event_log IN ACCESS EXCLUSIVE MODE");
            Map<String, CompletableFuture<Answer>> answers = new LinkedHashMap<>();
            for (int i = 0; i < FULL_REQUESTS; i++) {
                String body = EventText.batch(events("full", QUEUE));
                answers.put(body, CompletableFuture.supplyAsync(() -> server.post(body), senders));
            }
            CompletableFuture.anyOf(answers.values().toArray(CompletableFuture[]::new))
                    .get(30, TimeUnit.SECONDS);
            connection.rollback();
            for (Map.Entry<String, CompletableFuture<Answer>> sent : answers.entrySet()) {
                Answer answer = sent.getValue().get();
                if (answer.status() != 200) {
                    assertOverloaded(answer);
                    refused.add(sent.getKey());
                }
            }
        }
        senders.shutdown();
        assertThat(refused).isNotEmpty();
        refused.forEach(body -> sendUntilTaken(server, body, QUEUE));
    }

    /** Twenty requests at once, each sent until it is taken: none is lost, and none is stored before it is taken. */
    private static void whateverIsRefusedComesInTheEnd(TestServer server) throws Exception {
        ExecutorService senders = Executors.newFixedThreadPool(20);
        List<CompletableFuture<Void>> sent = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String body = EventText.batch(events("many", 30));
            sent.add(CompletableFuture.runAsync(() -> sendUntilTaken(server, body, 30), senders));
        }
        CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new)).get();
        senders.shutdown();
        assertThat(server.get("/api/v1/workflows/test/svc/many").json().get("steps"))
                .hasSize(1);
        assertThat(server.get("/api/v1/accounting")
                        .json()
                        .at("/items/0/accepted")
                        .asInt())
                .isEqualTo(FULL_REQUESTS * QUEUE + 20 * 30);
        assertThat(server.get("/api/v1/accounting")
                        .json()
                        .at("/items/0/duplicates")
                        .asInt())
                .isZero();
    }

    private static void sendUntilTaken(TestServer server, String body, int events) {
        while (true) {
            Answer answer = server.post(body);
            if (answer.status() == 200) {
                assertThat(answer.json().get("accepted").asInt()).isEqualTo(events);
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
