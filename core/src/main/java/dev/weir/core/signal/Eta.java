package dev.weir.core.signal;

import dev.weir.core.run.DurationBuckets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * When an open run is likely to end: after as long as the median of the completed runs of its workflow that took longer
 * than it has taken already. Runs that were quicker say nothing of one that is still at it.
 */
public final class Eta {
    private static final int ENOUGH = 5;

    private Eta() {}

    /**
     * @param buckets how many completed runs fell into each of {@link DurationBuckets}
     * @param elapsedMs since the run began
     * @return the seconds that are left, rounded up, since what goes on is not over; null if fewer than five runs took longer
     */
    public static @Nullable Integer seconds(Map<Integer, Long> buckets, long elapsedMs) {
        long elapsed = Math.max(0, elapsedMs);
        SortedMap<Integer, Long> longer = new TreeMap<>(buckets).tailMap(DurationBuckets.of(elapsed));
        double n = 0;
        for (Map.Entry<Integer, Long> bucket : longer.entrySet()) {
            n += bucket.getValue() * shareAfter(bucket.getKey(), elapsed);
        }
        return n < ENOUGH ? null : Integer.valueOf(roundedUp(median(longer, elapsed, n) - elapsed));
    }

    private static double median(SortedMap<Integer, Long> longer, long elapsed, double n) {
        double left = n / 2;
        for (Map.Entry<Integer, Long> bucket : longer.entrySet()) {
            double count = bucket.getValue() * shareAfter(bucket.getKey(), elapsed);
            if (left <= count) {
                double from = Math.max(elapsed, DurationBuckets.from(bucket.getKey()));
                return from + (DurationBuckets.from(bucket.getKey() + 1) - from) * (left / count);
            }
            left -= count;
        }
        throw new IllegalStateException("The buckets hold fewer than " + n);
    }

    /** Inside a bucket, runs are taken to be spread evenly. */
    private static double shareAfter(int bucket, long elapsed) {
        long from = DurationBuckets.from(bucket);
        long to = DurationBuckets.from(bucket + 1);
        return elapsed <= from ? 1 : (to - elapsed) / (double) (to - from);
    }

    private static int roundedUp(double ms) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(0, (long) Math.ceil(ms / 1000)));
    }
}
