package dev.weir.server.query.run;

import dev.weir.core.run.Health;
import dev.weir.core.run.HealthFacts;
import dev.weir.core.run.HealthRules;
import dev.weir.core.run.PauseReason;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.run.RunStatus;
import dev.weir.core.run.Shape;
import dev.weir.core.run.Usual;
import dev.weir.store.ListedRuns.ListedRun;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run as every list shows it.
 *
 * @param estimate of an open run, where enough is known to say anything
 * @param reason why it was cancelled, or the last error of the step that is tried again
 * @param session whether it is a live-video session, which has no steps and of which {@code sessions/{id}} tells more
 */
public record RunItem(
        UUID id,
        String workflowId,
        String workflowName,
        String env,
        String serviceKey,
        @Nullable String executionId,
        int runSeq,
        RunStatus status,
        @Nullable PauseReason pauseReason,
        @Nullable Instant resumeAt,
        @Nullable String currentStep,
        List<String> completedSteps,
        int totalStepsExecuted,
        int stepCount,
        @Nullable String errorMessage,
        @Nullable String errorStepName,
        @Nullable Integer errorAttempt,
        @Nullable Instant startedAt,
        @Nullable Instant completedAt,
        @Nullable Instant failedAt,
        @Nullable Instant cancelledAt,
        @Nullable Instant endedAt,
        @Nullable Long durationMs,
        Instant createdAt,
        Instant updatedAt,
        UUID lastEventId,
        Instant lastEventAt,
        List<String> inferred,
        @Nullable Health health,
        List<Shape.Segment> shape,
        @Nullable Usual usual,
        @Nullable Estimate estimate,
        RunReasons.@Nullable Reason reason,
        boolean session) {

    static RunItem of(
            ListedRun listed,
            Usuals.@Nullable Known known,
            Map<String, long[]> steps,
            RunReasons.@Nullable Reason reason,
            HealthRules rules,
            long nowMicros) {
        RunState run = listed.state();
        Usual usual = known == null ? null : known.usual();
        return new RunItem(
                listed.id(),
                listed.workflowId(),
                run.workflowName(),
                listed.env(),
                listed.serviceKey(),
                run.executionId(),
                run.seq(),
                run.status(),
                run.pauseReason(),
                RunRows.instant(run.resumeAt()),
                RunRows.currentStep(run),
                RunRows.completedSteps(run),
                run.attempts().size(),
                run.steps().size(),
                run.errorMessage(),
                run.errorStep(),
                RunRows.errorAttempt(run),
                RunRows.startedAt(run),
                RunRows.endedAt(run, RunStatus.COMPLETED),
                RunRows.endedAt(run, RunStatus.FAILED),
                RunRows.endedAt(run, RunStatus.CANCELLED),
                RunRows.instant(run.endedAt()),
                RunRows.durationMs(run),
                RunRows.instant(run.createdAt()),
                RunRows.instant(listed.updatedAt()),
                run.last().id(),
                RunRows.instant(run.last().at()),
                RunRows.inferred(run),
                Health.of(HealthFacts.of(run), run.workflowName(), usual, rules, nowMicros),
                Shape.of(run),
                usual,
                known == null ? null : Estimate.of(run, known, steps, nowMicros),
                reason,
                listed.isSession());
    }
}
