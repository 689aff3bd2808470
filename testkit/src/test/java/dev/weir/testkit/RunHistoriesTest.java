package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.EventType;
import dev.weir.core.event.Ids;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.AttemptResult;
import dev.weir.core.run.RunFold;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunStatus;
import dev.weir.core.run.StepAttempt;
import dev.weir.core.run.StepStatus;
import dev.weir.core.run.WorkflowStep;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Histories repeat by their seed, and hold everything that the laws are to be tried on. */
class RunHistoriesTest {
    private static final int SEEDS = 3000;
    private static final int AT_LEAST = SEEDS / 100;

    @Test
    void aSeedAlwaysGivesTheSameHistory() {
        for (long seed = 1; seed <= 200; seed++) {
            assertThat(RunHistories.history(seed))
                    .isEqualTo(RunHistories.history(seed))
                    .isNotEmpty();
        }
        assertThat(RunHistories.history(1)).isNotEqualTo(RunHistories.history(2));
    }

    @Test
    void everyIdIsUsedOnceAcrossHistories() {
        Set<UUID> ids = new HashSet<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            for (SentEvent sent : RunHistories.sent(seed, RunHistories.key(seed))) {
                assertThat(ids.add(sent.event().id())).isTrue();
                assertThat(Ids.ofEvent(sent.eventId())).isEqualTo(sent.event().id());
            }
        }
    }

    @Test
    void trafficIsOfManyKeysInTheOrderOfTime() {
        List<SentEvent> traffic = RunHistories.traffic(7, new UUID(0, 9), 40);
        assertThat(traffic).isEqualTo(RunHistories.traffic(7, new UUID(0, 9), 40));
        assertThat(traffic.stream().map(SentEvent::key).distinct()).hasSize(40);
        assertThat(traffic.stream().map(sent -> sent.key().env()).distinct()).hasSize(2);
        assertThat(traffic.stream().map(sent -> sent.key().serviceKey()).distinct())
                .hasSize(2);
        assertThat(traffic)
                .isSortedAccordingTo(
                        (a, b) -> Long.compare(a.event().at(), b.event().at()));
    }

    @Test
    void everyTypeAndEveryTroubleOccurs() {
        Map<String, Predicate<List<WorkflowEvent>>> features = features();
        Map<String, Integer> seen = new HashMap<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            List<WorkflowEvent> history = RunHistories.history(seed);
            features.forEach((name, feature) -> seen.merge(name, feature.test(history) ? 1 : 0, Integer::sum));
        }
        assertThat(seen).allSatisfy((name, count) -> assertThat(count).as(name).isGreaterThanOrEqualTo(AT_LEAST));
    }

    private static Map<String, Predicate<List<WorkflowEvent>>> features() {
        Map<String, Predicate<List<WorkflowEvent>>> features = new HashMap<>();
        singleEvents(features);
        wholeHistories(features);
        neighbours(features);
        rows(features);
        return features;
    }

    private static void singleEvents(Map<String, Predicate<List<WorkflowEvent>>> features) {
        for (EventType type : EventType.values()) {
            features.put(type.wireName(), any(event -> event.type() == type));
        }
        features.put("attempts from zero", any(event -> Objects.equals(event.attempt(), 0)));
        features.put("no attempt number", any(event -> isStart(event) && event.attempt() == null));
        features.put("cached replay", any(event -> Boolean.TRUE.equals(event.cached())));
        features.put("listed steps", any(event -> !event.completedSteps().isEmpty()));
        features.put("25 days", any(event -> event.durationMs() != null && event.durationMs() > Integer.MAX_VALUE));
        features.put(
                "failed with a step",
                any(event -> isFailure(event) && event.error().stepName() != null));
        features.put(
                "failed without a step",
                any(event -> isFailure(event) && event.error().stepName() == null));
        features.put("v7", any(event -> event.id().version() == 7));
        features.put("v4", any(event -> event.id().version() == 4));
        features.put("text ids", any(event -> event.id().version() == 8));
    }

    private static void wholeHistories(Map<String, Predicate<List<WorkflowEvent>>> features) {
        features.put("first event lost", history -> !history.get(0).type().isStart());
        features.put(
                "mixed ids", history -> distinct(history, event -> event.id().version()) == 3);
        features.put("two executions", history -> distinct(history, WorkflowEvent::executionId) > 1);
        features.put("many in a millisecond", RunHistoriesTest::manyInAMillisecond);
        features.put("reused id", history -> RunFold.fold(history).size() > 1);
    }

    private static void neighbours(Map<String, Predicate<List<WorkflowEvent>>> features) {
        features.put("a clock that goes back", pair((a, b) -> b.at() < a.at()));
        features.put("ids out of order", pair(RunHistoriesTest::haveIdsOutOfOrder));
        features.put("scheduled only", pair((a, b) -> isRetry(b) && isStart(a)));
        features.put("failed, will retry", pair((a, b) -> isRetry(b) && Boolean.TRUE.equals(a.willRetry())));
        features.put("failed, won't retry", pair((a, b) -> isRetry(b) && Boolean.FALSE.equals(a.willRetry())));
        features.put("exhausted after a phantom", pair((a, b) -> isGivingUp(b) && isStart(a)));
        features.put("exhausted after a failure", pair((a, b) -> isGivingUp(b) && a.type() == EventType.STEP_FAILED));
        features.put("reopened", pair((a, b) -> isFailure(a) && b.type() == EventType.WORKFLOW_RESUMED));
        features.put("crash recovery", pair((a, b) -> isStart(a) && b.type() == EventType.WORKFLOW_RESUMED));
        features.put(
                "events after the end",
                pair((a, b) -> a.type().isEnd() && b.type().concernsStep()));
    }

    private static void rows(Map<String, Predicate<List<WorkflowEvent>>> features) {
        for (RunStatus status : RunStatus.values()) {
            features.put("run " + status, rows(run -> run.workflow().status() == status));
        }
        for (StepStatus status : StepStatus.values()) {
            features.put("step " + status, steps(step -> step.status() == status));
        }
        for (AttemptResult result : AttemptResult.values()) {
            features.put("attempt " + result, attempts(attempt -> attempt.result() == result));
        }
        features.put("two attempts of a step", steps(step -> step.currentAttempt() > 1));
        features.put("an attempt without a start", attempts(attempt -> attempt.startedAt() == null));
        features.put("two sleeps", rows(run -> run.sleeps().size() > 1));
        features.put("an open sleep", rows(run -> run.sleeps().stream().anyMatch(sleep -> !sleep.completed())));
    }

    private static boolean isStart(WorkflowEvent event) {
        return event.type() == EventType.STEP_STARTED;
    }

    private static boolean haveIdsOutOfOrder(WorkflowEvent a, WorkflowEvent b) {
        boolean timeOrdered = Ids.isTimeOrdered(a.id()) && Ids.isTimeOrdered(b.id());
        return timeOrdered && a.at() == b.at() && Ids.compareUnsigned(a.id(), b.id()) > 0;
    }

    private static long distinct(List<WorkflowEvent> history, Function<WorkflowEvent, ?> property) {
        return history.stream()
                .map(property)
                .filter(Objects::nonNull)
                .distinct()
                .count();
    }

    private static boolean isFailure(WorkflowEvent event) {
        return event.type() == EventType.WORKFLOW_FAILED && event.error() != null;
    }

    private static boolean isRetry(WorkflowEvent event) {
        return event.type() == EventType.RETRY_SCHEDULED;
    }

    private static boolean isGivingUp(WorkflowEvent event) {
        return event.type() == EventType.RETRY_EXHAUSTED;
    }

    private static boolean manyInAMillisecond(List<WorkflowEvent> history) {
        Map<Long, Integer> perMs = new HashMap<>();
        history.forEach(event -> perMs.merge(event.at() / 1000, 1, Integer::sum));
        return perMs.values().stream().anyMatch(count -> count >= 6);
    }

    private static Predicate<List<WorkflowEvent>> any(Predicate<WorkflowEvent> event) {
        return history -> history.stream().anyMatch(event);
    }

    private interface Pair {
        boolean test(WorkflowEvent a, WorkflowEvent b);
    }

    /** Of events emitted one after the other. */
    private static Predicate<List<WorkflowEvent>> pair(Pair pair) {
        return history -> {
            for (int i = 1; i < history.size(); i++) {
                if (pair.test(history.get(i - 1), history.get(i))) {
                    return true;
                }
            }
            return false;
        };
    }

    private static Predicate<List<WorkflowEvent>> steps(Predicate<WorkflowStep> step) {
        return rows(run -> run.steps().stream().anyMatch(step));
    }

    private static Predicate<List<WorkflowEvent>> attempts(Predicate<StepAttempt> attempt) {
        return rows(run -> run.attempts().stream().anyMatch(attempt));
    }

    private static Predicate<List<WorkflowEvent>> rows(Predicate<RunRows> run) {
        RunFolding fold = new RunFolding(RunHistories.key(0));
        return history ->
                fold.rows(fold.fold(new ArrayList<>(history))).stream().anyMatch(run);
    }
}
