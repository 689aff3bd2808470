package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.EventType;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.EventText;
import dev.weir.core.run.RunFold;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.run.RunStatus;
import dev.weir.core.run.StepAttempt;
import dev.weir.core.run.StepStatus;
import dev.weir.core.run.Workflow;
import dev.weir.core.run.WorkflowSleep;
import dev.weir.core.run.WorkflowStep;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds of the rows of every history, however little of it arrived. */
class RunRowsInvariantsTest {
    private static final Set<EventType> ENDS_OF_ATTEMPTS = Set.of(
            EventType.STEP_COMPLETED,
            EventType.STEP_FAILED,
            EventType.TIMEOUT_EXCEEDED,
            EventType.RETRY_SCHEDULED,
            EventType.RETRY_EXHAUSTED);

    @Test
    void runsAreNumberedFromOne() {
        Seeds.each(seed -> {
            List<RunRows> runs = runs(seed);
            for (int i = 0; i < runs.size(); i++) {
                assertThat(runs.get(i).workflow().runSeq()).isEqualTo(i + 1);
                assertThat(runs.get(i).workflow().id())
                        .isEqualTo(RunHistories.key(seed).id());
            }
        });
    }

    @Test
    void nothingOfAnEndedRunIsInFlight() {
        eachRun(run -> {
            if (!run.workflow().status().isEnded()) {
                return;
            }
            assertThat(run.steps())
                    .extracting(WorkflowStep::status)
                    .doesNotContain(StepStatus.RUNNING, StepStatus.RETRYING);
            assertThat(run.steps()).allMatch(step -> step.nextRetryAt() == null && !step.willRetry());
            assertThat(run.sleeps()).allMatch(WorkflowSleep::completed);
            assertThat(run.workflow().currentStep()).isNull();
        });
    }

    @Test
    void aRunEndsInOneWayOnly() {
        eachRun(run -> {
            Workflow row = run.workflow();
            assertThat(row.completedAt() != null).isEqualTo(row.status() == RunStatus.COMPLETED);
            assertThat(row.failedAt() != null).isEqualTo(row.status() == RunStatus.FAILED);
            assertThat(row.cancelledAt() != null).isEqualTo(row.status() == RunStatus.CANCELLED);
            assertThat(row.durationMs() != null).isEqualTo(row.status().isEnded());
            if (row.status() != RunStatus.FAILED) {
                assertThat(Stream.of(row.errorMessage(), row.errorStepName(), row.errorAttempt()))
                        .containsOnlyNulls();
            }
        });
    }

    @Test
    void onlyAPausedRunHasAReasonAndATimeToResume() {
        eachRun(run -> {
            if (run.workflow().status() != RunStatus.PAUSED) {
                assertThat(run.workflow().pauseReason()).isNull();
                assertThat(run.workflow().resumeAt()).isNull();
            }
        });
    }

    @Test
    void anOpenRunThatHasARunningStepShowsIt() {
        eachRun(run -> {
            Set<String> running = run.steps().stream()
                    .filter(step -> step.status() == StepStatus.RUNNING)
                    .map(WorkflowStep::stepName)
                    .collect(Collectors.toSet());
            String current = run.workflow().currentStep();
            assertThat(current == null ? running.isEmpty() : running.contains(current))
                    .as("current step %s of %s", current, running)
                    .isTrue();
        });
    }

    @Test
    void atMostOneSleepIsOpenTheLast() {
        eachRun(run -> {
            for (int i = 0; i < run.sleeps().size() - 1; i++) {
                assertThat(run.sleeps().get(i).completed()).isTrue();
            }
        });
    }

    @Test
    void attemptsAreNumberedUniquelyAndTheHighestIsTheCurrentOne() {
        eachRun(run -> {
            Map<String, List<Integer>> numbers = run.attempts().stream()
                    .collect(Collectors.groupingBy(
                            StepAttempt::stepName,
                            Collectors.mapping(StepAttempt::attemptNumber, Collectors.toList())));
            for (WorkflowStep step : run.steps()) {
                List<Integer> ofStep = numbers.getOrDefault(step.stepName(), List.of());
                assertThat(ofStep).doesNotHaveDuplicates().doesNotContain(0);
                assertThat(step.currentAttempt())
                        .isEqualTo(ofStep.stream().mapToInt(n -> n).max().orElse(0));
            }
            assertThat(run.workflow().totalStepsExecuted())
                    .isEqualTo(run.attempts().size());
        });
    }

