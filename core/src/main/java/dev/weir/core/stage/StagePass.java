package dev.weir.core.stage;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One time that a stage was gone through. Of a step it is an attempt, which may end without completing.
 *
 * @param number from 1
 * @param startedAt null if its start was lost
 * @param endedAt null while it lasts
 */
public record StagePass(
        int number, @Nullable Instant startedAt, @Nullable Instant endedAt) {

    /** Its end precedes its start: clocks disagree, or events were lost. It counts, but says nothing of time. */
    public boolean isInverted() {
        return startedAt != null && endedAt != null && endedAt.isBefore(startedAt);
    }

    /** Null where an edge is missing, or both are inverted. */
    public @Nullable Long durationMs() {
        return startedAt == null || endedAt == null || isInverted()
                ? null
                : Long.valueOf(endedAt.toEpochMilli() - startedAt.toEpochMilli());
    }
}
