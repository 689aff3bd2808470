package dev.weir.core.signal;

import dev.weir.core.stage.DurationStats;
import dev.weir.core.stage.StageBuckets;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How long it takes until a kind of failure is gone.
 *
 * @param n how many repairs are known; the others are null if there is none
 */
public record RepairTimes(
        @Nullable Long p50Seconds, @Nullable Long p95Seconds, long n) {

    public static final RepairTimes NONE = new RepairTimes(null, null, 0);

    private static final double MIDDLE = 0.50;
    private static final double HIGH = 0.95;

    /** As {@code percentile_cont} has it. */
    public static RepairTimes of(long[] repairsMs) {
        if (repairsMs.length == 0) {
            return NONE;
        }
        long[] sorted = repairsMs.clone();
        Arrays.sort(sorted);
        return new RepairTimes(
                seconds(DurationStats.percentile(sorted, MIDDLE)),
                seconds(DurationStats.percentile(sorted, HIGH)),
                sorted.length);
    }

    /** The buckets that the percentiles are in: of these alone the values have to be known. */
    public static Set<Integer> decisive(StageBuckets buckets) {
        Set<Integer> decisive = new TreeSet<>();
        if (buckets.n() > 0) {
            for (double fraction : new double[] {MIDDLE, HIGH}) {
                double place = fraction * (buckets.n() - 1);
                decisive.add(buckets.bucketAt((long) Math.floor(place)));
                decisive.add(buckets.bucketAt((long) Math.ceil(place)));
            }
        }
        return decisive;
    }

    /**
     * As {@code percentile_cont} has it.
     *
     * @param buckets how many repairs fell into each
     * @param sortedMs those of a bucket; where one is absent, its middle stands for them, which is within 1 %
     */
    public static RepairTimes of(StageBuckets buckets, Map<Integer, long[]> sortedMs) {
        return buckets.n() <= 0
                ? NONE
                : new RepairTimes(
                        seconds(percentile(buckets, sortedMs, MIDDLE)),
                        seconds(percentile(buckets, sortedMs, HIGH)),
                        buckets.n());
    }

    private static double percentile(StageBuckets buckets, Map<Integer, long[]> sortedMs, double fraction) {
        double place = fraction * (buckets.n() - 1);
        double below = value(buckets, sortedMs, (long) Math.floor(place));
        double above = value(buckets, sortedMs, (long) Math.ceil(place));
        return below + (place - Math.floor(place)) * (above - below);
    }

    private static double value(StageBuckets buckets, Map<Integer, long[]> sortedMs, long rank) {
        int bucket = buckets.bucketAt(rank);
        long[] values = sortedMs.get(bucket);
        long place = rank - buckets.before(bucket);
        return values == null || place < 0 || place >= values.length
                ? StageBuckets.middle(bucket)
                : values[(int) place];
    }

    /** At least one: nothing that failed was gone at once. */
    private static long seconds(double ms) {
        return Math.max(1, Math.round(ms / 1000));
    }
}
