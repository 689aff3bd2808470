package dev.weir.server.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.ingest.EventText;
import dev.weir.testkit.ManualClock;
import dev.weir.testkit.db.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What goes on now and how it fares, as the clock goes. */
class OpenRunsTest {
    private static final String DAY = "2026-03-01T";
    private final ManualClock clock = new ManualClock(Instant.parse(DAY + "10:00:00Z"));
    private TestDatabase database;
    private TestServer server;

    @BeforeEach
    void start() {
        database = new TestDatabase();
        server = new TestServer(database, Map.of(), clock);
    }

    @AfterEach
    void stop() {
        server.close();
        database.close();
    }

    @Test
    void healthFollowsTheClock() {
        everyKind();
        assertThat(listed("health=ok")).containsExactly("works");
        assertThat(listed("health=retrying")).containsExactly("retries");
        assertThat(listed("health=waiting")).containsExactlyInAnyOrder("sleeps", "queued");
        assertThat(listed("health=overdue")).isEmpty();
        assertThat(counts("by=health")).isEqualTo("ok 1, retrying 1, waiting 2, overdue 0, stalled 0");

        clock.advance(Duration.ofMinutes(20));

        assertThat(listed("health=overdue")).containsExactlyInAnyOrder("sleeps", "retries");
        assertThat(listed("health=overdue&env=staging")).containsExactly("sleeps");
        assertThat(listed("health=overdue&status=running")).containsExactly("retries");
        assertThat(listed("health=overdue&health=ok")).containsExactlyInAnyOrder("sleeps", "retries", "works");
        assertThat(counts("by=health")).isEqualTo("ok 1, retrying 0, waiting 1, overdue 2, stalled 0");

        clock.advance(Duration.ofHours(2));

        assertThat(listed("health=stalled")).containsExactlyInAnyOrder("works", "queued");
        assertThat(counts("by=health&env=test")).isEqualTo("ok 0, retrying 0, waiting 0, overdue 1, stalled 2");
    }

    @Test
    void theReasonIsInTheRow() {
        everyKind();
        clock.advance(Duration.ofMinutes(34));
        JsonNode health = item("sleeps").get("health");
        assertThat(health.get("state").asString()).isEqualTo("overdue");
        assertThat(health.get("reason").asString()).isEqualTo("Should have resumed 24 min ago.");
        assertThat(health.get("until").asString()).isEqualTo(DAY + "10:10:00.000Z");
        assertThat(item("done").get("health").isNull()).isTrue();
        JsonNode detail = server.get("/api/v1/workflows/staging/svc/sleeps").json();
        assertThat(detail.at("/workflow/health/reason").asString()).isEqualTo("Should have resumed 24 min ago.");
    }

    @Test
    void silenceIsMeasuredByWhatIsUsual() {
        List<EventText> events = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            events.add(event("workflow.started", "quick-" + i, "09:00:00"));
            events.add(event("workflow.completed", "quick-" + i, "09:02:00"));
        }
        events.add(event("workflow.started", "now", "09:59:00"));
        server.post(EventText.batch(events));
        JsonNode run = item("now");
        assertThat(run.at("/usual/n").asInt()).isEqualTo(5);
        assertThat(run.at("/usual/p50Ms").asLong()).isBetween(114_000L, 127_000L);
        assertThat(run.at("/health/state").asString()).isEqualTo("ok");

        clock.advance(Duration.ofMinutes(2));

