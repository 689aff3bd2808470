package dev.weir.core.run;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code workflows}: one run. Its fields are the columns, in JSON as in SQL.
 *
 * @param inferred the columns whose values were concluded because the event that says them was not seen
 */
public record Workflow(
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
        @Nullable Json input,
        @Nullable Json output,
        @Nullable String errorMessage,
        @Nullable String errorStack,
        @Nullable String errorStepName,
        @Nullable Integer errorAttempt,
        @Nullable Instant startedAt,
        @Nullable Instant completedAt,
        @Nullable Instant failedAt,
        @Nullable Instant cancelledAt,
        @Nullable Long durationMs,
        @Nullable Long reportedDurationMs,
        List<String> inferred,
        Instant createdAt,
        Instant updatedAt,
        UUID lastEventId,
        Instant lastEventAt) {}
