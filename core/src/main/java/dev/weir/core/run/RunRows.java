package dev.weir.core.run;

import dev.weir.core.event.Ids;
import dev.weir.core.event.RunKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is shown of a run: the rows of {@code workflows}, {@code workflow_steps}, {@code step_attempts} and
 * {@code workflow_sleeps}. The SQL views show the same, and a test compares them.
 */
public record RunRows(
        Workflow workflow, List<WorkflowStep> steps, List<StepAttempt> attempts, List<WorkflowSleep> sleeps) {

    /**
     * @param updatedAt when the run was saved, which is all of it that does not follow from the events
     * @param texts finds what only the log keeps of an event; see {@link #textEvents} for those it will be asked for
     */
    public static RunRows of(RunKey key, RunState run, Instant updatedAt, Function<UUID, EventText> texts) {
        UUID id = key.id(); // once: it is a hash
        Map<Integer, AttemptState> latest = latestAttempts(run);
        List<WorkflowStep> steps = new ArrayList<>(run.steps().size());
        for (int i = 0; i < run.steps().size(); i++) {
            steps.add(step(id, key, run, updatedAt, i, latest.get(i), texts));
        }
        return new RunRows(
                workflow(id, key, run, updatedAt, texts),
                steps,
                run.attempts().stream()
                        .map(a -> attempt(id, key, run, a, texts))
                        .toList(),
                sleeps(id, key, run));
    }

    /** The events whose texts {@link #of} needs. */
    public static Set<UUID> textEvents(RunState run) {
        Set<UUID> ids = new HashSet<>();
        ids.add(run.inputEvent());
        ids.add(run.endEvent());
        for (StepState step : run.steps()) {
            ids.add(step.resultEvent());
            ids.add(step.errorEvent());
        }
        run.attempts().forEach(attempt -> ids.add(attempt.errorEvent()));
        ids.remove(null);
        return ids;
    }

    private static Workflow workflow(
            UUID id, RunKey key, RunState run, Instant updatedAt, Function<UUID, EventText> texts) {
        EventText end = text(run.endEvent(), texts);
        return new Workflow(
                id,
                key.workflowId(),
                run.workflowName(),
                key.env(),
                key.serviceKey(),
                run.executionId(),
                run.seq(),
                run.status(),
                run.pauseReason(),
                instant(run.resumeAt()),
                currentStep(run),
                completedSteps(run),
                run.attempts().size(),
                text(run.inputEvent(), texts).value(),
                run.status() == RunStatus.COMPLETED ? end.value() : null,
                run.errorMessage(),
                run.status() == RunStatus.FAILED ? end.errorStack() : null,
                run.errorStep(),
                errorAttempt(run),
                startedAt(run),
                endedAt(run, RunStatus.COMPLETED),
                endedAt(run, RunStatus.FAILED),
                endedAt(run, RunStatus.CANCELLED),
                durationMs(run),
                run.reportedMs(),
                inferred(run),
                instant(run.createdAt()),
                updatedAt,
                run.last().id(),
                instant(run.last().at()));
    }

    /** The latest started step that still runs. */
    public static @Nullable String currentStep(RunState run) {
        if (run.isEnded()) {
            return null;
        }
        return run.steps().stream()
                .filter(step -> shownStatus(run, step) == StepStatus.RUNNING)
                .max(Comparator.comparingInt(StepState::startedTick))
                .map(StepState::name)
                .orElse(null);
    }

    /** By completion, then those that only the end of the run named. */
    public static List<String> completedSteps(RunState run) {
        List<StepState> completed = new ArrayList<>();
        for (StepState step : run.steps()) {
            if (step.status() == StepStatus.COMPLETED) {
                completed.add(step);
            }
        }
        completed.sort(Comparator.comparingInt(StepState::completedTick));
        List<String> names = new ArrayList<>(completed.size());
        completed.forEach(step -> names.add(step.name()));
        if (!run.namedSteps().isEmpty()) {
            Set<String> known = new HashSet<>(names);
            run.namedSteps().stream().filter(known::add).forEach(names::add);
        }
        return names;
    }

    public static @Nullable Instant startedAt(RunState run) {
        if (run.startedAt() != null) {
            return instant(run.startedAt());
        }
        return instant(run.firstActivityAt());
    }

    public static @Nullable Instant endedAt(RunState run, RunStatus how) {
        return run.status() == how ? instant(run.endedAt()) : null;
    }

    /** From the first start to the end; what the end reported may be only the last slice after a resumption. */
    public static @Nullable Long durationMs(RunState run) {
        if (run.endedAt() == null) {
            return null;
        }
        if (run.startedAt() == null && run.reportedMs() != null) {
            return run.reportedMs();
        }
        Long from = run.startedAt() != null ? run.startedAt() : run.firstActivityAt();
        return from == null ? null : Long.valueOf(millis(from, run.endedAt()));
    }

    public static List<String> inferred(RunState run) {
        List<String> inferred = new ArrayList<>(2);
        if (run.startedAt() == null && run.firstActivityAt() != null) {
            inferred.add("started_at");
        }
        if (run.statusInferred()) {
            inferred.add("status");
        }
        return inferred;
    }

    public static @Nullable Integer errorAttempt(RunState run) {
        if (run.errorAttempt() == null || run.errorStep() == null) {
            return run.errorAttempt();
        }
        boolean zeroBased = run.steps().stream()
                .anyMatch(step -> step.zeroBased() && step.name().equals(run.errorStep()));
        return run.errorAttempt() + (zeroBased ? 1 : 0);
    }

    private static WorkflowStep step(
            UUID id,
            RunKey key,
            RunState state,
            Instant updatedAt,
            int index,
            @Nullable AttemptState latest,
            Function<UUID, EventText> texts) {
        StepState step = state.steps().get(index);
        StepStatus shown = shownStatus(state, step);
        boolean failing = shown == StepStatus.FAILED || shown == StepStatus.RETRYING;
        EventText error = failing ? text(step.errorEvent(), texts) : EventText.NONE;
        return new WorkflowStep(
                rowId(id, state.seq(), "step", step.name()),
                key.workflowId(),
                key.env(),
                key.serviceKey(),
                step.name(),
                shown,
                latest == null ? 0 : shownNumber(step, latest.number()),
                step.maxAttempts(),
                text(step.resultEvent(), texts).value(),
                step.cached(),
                error.errorMessage(),
                error.errorStack(),
                shown == StepStatus.RETRYING,
                step.retryCount(),
                shown == StepStatus.RETRYING ? instant(step.nextRetryAt()) : null,
                step.lastDelayMs(),
                step.timeoutMs(),
                instant(step.timeoutDeadline()),
                step.timedOut(),
                instant(step.startedAt()),
                step.status() == StepStatus.COMPLETED ? instant(step.completedAt()) : null,
                latest == null ? null : durationMs(latest),
                totalDurationMs(step),
                instant(step.createdAt()),
                updatedAt,
                index + 1,
                shown != step.status());
    }

    /** Nothing of an ended run is in flight. */
    public static StepStatus shownStatus(RunState run, StepState step) {
        StepStatus own = step.status();
        if (own == StepStatus.COMPLETED) {
            return own;
        }
        if (run.namedSteps().contains(step.name())) {
            return StepStatus.COMPLETED;
        }
        if (own == StepStatus.PENDING || own == StepStatus.FAILED) {
            return own;
        }
        return switch (run.status()) {
            case COMPLETED -> own == StepStatus.RUNNING ? StepStatus.COMPLETED : StepStatus.FAILED;
            case FAILED -> StepStatus.FAILED;
            case CANCELLED -> StepStatus.CANCELLED;
            default -> own;
        };
    }

    /** Over all attempts, as the completion reported it or from the first start to the end. */
    public static @Nullable Long totalDurationMs(StepState step) {
        if (step.status() == StepStatus.COMPLETED && step.reportedMs() != null) {
            return step.reportedMs();
        }
        boolean ended = step.status() == StepStatus.COMPLETED || step.status() == StepStatus.FAILED;
        return ended && step.startedAt() != null && step.endedAt() != null && step.endedAt() >= step.startedAt()
                ? Long.valueOf(millis(step.startedAt(), step.endedAt()))
                : null;
    }

    private static Map<Integer, AttemptState> latestAttempts(RunState run) {
        Map<Integer, AttemptState> latest = new HashMap<>();
        for (AttemptState attempt : run.attempts()) {
            latest.merge(attempt.step(), attempt, (a, b) -> a.number() > b.number() ? a : b);
        }
        return latest;
    }

    private static StepAttempt attempt(
            UUID id, RunKey key, RunState state, AttemptState attempt, Function<UUID, EventText> texts) {
        StepState step = state.steps().get(attempt.step());
        EventText error = text(attempt.errorEvent(), texts);
        int number = shownNumber(step, attempt.number());
        return new StepAttempt(
                rowId(id, state.seq(), "attempt " + number, step.name()),
                key.workflowId(),
                key.env(),
                key.serviceKey(),
                step.name(),
                number,
                attempt.result(),
                error.errorMessage(),
                error.errorStack(),
                instant(attempt.startedAt()),
                instant(attempt.endedAt()),
                durationMs(attempt),
                attempt.retryScheduled(),
                attempt.retryDelayMs(),
                instant(attempt.nextAttemptAt()),
                attempt.startEvent(),
                attempt.endEvent());
    }

    /** A step that has an attempt 0 is shown with its attempts plus one. */
    public static int shownNumber(StepState step, int number) {
        return step.zeroBased() ? number + 1 : number;
    }

    public static @Nullable Long durationMs(AttemptState attempt) {
        return attempt.startedAt() == null || attempt.endedAt() == null
                ? null
                : Long.valueOf(millis(attempt.startedAt(), attempt.endedAt()));
    }

    private static List<WorkflowSleep> sleeps(UUID id, RunKey key, RunState state) {
        List<WorkflowSleep> rows = new ArrayList<>(state.sleeps().size());
        for (SleepState sleep : state.sleeps()) {
            rows.add(new WorkflowSleep(
                    rowId(id, state.seq(), "sleep", Integer.toString(rows.size() + 1)),
                    key.workflowId(),
                    key.env(),
                    key.serviceKey(),
                    durationMs(sleep),
                    instant(sleep.startedAt()),
                    instant(sleep.resumeAt()),
                    instant(sleep.completedAt()),
                    sleep.completedAt() != null,
                    sleep.startEvent(),
                    sleep.completeEvent(),
                    sleep.inferred()));
        }
        return rows;
    }

    /** What a sleep reports at its end can be 0, so it is computed. */
    public static @Nullable Long durationMs(SleepState sleep) {
        return sleep.startedAt() == null || sleep.completedAt() == null
                ? sleep.plannedMs()
                : Long.valueOf(millis(sleep.startedAt(), sleep.completedAt()));
    }

    private static EventText text(@Nullable UUID event, Function<UUID, EventText> texts) {
        return event == null ? EventText.NONE : texts.apply(event);
    }

    private static long millis(long fromMicros, long toMicros) {
        return Math.floorDiv(toMicros, 1000) - Math.floorDiv(fromMicros, 1000);
    }

    public static @Nullable Instant instant(@Nullable Long micros) {
        return micros == null ? null : instant(micros.longValue());
    }

    public static Instant instant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000), Math.floorMod(micros, 1_000_000) * 1000L);
    }

    /** The id of a derived row, in a form that SQL can compute too: the MD5 of its name. */
    private static UUID rowId(UUID run, int seq, String kind, String name) {
        return Ids.md5(run + "/" + seq + "/" + kind + "/" + name);
    }
}
