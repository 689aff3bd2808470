package dev.weir.core.run;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code workflow_steps}.
 *
 * @param inferred its status follows from how the run ended, not from an event of its own
 */
public record WorkflowStep(
        UUID id,
        String workflowId,
        String env,
        String serviceKey,
        String stepName,
        StepStatus status,
        int currentAttempt,
        @Nullable Integer maxAttempts,
        @Nullable Json result,
        boolean cached,
        @Nullable String errorMessage,
        @Nullable String errorStack,
        boolean willRetry,
        int retryCount,
        @Nullable Instant nextRetryAt,
        @Nullable Long lastRetryDelayMs,
        @Nullable Long timeoutMs,
        @Nullable Instant timeoutDeadline,
        boolean timedOut,
        @Nullable Instant startedAt,
        @Nullable Instant completedAt,
        @Nullable Long durationMs,
        @Nullable Long totalDurationMs,
        Instant createdAt,
        Instant updatedAt,
        int executionOrder,
        boolean inferred) {}
