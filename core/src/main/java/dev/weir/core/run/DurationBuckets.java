package dev.weir.core.run;

import java.util.Map;
import java.util.SortedMap;

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

    /** How many there are in all. */
    public static long count(Map<Integer, Long> buckets) {
        long n = 0;
        for (long count : buckets.values()) {
            n += count;
        }
        return n;
    }

    /** The nearest rank; inside a bucket, durations are taken to be spread evenly. */
    public static long quantile(SortedMap<Integer, Long> buckets, int percent) {
        long n = count(buckets);
        long rank = Math.max(1, (n * percent + 99) / 100);
        long before = 0;
        for (Map.Entry<Integer, Long> bucket : buckets.entrySet()) {
            long count = bucket.getValue();
            if (rank <= before + count) {
                long from = from(bucket.getKey());
                long width = from(bucket.getKey() + 1) - from;
                return from + (long) (width * ((rank - before - 0.5) / count));
            }
            before += count;
        }
        throw new IllegalArgumentException("There is no quantile of nothing");
    }
}
