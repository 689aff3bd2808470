package dev.weir.core.run;

/**
 * Durations in buckets whose width grows with them: exact below 16 ms, then eight to a doubling, so that a quantile is off
 * by 6 % at most. Merging two sets of buckets is adding them up.
 */
public final class DurationBuckets {
    private static final int EXACT = 16;
    private static final int PER_DOUBLING = 8;
    private static final int FIRST_EXPONENT = 4; // of 16
    private static final int SUB_BITS = 3;

    private DurationBuckets() {}

    public static int of(long ms) {
        if (ms < EXACT) {
            return (int) Math.max(0, ms);
        }
        int exponent = 63 - Long.numberOfLeadingZeros(ms);
        int sub = (int) (ms >> (exponent - SUB_BITS)) & (PER_DOUBLING - 1);
        return EXACT + (exponent - FIRST_EXPONENT) * PER_DOUBLING + sub;
    }

    /** The shortest duration of a bucket. */
    public static long from(int bucket) {
        if (bucket < EXACT) {
            return bucket;
        }
        int doublings = (bucket - EXACT) / PER_DOUBLING;
        int sub = (bucket - EXACT) % PER_DOUBLING;
        return (long) (PER_DOUBLING + sub) << (doublings + FIRST_EXPONENT - SUB_BITS);
    }
}
