package dev.weir.core.run;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One step of a run as the fold keeps it.
 *
 * @param status what the step's own events say; {@link RunRows} shows less of it once the run has ended
 * @param zeroBased its attempts were numbered from 0
 * @param startedTick when its latest start was seen, 0 for never
 * @param completedTick when its completion was seen, 0 for never
 * @param reportedMs the duration over all attempts that its completion reported
 * @param exhaustedAt when its retries were reported exhausted
 */
public record StepState(
        String name,
        StepStatus status,
        boolean cached,
        boolean zeroBased,
        long createdAt,
        @Nullable Long startedAt,
        @Nullable Long completedAt,
        @Nullable Long endedAt,
        @Nullable Long reportedMs,
        int startedTick,
        int completedTick,
        @Nullable Integer maxAttempts,
        int retryCount,
        @Nullable Long nextRetryAt,
        @Nullable Long lastDelayMs,
        @Nullable Long timeoutMs,
        @Nullable Long timeoutDeadline,
        boolean timedOut,
        @Nullable Long exhaustedAt,
        @Nullable UUID resultEvent,
        @Nullable UUID errorEvent) {}
