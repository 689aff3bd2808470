package dev.weir.core.run;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the health of an open run depends on beside the clock: little enough to keep for every open run.
 *
 * @param step the one that waits for its next attempt, else the one that runs
 * @param attempt of that step, null if there is none
 * @param isRework the attempt before it ended well: the step is not tried again but done again
 * @param retryAt when a step that failed is tried again
 * @param sleepUntil when an open sleep ends
 */
public record HealthFacts(
        RunStatus status,
        @Nullable PauseReason pauseReason,
        @Nullable Long resumeAt,
        @Nullable String step,
        @Nullable Integer attempt,
        @Nullable Integer maxAttempts,
        boolean isRework,
        boolean stepWaits,
        @Nullable Long retryAt,
        boolean asleep,
        @Nullable Long sleepUntil,
        long lastEventAt) {

    public static HealthFacts of(RunState run) {
        int waiting = waitingStep(run);
        int step = waiting >= 0 ? waiting : runningStep(run);
        StepState shown = step < 0 ? null : run.steps().get(step);
        List<SleepState> sleeps = run.sleeps();
        SleepState sleep = sleeps.isEmpty() ? null : sleeps.get(sleeps.size() - 1);
        boolean asleep = sleep != null && sleep.isOpen();
        return new HealthFacts(
                run.status(),
                run.pauseReason(),
                run.resumeAt(),
                shown == null ? null : shown.name(),
                shown == null ? null : attempt(run, step),
                shown == null ? null : shown.maxAttempts(),
                isRework(run, step),
                waiting >= 0,
                waiting >= 0 ? run.steps().get(waiting).nextRetryAt() : null,
                asleep,
                sleep != null && asleep ? sleep.resumeAt() : null,
                run.last().at());
    }

    /** The one whose next attempt comes first. */
    private static int waitingStep(RunState run) {
        int found = -1;
        Long first = null;
        for (int i = 0; i < run.steps().size(); i++) {
            StepState step = run.steps().get(i);
            if (RunRows.shownStatus(run, step) == StepStatus.RETRYING) {
                Long at = step.nextRetryAt();
                if (found < 0 || (at != null && (first == null || at < first))) {
                    found = i;
                    first = at;
                }
            }
        }
        return found;
    }

    private static int runningStep(RunState run) {
        String current = RunRows.currentStep(run);
        for (int i = 0; i < run.steps().size(); i++) {
            if (run.steps().get(i).name().equals(current)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean isRework(RunState run, int step) {
        return run.attempts().stream()
                .filter(attempt -> attempt.step() == step)
                .sorted(Comparator.comparingInt(AttemptState::number).reversed())
                .skip(1)
                .findFirst()
                .filter(before -> before.result() == AttemptResult.SUCCESS)
                .isPresent();
    }

    private static @Nullable Integer attempt(RunState run, int step) {
        return run.attempts().stream()
                .filter(attempt -> attempt.step() == step)
                .map(attempt -> RunRows.shownNumber(run.steps().get(step), attempt.number()))
                .max(Comparator.naturalOrder())
                .orElse(null);
    }
}
