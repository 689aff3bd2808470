package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.EventType;
import dev.weir.core.event.Ids;
import dev.weir.core.event.RunKey;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.SentEvent;
import dev.weir.testkit.db.StoredLaws;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Ten thousand steps in one run; a hundred thousand events in one run, also arriving backwards. */
class GiantRunsTest {
    private static final long FIRST = Instant.parse("2026-01-01T00:00:00Z").getEpochSecond() * 1_000_000;
    private static final int BATCH = 1000;

    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(database);
    }

    @AfterAll
    static void stop() throws SQLException {
        StoredLaws.rebuild(database.dataSource());
        StoredLaws.accounting(database.dataSource());
        server.close();
        database.close();
    }

    @Test
    void tenThousandSteps() {
        RunKey key = new RunKey(Scope.LOCAL_ORG, "production", "giant", "steps");
        List<SentEvent> events = new ArrayList<>();
        events.add(event(key, 0, EventType.WORKFLOW_STARTED, null, null));
        for (int i = 0; i < 10_000; i++) {
            events.add(event(key, 1 + 2 * i, EventType.STEP_STARTED, "step-" + i, 1));
            events.add(event(key, 2 + 2 * i, EventType.STEP_COMPLETED, "step-" + i, 1));
        }
        events.add(event(key, 20_001, EventType.WORKFLOW_COMPLETED, null, null));

        send(events);

        assertThat(StoredRows.of(database.dataSource(), key)).isEqualTo(StoredRows.expected(events));
        assertThat(server.get("/api/v1/workflows/production/giant/steps").json().get("steps"))
                .hasSize(10_000);
    }

    @Test
    void aHundredThousandEvents() {
        RunKey key = new RunKey(Scope.LOCAL_ORG, "production", "giant", "forwards");
        List<SentEvent> events = aHundredThousand(key);

        send(events);

        assertThat(StoredRows.of(database.dataSource(), key)).isEqualTo(StoredRows.expected(events));
    }

    @Test
    void aHundredThousandEventsBackwards() {
        RunKey key = new RunKey(Scope.LOCAL_ORG, "production", "giant", "backwards");
        List<SentEvent> events = aHundredThousand(key);
        List<SentEvent> backwards = new ArrayList<>(events);
        Collections.reverse(backwards);

        send(backwards);

        StoredRows.awaitEmpty(database.dataSource(), "pending_folds");
        assertThat(StoredRows.of(database.dataSource(), key)).isEqualTo(StoredRows.expected(events));
    }

    private static List<SentEvent> aHundredThousand(RunKey key) {
        List<SentEvent> events = new ArrayList<>();
        events.add(event(key, 0, EventType.WORKFLOW_STARTED, null, null));
        for (int i = 1; i < 50_000; i++) {
            events.add(event(key, 2 * i, EventType.STEP_STARTED, "again", i));
            events.add(event(key, 2 * i + 1, EventType.STEP_FAILED, "again", i));
        }
        return events;
    }

    private static void send(List<SentEvent> events) {
        for (int from = 0; from < events.size(); from += BATCH) {
            TestServer.Answer answer =
                    server.post(EventJson.batch(events.subList(from, Math.min(events.size(), from + BATCH))));
            assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
            assertThat(answer.json().get("rejected")).isEmpty();
        }
    }

    private static SentEvent event(RunKey key, int n, EventType type, String step, Integer attempt) {
        String id = key.workflowId() + "-" + n;
        return new SentEvent(
                id,
                key,
                new WorkflowEvent(
                        Ids.ofEvent(id),
                        type,
                        FIRST + n * 1000L,
                        "giant",
                        null,
                        step,
                        attempt,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        List.of(),
                        false));
    }
}
