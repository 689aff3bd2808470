package dev.weir.core.run;

/**
 * Durations in buckets whose width grows with them: exact below 16 ms, then eight to a doubling, so that a quantile is off
 * by 6 % at most. Merging two sets of buckets is adding them up.
 */
public final class DurationBuckets {
    private static final LogBuckets BUCKETS = new LogBuckets(3);

    private DurationBuckets() {}

    public static int of(long ms) {
        return BUCKETS.of(ms);
    }

    /** The shortest duration of a bucket. */
    public static long from(int bucket) {
        return BUCKETS.from(bucket);
    }
}
