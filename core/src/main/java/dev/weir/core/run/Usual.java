package dev.weir.core.run;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How long a workflow usually takes, from its completed runs. */
public record Usual(long p50Ms, long p95Ms, long n) {
    private static final int ENOUGH = 5;

    /**
     * @param buckets how many runs fell into each of {@link DurationBuckets}
     * @return null while there are too few to speak of a custom
     */
    public static @Nullable Usual of(Map<Integer, Long> buckets) {
        SortedMap<Integer, Long> sorted = new TreeMap<>(buckets);
        long n = 0;
        for (long count : sorted.values()) {
            n += count;
        }
        return n < ENOUGH ? null : new Usual(quantile(sorted, n, 50), quantile(sorted, n, 95), n);
    }

    /** The nearest rank; inside a bucket, runs are taken to be spread evenly. */
    private static long quantile(SortedMap<Integer, Long> buckets, long n, int percent) {
        long rank = Math.max(1, (n * percent + 99) / 100);
        long before = 0;
        for (Map.Entry<Integer, Long> bucket : buckets.entrySet()) {
            long count = bucket.getValue();
            if (rank <= before + count) {
                long from = DurationBuckets.from(bucket.getKey());
                long width = DurationBuckets.from(bucket.getKey() + 1) - from;
                return from + (long) (width * ((rank - before - 0.5) / count));
            }
            before += count;
        }
        throw new IllegalStateException("The buckets hold fewer than " + n);
    }
}
