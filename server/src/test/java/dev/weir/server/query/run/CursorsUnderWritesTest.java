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
                "sort=started&q=steady",
                "sort=steps",
                "sort=execution&order=asc"
            })
    void noneIsSkippedOrRepeated(String order) throws InterruptedException {
        check(order, false);
    }

    /** Where the order follows from the end, runs that have ended stay and others end between them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "sort=lastEvent",
                "sort=lastEvent&order=asc",
                "sort=lastEvent&basis=active&from=2024-05-01T00:00:00Z",
                "sort=lastEvent&basis=ended&from=2024-05-01T00:00:00Z&to=2024-05-03T00:00:00Z",
                "sort=ended",
                "sort=ended&order=asc",
                "sort=duration",
                "sort=error&order=asc",
                "sort=lastEvent&runs=all",
                "sort=duration&runs=all&order=asc"
            })
    void noEndedRunIsSkippedOrRepeated(String order) throws InterruptedException {
        check(order, true);
    }

    private static void check(String order, boolean ended) throws InterruptedException {
        String env = "round-" + ROUND.incrementAndGet();
        List<String> steady = new ArrayList<>();
        for (int i = 0; i < STEADY; i++) {
            steady.add("steady-" + i);
        }
        post(steady.stream()
                .map(id -> event("workflow.started", env, id, time(id)))
                .toList());
        if (ended) {
            post(steady.stream()
                    .map(id -> event("workflow.completed", env, id, time(id).replace("T10", "T11")))
                    .toList());
        }
        AtomicBoolean enough = new AtomicBoolean();
        AtomicInteger written = new AtomicInteger();
        Thread writer = new Thread(() -> write(env, ended, order.contains("runs=all"), enough, written));
        writer.start();
        try {
            for (int pass = 0; pass < 4 || written.get() < STEADY; pass++) {
                assertThat(pages(env, order))
                        .filteredOn(id -> id.startsWith("steady-") && id.endsWith(".1"))
                        .containsExactlyInAnyOrderElementsOf(
                                steady.stream().map(id -> id + ".1").toList());
            }
        } finally {
            enough.set(true);
            writer.join();
        }
    }

    /**
     * Steady runs end, which changes neither start nor name, or have ended and are followed by others of their id if that
     * changes nothing either; others come and go between them.
     */
    private static void write(String env, boolean ended, boolean again, AtomicBoolean enough, AtomicInteger written) {
        for (int i = 0; !enough.get(); i++) {
            String id = "other-" + i;
            String steady = "steady-" + i % STEADY;
            String second = "%02d".formatted(i % 60) + ".500Z";
            EventText other = event("workflow.started", env, id, "2024-05-01T10:00:" + second);
            EventText end = event("workflow.completed", env, ended ? id : steady, "2024-05-01T11:01:" + second);
            EventText next = event("workflow.started", env, steady, "2024-05-01T12:00:" + second);
            post(again && i < STEADY ? List.of(other, end, next) : List.of(other, end));
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
            page.get("items")
                    .forEach(item -> ids.add(item.get("workflowId").asString() + "."
                            + item.get("runSeq").asInt()));
            next = page.get("next").isNull()
                    ? null
                    : "&cursor=" + page.get("next").asString();
        } while (next != null);
        return ids;
    }
}
