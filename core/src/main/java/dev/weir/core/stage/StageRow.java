package dev.weir.core.stage;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One stage of one workflow, or one step of one run.
 *
 * @param runSeq which run of the workflow id a step belongs to; 1 for a stage
 * @param workflowName as told, else the service
 * @param starts how many were seen
 * @param completions how many were seen; failed attempts of a step are none
 * @param passes in their order, with those that are not over yet and those whose start was lost
 * @param touchMs the time of all passes together
 * @param firstSlaDue of the first start
 * @param lastSlaDue of the latest start, which an open stage is held to
 * @param earliestSlaDue of all starts, which a completed stage is held to
 * @param openNow it is being worked on
 * @param neverCompleted it was started, never completed, and is not abandoned either
 * @param abandoned it will not be completed: its step failed, or its run ended without it
 */
public record StageRow(
        StageSource source,
        String env,
        String serviceKey,
        String workflowId,
        int runSeq,
        String workflowName,
        String workflowStage,
        @Nullable Instant firstStartedAt,
        @Nullable Instant lastStartedAt,
        @Nullable Instant firstCompletedAt,
        @Nullable Instant lastCompletedAt,
        int starts,
        int completions,
        List<StagePass> passes,
        long touchMs,
        @Nullable Instant firstSlaDue,
        @Nullable Instant lastSlaDue,
        @Nullable Instant earliestSlaDue,
        boolean openNow,
        boolean neverCompleted,
        boolean abandoned) {

    /** From the first start to the first completion: null where one is missing, or they are inverted. */
    public @Nullable Long firstPassMs() {
        return between(firstStartedAt, firstCompletedAt);
    }

    /** From the first start to the last completion so far: null where one is missing, or they are inverted. */
    public @Nullable Long spanMs() {
        return between(firstStartedAt, lastCompletedAt);
    }

    /** The first completion precedes the first start. */
    public boolean isInverted() {
        return firstStartedAt != null && firstCompletedAt != null && firstCompletedAt.isBefore(firstStartedAt);
    }

    /** Started again that many times. */
    public int extraStarts() {
        return Math.max(0, starts - 1);
    }

    /** The part of the touch time that went into passes after the first. */
    public long reworkMs() {
        long ms = 0;
        for (StagePass pass : passes) {
            Long spent = pass.number() > 1 ? pass.durationMs() : null;
            ms += spent == null ? 0 : spent;
        }
        return ms;
    }

    private static @Nullable Long between(@Nullable Instant from, @Nullable Instant to) {
        return from == null || to == null || to.isBefore(from)
                ? null
                : Long.valueOf(to.toEpochMilli() - from.toEpochMilli());
    }
}
