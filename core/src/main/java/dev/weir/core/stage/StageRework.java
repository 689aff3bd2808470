package dev.weir.core.stage;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * How often stages are started again, which means that work came back, not that something is wrong with the events.
 *
 * @param reworked stages of workflows that were started more than once
 * @param extraStarts how many starts that makes beyond the first ones
 * @param touchMs the time of all passes
 * @param reworkMs the time of all passes after the first
 */
public record StageRework(long reworked, long extraStarts, long touchMs, long reworkMs) {

    public static StageRework of(Collection<StageRow> rows) {
        long reworked = 0;
        long extraStarts = 0;
        long touchMs = 0;
        long reworkMs = 0;
        for (StageRow row : rows) {
            reworked += row.extraStarts() > 0 ? 1 : 0;
            extraStarts += row.extraStarts();
            touchMs += row.touchMs();
            reworkMs += row.reworkMs();
        }
        return new StageRework(reworked, extraStarts, touchMs, reworkMs);
    }

    /** The share of time that went into rework; null where no time was spent at all. */
    public @Nullable Double share() {
        return touchMs == 0 ? null : Double.valueOf((double) reworkMs / touchMs);
    }
}
