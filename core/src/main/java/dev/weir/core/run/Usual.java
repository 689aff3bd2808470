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
        long n = DurationBuckets.count(sorted);
        return n < ENOUGH
                ? null
                : new Usual(DurationBuckets.quantile(sorted, 50), DurationBuckets.quantile(sorted, 95), n);
    }
}
