package dev.weir.core.signal;

import dev.weir.core.run.AttemptState;
import dev.weir.core.run.HealthFacts;
import dev.weir.core.run.PauseReason;
import dev.weir.core.run.Phrases;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.run.RunStatus;
import dev.weir.core.run.SleepState;
import dev.weir.core.run.StepState;
import dev.weir.core.run.StepStatus;
import org.jspecify.annotations.Nullable;

/**
 * The signal of a run that goes on. It is at the latest step that runs, and between two steps at the one that ran last:
 * most runs are there for a moment only, and one signal per step is enough. So it says where the run is, and not that the
 * step runs. Times are told as of {@code since}, so that the sentence does not depend on when it is made.
 */
final class WhileOpen {
    private static final int NOWHERE = -1;

    private final RunState run;
    private final boolean isSession;
    private final Phases phases;
    /** The latest started step that runs. */
    private int running = NOWHERE;
    /** The latest step that was begun, whatever has become of it. */
    private int latest = NOWHERE;

    private int retries;

    /** @param isSession it has no steps, and will have none */
    WhileOpen(RunState run, boolean isSession, Phases phases) {
        this.run = run;
        this.isSession = isSession;
        this.phases = phases;
        look();
    }

    private void look() {
        int runningTick = -1;
        int latestTick = -1;
        for (int i = 0; i < run.steps().size(); i++) {
            StepState step = run.steps().get(i);
            StepStatus status = RunRows.shownStatus(run, step);
            retries += step.retryCount();
            if (status == StepStatus.RUNNING && step.startedTick() >= runningTick) {
                running = i;
                runningTick = step.startedTick();
            }
            if (status != StepStatus.PENDING && step.startedTick() >= latestTick) {
                latest = i;
                latestTick = step.startedTick();
            }
        }
    }

    Signal signal() {
        if (isSession) {
            return plain(SignalKind.STARTED, "The session goes on.", startedAt());
        }
        if (run.status() == RunStatus.PENDING) {
            return plain(SignalKind.QUEUED, "Waiting in the queue.", run.createdAt());
        }
        HealthFacts facts = HealthFacts.of(run);
        if (run.status() == RunStatus.PAUSED || (running == NOWHERE && (facts.stepWaits() || facts.asleep()))) {
            return facts.stepWaits() || facts.pauseReason() == PauseReason.RETRY ? retryAhead(facts) : asleep(facts);
        }
        return latest == NOWHERE
                ? plain(SignalKind.STARTED, "Started; no step has begun yet.", startedAt())
                : atStep(running != NOWHERE ? running : latest);
    }

    private Signal atStep(int index) {
        StepState step = run.steps().get(index);
        AttemptState attempt = highestAttempt(index);
        boolean failed = RunRows.shownStatus(run, step) == StepStatus.FAILED;
        Integer number = attempt == null ? null : Integer.valueOf(RunRows.shownNumber(step, attempt.number()));
        String name = Words.name(step.name());
        String said = failed
                ? name + " failed; the run goes on."
                : "At " + name + (number == null || number < 2 ? "" : ", attempt " + number + of(step.maxAttempts()))
                        + ".";
        Long began = attempt != null ? attempt.startedAt() : step.startedAt();
        return Signal.of(
                SignalKind.PHASE,
                phases.of(step.name()),
                said,
                firstKnown(failed ? step.endedAt() : began, step.createdAt()),
                null,
                about(step.name(), index, number, step.maxAttempts()));
    }

    /** Where no time was told the next attempt is due at once, so that silence is not taken for patience. */
    private Signal retryAhead(HealthFacts facts) {
        int index = indexOf(facts.step());
        Long failedAt =
                facts.stepWaits() && index != NOWHERE ? run.steps().get(index).endedAt() : null;
        long since = firstKnown(failedAt, firstKnown(run.pausedAt(), startedAt()));
        Long due = facts.retryAt() != null ? facts.retryAt() : facts.resumeAt();
        String said = (facts.step() == null ? "The run" : Words.name(facts.step()))
                + (facts.attempt() == null
                        ? " failed"
                        : " failed in attempt " + facts.attempt() + of(facts.maxAttempts()))
                + (due == null ? " and waits to be tried again." : " and is tried again at " + time(due, since) + ".");
        return Signal.of(
                SignalKind.BLOCKED,
                phaseOf(index),
                said,
                since,
                due == null ? Long.valueOf(since) : due,
                about(facts.step(), index, facts.attempt(), facts.maxAttempts()));
    }

    private Signal asleep(HealthFacts facts) {
        SleepState sleep = facts.asleep() ? run.sleeps().get(run.sleeps().size() - 1) : null;
        long since = firstKnown(sleep == null ? null : sleep.startedAt(), firstKnown(run.pausedAt(), startedAt()));
        Long due = facts.resumeAt() != null ? facts.resumeAt() : facts.sleepUntil();
        boolean sleeps = facts.asleep() || facts.pauseReason() == PauseReason.SLEEP;
        return Signal.of(
                SignalKind.BLOCKED,
                phaseOf(latest),
                (sleeps ? "Sleeping" : "Paused") + " until " + (due == null ? "it is resumed" : time(due, since)) + ".",
                since,
                due,
                about(null, NOWHERE, null, null));
    }

    private Signal plain(SignalKind kind, String summary, long since) {
        return Signal.of(kind, SignalPhase.UNKNOWN, summary, since, null, about(null, NOWHERE, null, null));
    }

    private Diagnostics about(
            @Nullable String step, int index, @Nullable Integer attempt, @Nullable Integer maxAttempts) {
        return new Diagnostics(
                step, index == NOWHERE ? null : Integer.valueOf(index + 1), attempt, maxAttempts, retries, null, null);
    }

    private SignalPhase phaseOf(int index) {
        int step = index == NOWHERE ? latest : index;
        return phases.of(step == NOWHERE ? null : run.steps().get(step).name());
    }

    private int indexOf(@Nullable String name) {
        for (int i = 0; i < run.steps().size(); i++) {
            if (run.steps().get(i).name().equals(name)) {
                return i;
            }
        }
        return NOWHERE;
    }

    private @Nullable AttemptState highestAttempt(int step) {
        AttemptState highest = null;
        for (AttemptState attempt : run.attempts()) {
            if (attempt.step() == step && (highest == null || attempt.number() > highest.number())) {
                highest = attempt;
            }
        }
        return highest;
    }

    private long startedAt() {
        return firstKnown(run.startedAt(), firstKnown(run.firstActivityAt(), run.createdAt()));
    }

    private static long firstKnown(@Nullable Long known, long otherwise) {
        return known != null ? known : otherwise;
    }

    private static String of(@Nullable Integer maxAttempts) {
        return maxAttempts == null ? "" : " of " + maxAttempts;
    }

    private static String time(long due, long since) {
        return Phrases.time(due, since);
    }
}