    @Test
    void completedStepsAndTheirStatusAgree() {
        eachRun(run -> {
            assertThat(run.workflow().completedSteps()).doesNotHaveDuplicates();
            for (WorkflowStep step : run.steps()) {
                if (run.workflow().completedSteps().contains(step.stepName())) {
                    assertThat(step.status()).isEqualTo(StepStatus.COMPLETED);
                } else if (step.status() == StepStatus.COMPLETED) {
                    assertThat(step.inferred()).isTrue();
                }
            }
        });
    }

    @Test
    void noDurationIsNegative() {
        eachRun(run -> assertThat(Stream.of(
                                Stream.of(run.workflow().durationMs()),
                                run.steps().stream()
                                        .flatMap(step -> Stream.of(step.durationMs(), step.totalDurationMs())),
                                run.attempts().stream().map(StepAttempt::durationMs),
                                run.sleeps().stream().map(WorkflowSleep::durationMs))
                        .flatMap(durations -> durations)
                        .filter(Objects::nonNull))
                .allMatch(ms -> ms >= 0));
    }

    @Test
    void aRunBeginsBeforeItsLastEvent() {
        eachRun(run -> {
            assertThat(run.workflow().createdAt())
                    .isBeforeOrEqualTo(run.workflow().lastEventAt());
            assertThat(run.steps())
                    .allMatch(step -> !step.createdAt().isBefore(run.workflow().createdAt()));
        });
    }

    @Test
    void stepsAreInTheOrderInWhichTheyWereSeen() {
        eachRun(run -> {
            assertThat(run.steps()).extracting(WorkflowStep::stepName).doesNotHaveDuplicates();
            for (int i = 0; i < run.steps().size(); i++) {
                assertThat(run.steps().get(i).executionOrder()).isEqualTo(i + 1);
            }
        });
    }

    @Test
    void retriesAreCountedOnceEach() {
        Seeds.each(seed -> {
            long scheduled = RunHistories.history(seed).stream()
                    .filter(event -> event.type() == EventType.RETRY_SCHEDULED)
                    .count();
            int counted = runs(seed).stream()
                    .flatMap(run -> run.steps().stream())
                    .mapToInt(WorkflowStep::retryCount)
                    .sum();
            assertThat(counted).isEqualTo((int) scheduled);
        });
    }

    @Test
    void attemptsPointAtTheEventsThatBeganAndEndedThem() {
        Seeds.each(seed -> {
            Map<UUID, WorkflowEvent> events = RunHistories.history(seed).stream()
                    .collect(Collectors.toMap(WorkflowEvent::id, Function.identity()));
            for (RunRows run : runs(seed)) {
                for (StepAttempt attempt : run.attempts()) {
                    assertEvent(attempt, events.get(attempt.startEventId()), Set.of(EventType.STEP_STARTED));
                    assertEvent(attempt, events.get(attempt.endEventId()), ENDS_OF_ATTEMPTS);
                    assertThat(attempt.startEventId() == null).isEqualTo(attempt.startedAt() == null);
                    assertThat(attempt.endEventId() == null).isEqualTo(attempt.result() == null);
                }
            }
        });
    }

    private static void assertEvent(StepAttempt attempt, WorkflowEvent event, Set<EventType> types) {
        if (event != null) {
            assertThat(event.stepName()).isEqualTo(attempt.stepName());
            assertThat(types).contains(event.type());
        }
    }

    @Test
    void noTwoRowsShareAnId() {
        Seeds.each(seed -> {
            List<UUID> ids = new ArrayList<>();
            for (RunRows run : runs(seed)) {
                run.steps().forEach(row -> ids.add(row.id()));
                run.attempts().forEach(row -> ids.add(row.id()));
                run.sleeps().forEach(row -> ids.add(row.id()));
            }
            assertThat(ids).doesNotHaveDuplicates();
        });
    }

    @Test
    void rowsAskOnlyForTheTextsThatTheyAnnounce() {
        Seeds.each(seed -> {
            for (RunState run : RunFold.fold(RunHistories.history(seed))) {
                Set<UUID> asked = new HashSet<>();
                RunRows.of(RunHistories.key(seed), run, Instant.EPOCH, id -> {
                    asked.add(id);
                    return EventText.NONE;
                });
                assertThat(RunRows.textEvents(run)).containsAll(asked);
            }
        });
    }

    private static void eachRun(Consumer<RunRows> check) {
        Seeds.each(seed -> runs(seed).forEach(check));
    }

    private static List<RunRows> runs(long seed) {
        RunFolding fold = new RunFolding(RunHistories.key(seed));
        return fold.rows(fold.fold(RunHistories.history(seed)));
    }
}
