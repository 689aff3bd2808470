package dev.weir.core.signal;

import dev.weir.core.insight.Remaining;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When an open run is likely to end: after as long as the median of the completed runs of its workflow that took longer
 * than it has taken already. Runs that were quicker say nothing of one that is still at it.
 */
public final class Eta {
    private Eta() {}

    /**
     * @param buckets how many completed runs fell into each of {@link dev.weir.core.run.DurationBuckets}
     * @param elapsedMs since the run began
     * @return the seconds that are left, rounded up, since what goes on is not over; null if fewer than five runs took longer
     */
    public static @Nullable Integer seconds(Map<Integer, Long> buckets, long elapsedMs) {
        Remaining remaining = Remaining.of(buckets, elapsedMs);
        return remaining == null
                ? null
                : Integer.valueOf((int) Math.min(Integer.MAX_VALUE, (remaining.p50Ms() + 999) / 1000));
    }
}
