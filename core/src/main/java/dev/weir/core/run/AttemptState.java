package dev.weir.core.run;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One attempt at a step.
 *
 * @param step index of its step in {@link RunState#steps()}
 * @param number as sent: from 0 where the step is zero-based
 * @param startedAt null if its start was lost
 * @param result null while it runs
 */
public record AttemptState(
        int step,
        int number,
        @Nullable Long startedAt,
        @Nullable Long endedAt,
        @Nullable AttemptResult result,
        @Nullable UUID startEvent,
        @Nullable UUID endEvent,
        @Nullable UUID errorEvent,
        boolean retryScheduled,
        @Nullable Long retryDelayMs,
        @Nullable Long nextAttemptAt) {}
