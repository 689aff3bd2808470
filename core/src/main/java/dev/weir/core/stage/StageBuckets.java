package dev.weir.core.stage;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Durations in buckets, for figures with too many values to sort: exact below 128 ms, then 64 to a doubling. The middle of
 * a bucket is off by 0.8 % at most, and so is any percentile. Merging two sets of buckets is adding them up.
 */
public final class StageBuckets {
    private static final int EXACT = 128;
    private static final int PER_DOUBLING = 64;
    private static final int FIRST_EXPONENT = 7; // of 128
    private static final int SUB_BITS = 6;

    private final TreeMap<Integer, Long> counts = new TreeMap<>();
    private long n;

    public static int of(long ms) {
        if (ms < EXACT) {
            return (int) Math.max(0, ms);
        }
        int exponent = 63 - Long.numberOfLeadingZeros(ms);
        int sub = (int) (ms >> (exponent - SUB_BITS)) & (PER_DOUBLING - 1);
        return EXACT + (exponent - FIRST_EXPONENT) * PER_DOUBLING + sub;
    }

    /** The duration in the middle of a bucket, which stands for all of its own. */
    public static double middle(int bucket) {
        if (bucket < EXACT) {
            return bucket;
        }
        int doublings = (bucket - EXACT) / PER_DOUBLING;
        long width = 1L << (doublings + FIRST_EXPONENT - SUB_BITS);
        long from = (PER_DOUBLING + (bucket - EXACT) % PER_DOUBLING) * width;
        return from + (width - 1) / 2.0;
    }

    public void add(int bucket, long count) {
        counts.merge(bucket, count, Long::sum);
        n += count;
    }

    public void addDuration(long ms) {
        add(of(ms), 1);
    }

    public long n() {
        return n;
    }

    /** As {@code percentile_cont} has it, over the middles; null where there are no durations. */
    public @Nullable Double percentile(double fraction) {
        if (n == 0) {
            return null;
        }
        double place = fraction * (n - 1);
        double below = valueAt((long) Math.floor(place));
        double above = valueAt((long) Math.ceil(place));
        return below + (place - Math.floor(place)) * (above - below);
    }

    private double valueAt(long rank) {
        long seen = 0;
        for (Map.Entry<Integer, Long> bucket : counts.entrySet()) {
            seen += bucket.getValue();
            if (seen > rank) {
                return middle(bucket.getKey());
            }
        }
        return middle(counts.lastKey());
    }
}
