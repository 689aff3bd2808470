package dev.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkflowTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant LATER = Instant.parse("2026-03-02T12:00:00Z");

    private final LoopbackServer server = new LoopbackServer();
    private final WeirClient client = WeirClient.builder()
            .url(server.url())
            .clock(Clock.fixed(NOW, ZoneOffset.UTC))
            .build();

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    /** What the reports give, without what every event of this run has. */
    private List<Map<String, Object>> reported(Consumer<Workflow> reports) {
        reports.accept(client.workflow("processOrder", "ord-1"));
        assertThat(client.flush(Await.DEADLINE)).isTrue();
        return server.events().stream().map(WorkflowTest::withoutBase).toList();
    }

    private static Map<String, Object> withoutBase(Map<String, Object> event) {
        Map<String, Object> rest = new HashMap<>(event);
        assertThat(rest.remove("eventId")).isInstanceOf(String.class);
        assertThat((String) rest.remove("timestamp")).startsWith("2026-03-01T12:00:00.0");
        assertThat(rest.remove("workflowId")).isEqualTo("ord-1");
        assertThat(rest.remove("workflowName")).isEqualTo("processOrder");
        return rest;
    }

    private static Map<String, Object> with(Map<String, Object> fields, String name, Object value) {
        Map<String, Object> more = new HashMap<>(fields);
        more.put(name, value);
        return more;
    }

    @Test
    void beginningsOfARun() {
        assertThat(reported(run -> run.queued(Map.of("total", 5))
                        .started(Map.of("total", 5))
                        .started()
                        .pausedForSleep(LATER)
                        .pausedForRetry("charge", LATER)
                        .resumed()))
                .containsExactly(
                        Map.of("type", "workflow.queued", "input", Map.of("total", 5)),
                        Map.of("type", "workflow.started", "input", Map.of("total", 5)),
                        Map.of("type", "workflow.started"),
                        Map.of("type", "workflow.paused", "reason", "sleep", "resumeAt", "2026-03-02T12:00:00Z"),
                        Map.of(
                                "type", "workflow.paused",
                                "reason", "retry",
                                "stepName", "charge",
                                "resumeAt", "2026-03-02T12:00:00Z"),
                        Map.of("type", "workflow.resumed"));
    }

    @Test
    void aRunThatCompletesNamesItsStepsAndItsDuration() {
        Map<String, Object> completed = reported(run -> {
                    run.started();
                    run.step("reserve").started().completed();
                    run.step("charge").started().completed();
                    run.step("reserve").completedFromCache(null);
                    run.completed(Map.of("ok", true));
                })
                .get(6);

        assertThat((Integer) completed.get("durationMs")).isBetween(0, 10_000);
        assertThat(with(completed, "durationMs", 0))
                .isEqualTo(Map.of(
                        "type",
                        "workflow.completed",
                        "completedSteps",
                        List.of("reserve", "charge"),
                        "durationMs",
                        0,
                        "output",
                        Map.of("ok", true)));
    }

    @Test
    void aRunWhoseStartWasNotSeenHasNoDuration() {
        assertThat(reported(Workflow::completed))
                .containsExactly(Map.of("type", "workflow.completed", "completedSteps", List.of()));
    }

    @Test
    void aRunThatFailsNamesTheStepThatFailedLast() {
        List<Map<String, Object>> events = reported(run -> {
            run.step("reserve").started().failed(Failure.of("out of stock"), true);
            run.step("reserve").started().completed();
            run.failed(Failure.of("no reason"));
            run.step("charge").started(3).failed(new IllegalStateException("declined"), false);
            run.failed(Failure.of("declined").withCode("CARD_DECLINED"));
        });

        assertThat(events.get(4))
                .isEqualTo(Map.of(
                        "type", "workflow.failed",
                        "error", Map.of("message", "no reason"),
                        "completedSteps", List.of("reserve")));
        assertThat(events.get(7).get("error"))
                .isEqualTo(Map.of("message", "declined", "code", "CARD_DECLINED", "stepName", "charge", "attempt", 3));
    }

    @Test
    void aThrowableGivesMessageAndStack() {
        Map<String, Object> event = reported(
                        run -> run.failed(new IllegalStateException("declined", new RuntimeException("by the bank"))))
                .get(0);
        Map<?, ?> error = (Map<?, ?>) event.get("error");

        assertThat(error.keySet()).isEqualTo(java.util.Set.of("message", "stack"));
        assertThat(error.get("message")).isEqualTo("declined");
        assertThat((String) error.get("stack"))
                .startsWith("java.lang.IllegalStateException: declined")
                .contains("at dev.weir.client.WorkflowTest")
                .contains("Caused by: java.lang.RuntimeException: by the bank");
    }

    @Test
    void aRunThatIsCancelled() {
        assertThat(reported(run -> run.cancelled("by the customer").cancelled(null)))
                .containsExactly(
                        Map.of(
                                "type", "workflow.cancelled",
                                "reason", "by the customer",
                                "completedSteps", List.of()),
                        Map.of("type", "workflow.cancelled", "completedSteps", List.of()));
    }

    @Test
    void stepsCountTheirAttempts() {
        assertThat(reported(run -> {
                    run.step("charge").started().started(5, 7).started();
                    run.step("ship").attempt(4).completed(List.of(1));
                    run.step("pack").completedFromCache("box");
                }))
                .containsExactly(
                        Map.of("type", "step.started", "stepName", "charge", "attempt", 1),
                        Map.of("type", "step.started", "stepName", "charge", "attempt", 5, "maxAttempts", 7),
                        Map.of("type", "step.started", "stepName", "charge", "attempt", 6),
                        Map.of(
                                "type",
                                "step.completed",
                                "stepName",
                                "ship",
                                "attempt",
                                4,
                                "cached",
                                false,
                                "result",
                                List.of(1)),
                        Map.of("type", "step.completed", "stepName", "pack", "cached", true, "result", "box"));
    }

    @Test
    void retriesAndTimeouts() {
        assertThat(reported(run -> run.step("charge")
                                .started(2)
                                .timeoutSet(Duration.ofSeconds(30))
                                .timeoutExceeded()
                                .failed(Failure.of("slow"), true)
                                .retryScheduled(Duration.ofSeconds(5))
                                .retryExhausted())
                        .subList(1, 6))
                .containsExactly(
                        Map.of(
                                "type", "timeout.set",
                                "stepName", "charge",
                                "timeoutMs", 30_000,
                                "deadline", "2026-03-01T12:00:30Z"),
                        Map.of("type", "timeout.exceeded", "stepName", "charge", "timeoutMs", 30_000),
                        Map.of(
                                "type",
                                "step.failed",
                                "stepName",
                                "charge",
                                "attempt",
                                2,
                                "willRetry",
                                true,
                                "error",
                                Map.of("message", "slow")),
                        Map.of(
                                "type", "retry.scheduled",
                                "stepName", "charge",
                                "attempt", 2,
                                "delayMs", 5_000,
                                "nextAttemptAt", "2026-03-01T12:00:05Z"),
                        Map.of("type", "retry.exhausted", "stepName", "charge", "attempts", 2));
    }

    @Test
    void sleeps() {
        List<Map<String, Object>> events =
                reported(run -> run.sleepStarted(Duration.ofDays(30)).sleepCompleted());

        assertThat(events.get(0))
                .isEqualTo(Map.of(
                        "type", "sleep.started", "durationMs", 2_592_000_000L, "resumeAt", "2026-03-31T12:00:00Z"));
        assertThat(events.get(1).keySet()).isEqualTo(java.util.Set.of("type", "durationMs"));
        assertThat((Integer) events.get(1).get("durationMs")).isBetween(0, 10_000);
    }

    @Test
    void stages() {
        assertThat(reported(run ->
                        run.stage("review").started().started(LATER).completed().completed("approved")))
                .containsExactly(
                        Map.of("type", "stage_started", "workflowStage", "review"),
                        Map.of(
                                "type", "stage_started",
                                "workflowStage", "review",
                                "slaDueTimestamp", "2026-03-02T12:00:00Z"),
                        Map.of("type", "stage_completed", "workflowStage", "review"),
                        Map.of("type", "stage_completed", "workflowStage", "review", "status", "approved"));
    }

    @Test
    void executionSourceAndCustomFields() {
        assertThat(reported(run -> run.withExecutionId("exec-1")
                        .withSource("worker-3")
                        .track("order.audited", Map.of("by", "bookkeeping"))))
                .containsExactly(Map.of(
                        "type", "order.audited",
                        "executionId", "exec-1",
                        "source", "worker-3",
                        "by", "bookkeeping"));
    }

    @Test
    void completedStepsAreBounded() {
        List<Map<String, Object>> events = reported(run -> {
            for (int i = 0; i < 1_200; i++) {
                run.step("step-" + i).completed();
            }
            run.completed();
        });

        List<?> names = (List<?>) events.get(1_200).get("completedSteps");
        assertThat(names).hasSize(1_000);
        assertThat(names.get(999)).isEqualTo("step-999");
    }

    @Test
    void wrongReportsAreCountedLoggedOnceAndThrowNothing() {
        try (CapturedLog log = new CapturedLog()) {
            client.workflow("", "ord-1").started();
            client.workflow("processOrder", null).started();
            client.workflow("processOrder", "ord-1").step(" ").started();
            client.workflow("processOrder", "ord-1").step(null).completed();
            client.workflow("processOrder", "ord-1").stage(null).started();
            client.workflow("processOrder", "ord-1").step("charge").started(-1);
            client.workflow("processOrder", "ord-1").sleepStarted(Duration.ofMillis(-5));
            client.workflow("processOrder", "ord-1").sleepStarted(null);
            client.workflow("processOrder", "ord-1").track(null, Map.of());
            client.workflow("processOrder", "ord-1").step("charge").failed((Failure) null, true);
            client.track(null);
            client.track(Map.of("x", 1));

            assertThat(client.stats().dropped(DropReason.INVALID)).isEqualTo(12);
            assertThat(client.stats().tracked()).isEqualTo(12);
            assertThat(log.with("INVALID")).hasSize(1);
        }
        assertThat(client.flush(Await.DEADLINE)).isTrue();
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void anExceptionThatCannotTellIsStillReported() {
        Throwable mute = new RuntimeException() {
            @Override
            public String getMessage() {
                throw new IllegalStateException();
            }
        };
        Map<?, ?> error = (Map<?, ?>) reported(run -> run.failed(mute).failed((Throwable) null))
                .get(0)
                .get("error");

        assertThat(error.get("message")).isEqualTo(mute.getClass().getName());
    }
}
