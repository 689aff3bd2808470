package dev.weir.core.insight;

import dev.weir.core.run.DurationBuckets;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How long an open run has left, from the completed runs of its workflow that had taken as long already: those that were
 * quicker say nothing of one that is still at it.
 *
 * @param n how many there are
 */
public record Remaining(long p50Ms, long p90Ms, long n) {
    private static final int ENOUGH = 5;

    /**
     * @param buckets how many completed runs fell into each of {@link DurationBuckets}
     * @return null where there are fewer than five
     */
    public static @Nullable Remaining of(Map<Integer, Long> buckets, long elapsedMs) {
        long elapsed = Math.max(0, elapsedMs);
        SortedMap<Integer, Long> longer = new TreeMap<>(buckets).tailMap(DurationBuckets.of(elapsed));
        double n = 0;
        for (Map.Entry<Integer, Long> bucket : longer.entrySet()) {
            n += bucket.getValue() * shareAfter(bucket.getKey(), elapsed);
        }
        return n < ENOUGH
                ? null
                : new Remaining(left(longer, elapsed, n * 0.5), left(longer, elapsed, n * 0.9), (long) n);
    }

    /** Until so many of them had ended. */
    private static long left(SortedMap<Integer, Long> longer, long elapsed, double rank) {
        double rest = rank;
        for (Map.Entry<Integer, Long> bucket : longer.entrySet()) {
            double count = bucket.getValue() * shareAfter(bucket.getKey(), elapsed);
            if (rest <= count) {
                double from = Math.max(elapsed, DurationBuckets.from(bucket.getKey()));
                double width = DurationBuckets.from(bucket.getKey() + 1) - from;
                return (long) Math.ceil(from + width * (rest / count) - elapsed);
            }
            rest -= count;
        }
        throw new IllegalStateException("The buckets hold fewer than " + rank);
    }

    /** Inside a bucket, runs are taken to be spread evenly. */
    private static double shareAfter(int bucket, long elapsed) {
        long from = DurationBuckets.from(bucket);
        long to = DurationBuckets.from(bucket + 1);
        return elapsed <= from ? 1 : (to - elapsed) / (double) (to - from);
    }
}
