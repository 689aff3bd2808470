package dev.weir.core.run;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A row of {@code step_attempts}. */
public record StepAttempt(
        UUID id,
        String workflowId,
        String env,
        String serviceKey,
        String stepName,
        int attemptNumber,
        @Nullable AttemptResult result,
        @Nullable String errorMessage,
        @Nullable String errorStack,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable Long durationMs,
        boolean retryScheduled,
        @Nullable Long retryDelayMs,
        @Nullable Instant nextAttemptAt,
        @Nullable UUID startEventId,
        @Nullable UUID endEventId) {}
