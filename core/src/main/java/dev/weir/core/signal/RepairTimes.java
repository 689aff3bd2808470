package dev.weir.core.signal;

import dev.weir.core.run.DurationBuckets;
import dev.weir.core.stage.DurationStats;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How long it takes until a kind of failure is gone.
 *
 * @param n how many repairs are known; the others are null if there is none
 */
public record RepairTimes(
        @Nullable Long p50Seconds, @Nullable Long p95Seconds, long n) {

    public static final RepairTimes NONE = new RepairTimes(null, null, 0);

    /** As {@code percentile_cont} has it. */
    public static RepairTimes of(long[] repairsMs) {
        if (repairsMs.length == 0) {
            return NONE;
        }
        long[] sorted = repairsMs.clone();
        Arrays.sort(sorted);
        return new RepairTimes(
                seconds(DurationStats.percentile(sorted, 0.50)),
                seconds(DurationStats.percentile(sorted, 0.95)),
                sorted.length);
    }

    /** @param buckets how many repairs fell into each of {@link DurationBuckets}, which is exact within 6 % */
    public static RepairTimes of(Map<Integer, Long> buckets) {
        SortedMap<Integer, Long> sorted = new TreeMap<>(buckets);
        long n = DurationBuckets.count(sorted);
        return n == 0
                ? NONE
                : new RepairTimes(
                        seconds(DurationBuckets.quantile(sorted, 50)),
                        seconds(DurationBuckets.quantile(sorted, 95)),
                        n);
    }

    /** At least one: nothing that failed was gone at once. */
    private static long seconds(double ms) {
        return Math.max(1, Math.round(ms / 1000));
    }
}
