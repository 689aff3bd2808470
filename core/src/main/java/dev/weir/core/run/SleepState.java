package dev.weir.core.run;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One sleep of a run.
 *
 * @param startedAt null if its start was lost
 * @param inferred it was closed, or opened, by something else than its own event
 */
public record SleepState(
        @Nullable Long startedAt,
        @Nullable Long resumeAt,
        @Nullable Long plannedMs,
        @Nullable Long completedAt,
        @Nullable UUID startEvent,
        @Nullable UUID completeEvent,
        boolean inferred) {

    boolean isOpen() {
        return completedAt == null;
    }

    SleepState closed(long at, @Nullable UUID event) {
        return new SleepState(startedAt, resumeAt, plannedMs, at, startEvent, event, inferred || event == null);
    }
}
