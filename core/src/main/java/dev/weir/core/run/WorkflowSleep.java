package dev.weir.core.run;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code workflow_sleeps}.
 *
 * @param durationMs how long it lasted; while it lasts, how long it was meant to
 */
public record WorkflowSleep(
        UUID id,
        String workflowId,
        String env,
        String serviceKey,
        @Nullable Long durationMs,
        @Nullable Instant startedAt,
        @Nullable Instant resumeAt,
        @Nullable Instant completedAt,
        boolean completed,
        @Nullable UUID startEventId,
        @Nullable UUID completeEventId,
        boolean inferred) {}
