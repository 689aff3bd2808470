package dev.weir.core.run;

import dev.weir.core.event.EventOrder;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * All that the fold knows of one run: enough to apply the next event, and to show the run. Steps, attempts and sleeps are
 * in the order in which they were first seen; attempts point at their step by index. Times are microseconds since 1970.
 * Texts (inputs, results, errors of attempts, stacks) are not in it: the ids of the events that carry them are.
 *
 * @param startedAt the time of the start event, null if none was seen
 * @param firstActivityAt the first event other than being queued, which stands in for a lost start
 * @param namedSteps steps that only the end of the run named as completed
 * @param failedSteps those that failed and were not completed since, the last to fail at the end: a failed run is blamed on
 *     it unless it says otherwise
 * @param ticks counts starts and completions, so that "latest" does not depend on clocks that tie
 * @param last the newest event that went in
 */
public record RunState(
        int seq,
        String workflowName,
        boolean nameFromStart,
        @Nullable String executionId,
        RunStatus status,
        boolean statusInferred,
        @Nullable PauseReason pauseReason,
        @Nullable Long pausedAt,
        @Nullable Long resumeAt,
        long createdAt,
        @Nullable Long startedAt,
        @Nullable Long firstActivityAt,
        @Nullable Long endedAt,
        @Nullable Long reportedMs,
        @Nullable UUID inputEvent,
        @Nullable UUID endEvent,
        @Nullable String errorMessage,
        @Nullable String errorStep,
        @Nullable Integer errorAttempt,
        int ticks,
        EventOrder last,
        List<StepState> steps,
        List<AttemptState> attempts,
        List<SleepState> sleeps,
        List<String> namedSteps,
        List<FailedStep> failedSteps) {

    public boolean isEnded() {
        return status.isEnded();
    }
}
