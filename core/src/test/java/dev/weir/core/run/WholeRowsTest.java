package dev.weir.core.run;

import static dev.weir.core.run.Events.events;
import static dev.weir.core.run.Events.id;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Every column of every row of one run, also those that the other tests leave out. */
class WholeRowsTest {
    private static final UUID RUN = UUID.fromString("e27960cb-fd2d-8b4b-93c3-f0c440f0c24f");

    private final Events story = events().execution("execution-1")
            .at("10:00")
            .queued()
            .value()
            .at("10:00:01")
            .started()
            .at("10:00:02")
            .stepStarted("charge", 1)
            .maxAttempts(3)
            .timeoutSet("charge")
            .timeoutMs(30_000)
            .deadline("10:00:32")
            .at("10:00:03")
            .stepFailed("charge", 1, true)
            .error("card refused")
            .retryScheduled("charge", 1)
            .delayMs(2000)
            .nextAttemptAt("10:00:05")
            .at("10:00:05")
            .stepStarted("charge", 2)
            .at("10:00:06")
            .stepCompleted("charge", 2)
            .durationMs(4001)
            .value()
            .sleepStarted(1000)
            .at("10:00:07")
            .sleepCompleted(0)
            .at("10:00:08")
            .completed("charge")
            .durationMs(1500)
            .value();

    @Test
    void theRun() {
        assertThat(story.rows().workflow())
                .isEqualTo(new Workflow(
                        RUN,
                        "order-1",
                        "order",
                        "production",
                        "shop",
                        "execution-1",
                        1,
                        RunStatus.COMPLETED,
                        null,
                        null,
                        null,
                        List.of("charge"),
                        2,
                        new Json("value of #1"),
                        new Json("value of #11"),
                        null,
                        null,
                        null,
                        null,
                        time("10:00:01"),
                        time("10:00:08"),
                        null,
                        null,
                        7000L,
                        1500L,
                        List.of(),
                        time("10:00:00"),
                        Rows.SAVED,
                        id(11),
                        time("10:00:08")));
    }

    @Test
    void theStep() {
        assertThat(story.rows().rows().steps())
                .containsExactly(new WorkflowStep(
                        UUID.fromString("1b9bbd13-8432-85f2-bcc9-e75f6c7b38ce"),
                        "order-1",
                        "production",
                        "shop",
                        "charge",
                        StepStatus.COMPLETED,
                        2,
                        3,
                        new Json("value of #8"),
                        false,
                        null,
                        null,
                        false,
                        1,
                        null,
                        2000L,
                        30_000L,
                        time("10:00:32"),
                        false,
                        time("10:00:02"),
                        time("10:00:06"),
                        1000L,
                        4001L,
                        time("10:00:02"),
                        Rows.SAVED,
                        1,
                        false));
    }

    @Test
    void theAttempts() {
        assertThat(story.rows().rows().attempts())
                .containsExactly(
                        new StepAttempt(
                                UUID.fromString("5b48a575-398b-bdec-8b9c-3ecc33161cab"),
                                "order-1",
                                "production",
                                "shop",
                                "charge",
                                1,
                                AttemptResult.FAILURE,
                                "card refused",
                                "stack of #5",
                                time("10:00:02"),
                                time("10:00:03"),
                                1000L,
                                true,
                                2000L,
                                time("10:00:05"),
                                id(3),
                                id(5)),
                        new StepAttempt(
                                UUID.fromString("9896078c-5509-95ae-12ec-386124b63699"),
                                "order-1",
                                "production",
                                "shop",
                                "charge",
                                2,
                                AttemptResult.SUCCESS,
                                null,
                                null,
                                time("10:00:05"),
                                time("10:00:06"),
                                1000L,
                                false,
                                null,
                                null,
                                id(7),
                                id(8)));
    }

    @Test
    void theSleep() {
        assertThat(story.rows().rows().sleeps())
                .containsExactly(new WorkflowSleep(
                        UUID.fromString("abb6fc52-45de-5cfe-fd5c-b6a87044921f"),
                        "order-1",
                        "production",
                        "shop",
                        1000L,
                        time("10:00:06"),
                        time("10:00:07"),
                        time("10:00:07"),
                        true,
                        id(9),
                        id(10),
                        false));
    }

    @Test
    void theEventsWhoseTextsAreNeeded() {
        assertThat(RunRows.textEvents(RunFold.fold(story.list()).get(0)))
                .isEqualTo(Set.of(id(1), id(5), id(8), id(11)));
    }

    @Test
    void createdAtIsTheTimeOfTheFirstEventAndStepsAreCountedAsTheyAppear() {
        Rows rows = events().at("10:00")
                .queued()
                .at("10:01")
                .timeoutSet("b")
                .at("10:02")
                .stepStarted("a", 1)
                .at("10:03")
                .stepStarted("b", 1)
                .rows();
        assertThat(rows.workflow().createdAt()).isEqualTo(time("10:00:00"));
        assertThat(rows.workflow().lastEventAt()).isEqualTo(time("10:03:00"));
        assertThat(rows.workflow().lastEventId()).isEqualTo(id(4));
        assertThat(rows.step("b").createdAt()).isEqualTo(time("10:01:00"));
        assertThat(rows.step("b").executionOrder()).isEqualTo(1);
        assertThat(rows.step("a").createdAt()).isEqualTo(time("10:02:00"));
        assertThat(rows.step("a").executionOrder()).isEqualTo(2);
    }

    private static Instant time(String time) {
        return Instant.parse("2026-03-01T" + time + "Z");
    }
}
