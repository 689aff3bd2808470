package dev.weir.server.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.ingest.EventText;
import dev.weir.testkit.db.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Whoever reads page by page while others write sees each run once whose sort value stays as it is. */
class CursorsUnderWritesTest {
    private static final int STEADY = 120;
    private static final AtomicInteger ROUND = new AtomicInteger();
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sort=started",
                "sort=started&order=asc",
                "sort=created",
                "sort=name&order=asc",
                "sort=env",
                "sort=id&order=asc",
                "sort=started&q=steady"
            })
    void noneIsSkippedOrRepeated(String order) throws InterruptedException {
        String env = "round-" + ROUND.incrementAndGet();
        List<String> steady = new ArrayList<>();
        for (int i = 0; i < STEADY; i++) {
            steady.add("steady-" + i);
        }
        post(steady.stream()
                .map(id -> event("workflow.started", env, id, time(id)))
                .toList());
        AtomicBoolean enough = new AtomicBoolean();
        AtomicInteger written = new AtomicInteger();
        Thread writer = new Thread(() -> write(env, enough, written));
        writer.start();
        try {
            for (int pass = 0; pass < 4 || written.get() < STEADY; pass++) {
                assertThat(pages(env, order))
                        .filteredOn(id -> id.startsWith("steady-"))
                        .containsExactlyInAnyOrderElementsOf(steady);
            }
        } finally {
            enough.set(true);
            writer.join();
        }
    }

    /** Steady runs end, which changes neither start nor name; others come and go between them. */
    private static void write(String env, AtomicBoolean enough, AtomicInteger written) {
        for (int i = 0; !enough.get(); i++) {
            String id = "other-" + i;
            post(List.of(
                    event("workflow.started", env, id, "2024-05-01T10:00:" + "%02d".formatted(i % 60) + ".500Z"),
                    event("workflow.completed", env, "steady-" + i % STEADY, "2024-05-01T12:00:00Z")));
            written.incrementAndGet();
        }
    }

    private static String time(String id) {
        int i = Integer.parseInt(id.substring(7));
        return "2024-05-01T10:%02d:%02dZ".formatted(i / 60, i % 60);
    }

    private static EventText event(String type, String env, String id, String time) {
        return EventText.of(type, id).at(time).with("env", env);
    }

    private static void post(List<EventText> events) {
        assertThat(server.post(EventText.batch(events)).status()).isEqualTo(200);
    }

    private static List<String> pages(String env, String order) {
        List<String> ids = new ArrayList<>();
        String next = "";
        do {
            JsonNode page = server.get("/api/v1/workflows?limit=13&env=" + env + "&" + order + next)
                    .json();
            page.get("items").forEach(item -> ids.add(item.get("workflowId").asString()));
            next = page.get("next").isNull()
                    ? null
                    : "&cursor=" + page.get("next").asString();
        } while (next != null);
        return ids;
    }
}