        assertThat(item("now").at("/health/reason").asString()).startsWith("No event for 3 min; order usually takes ");
        assertThat(listed("health=stalled")).containsExactly("now");
    }

    @Test
    void activeShowsTheLongestOverdueFirst() {
        everyKind();
        clock.advance(Duration.ofMinutes(20));
        JsonNode active = server.get("/api/v1/active").json();
        assertThat(texts(active.get("items"), "workflowId")).containsExactly("retries", "sleeps", "works");
        assertThat(texts(active.get("items"), "activityState")).containsExactly("overdue", "overdue", "active");
        assertThat(active.get("environments").toString())
                .isEqualTo(
                        "[{\"env\":\"staging\",\"running\":0,\"retrying\":0,\"sleeping\":0,\"overdue\":1,\"stalled\":0,"
                                + "\"queued\":0,\"queuedTooLong\":0,\"oldestQueuedAt\":null},"
                                + "{\"env\":\"test\",\"running\":1,\"retrying\":0,\"sleeping\":0,\"overdue\":1,\"stalled\":0,"
                                + "\"queued\":1,\"queuedTooLong\":0,\"oldestQueuedAt\":\"" + DAY
                                + "09:50:00.000Z\"}]");
        assertThat(texts(server.get("/api/v1/active?env=staging").json().get("items"), "workflowId"))
                .containsExactly("sleeps");
    }

    @Test
    void activeGoesPageByPage() {
        everyKind();
        List<String> ids = new ArrayList<>();
        String next = "";
        do {
            JsonNode page = server.get("/api/v1/active?limit=1" + next).json();
            ids.addAll(texts(page.get("items"), "workflowId"));
            next = page.get("next").isNull()
                    ? null
                    : "&cursor=" + page.get("next").asString();
        } while (next != null);
        assertThat(ids).containsExactly("retries", "works", "sleeps");
    }

    @Test
    void anEndedRunIsOpenNoMore() {
        everyKind();
        assertThat(listed("status=running")).containsExactlyInAnyOrder("works", "retries");
        server.post(EventText.batch(event("workflow.completed", "works", "09:59:59")));
        assertThat(listed("status=running")).containsExactly("retries");
        assertThat(listed("status=completed")).containsExactlyInAnyOrder("works", "done");
        assertThat(counts("by=status")).isEqualTo("pending 1, running 1, paused 1, completed 2, failed 0, cancelled 0");
    }

    private void everyKind() {
        server.post(EventText.batch(
                event("workflow.queued", "queued", "09:50:00"),
                event("workflow.started", "works", "09:59:00"),
                event("workflow.started", "retries", "09:58:00"),
                event("step.started", "retries", "09:58:00")
                        .with("stepName", "charge")
                        .with("attempt", 1),
                event("step.failed", "retries", "09:59:00")
                        .with("stepName", "charge")
                        .with("attempt", 1)
                        .with("willRetry", true),
                event("retry.scheduled", "retries", "09:59:00")
                        .with("stepName", "charge")
                        .with("attempt", 1)
                        .with("nextAttemptAt", DAY + "10:05:00Z"),
                event("workflow.started", "sleeps", "09:00:00").with("env", "staging"),
                event("workflow.paused", "sleeps", "09:30:00")
                        .with("env", "staging")
                        .with("reason", "sleep")
                        .with("resumeAt", DAY + "10:10:00Z"),
                event("workflow.started", "done", "09:00:00"),
                event("workflow.completed", "done", "09:01:00")));
    }

    private static EventText event(String type, String id, String time) {
        return EventText.of(type, id).at(DAY + time + "Z");
    }

    private List<String> listed(String question) {
        return texts(server.get("/api/v1/workflows?" + question).json().get("items"), "workflowId");
    }

    private JsonNode item(String id) {
        return server.get("/api/v1/workflows?q=" + id).json().at("/items/0");
    }

    private String counts(String question) {
        List<String> counts = new ArrayList<>();
        server.get("/api/v1/workflows/count?" + question)
                .json()
                .get("items")
                .forEach(item -> counts.add(
                        item.get("value").asString() + " " + item.get("count").asInt()));
        return String.join(", ", counts);
    }

    private static List<String> texts(JsonNode items, String field) {
        List<String> texts = new ArrayList<>();
        items.forEach(item -> texts.add(item.get(field).asString()));
        return texts;
    }
}
