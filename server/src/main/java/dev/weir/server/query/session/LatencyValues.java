package dev.weir.server.query.session;

import dev.weir.core.stage.DurationStats;
import dev.weir.core.stage.StageBuckets;
import dev.weir.server.query.RankedBuckets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Latencies behind one figure: each of them up to a number, and buckets beyond, so that memory is bounded. */
final class LatencyValues {
    /** Up to so many values percentiles are exact. */
    static final int MOST_EXACT = RankedBuckets.MOST_EXACT;

    /** @param approximate the percentiles are within one per cent */
    record Figure(
            long n,
            @Nullable Double p50Ms,
            @Nullable Double p95Ms,
            @Nullable Double p99Ms,
            boolean approximate) {}

    private final int mostExact;
    private long[] values = new long[0];
    private int size;
    private @Nullable Map<Integer, Long> buckets;
    private long n;

    LatencyValues(int mostExact) {
        this.mostExact = mostExact;
    }

    long n() {
        return n;
    }

    void add(long ms) {
        if (buckets != null || size == mostExact) {
            add(StageBuckets.of(ms), 1);
            return;
        }
        if (size == values.length) {
            values = Arrays.copyOf(values, Math.max(16, size * 2));
        }
        values[size++] = ms;
        n++;
    }

    /** From a roll-up, which has no single values any more. */
    void add(int bucket, long count) {
        if (buckets == null) {
            buckets = new HashMap<>();
            for (int i = 0; i < size; i++) {
                buckets.merge(StageBuckets.of(values[i]), 1L, Long::sum);
            }
            values = new long[0];
            size = 0;
        }
        buckets.merge(bucket, count, Long::sum);
        n += count;
    }

    void addTo(LatencyValues other) {
        for (int i = 0; i < size; i++) {
            other.add(values[i]);
        }
        if (buckets != null) {
            buckets.forEach(other::add);
        }
    }

    Figure figure() {
        if (n == 0) {
            return new Figure(0, null, null, null, false);
        }
        if (buckets != null) {
            StageBuckets sorted = new StageBuckets();
            buckets.forEach(sorted::add);
            return new Figure(n, sorted.percentile(0.50), sorted.percentile(0.95), sorted.percentile(0.99), true);
        }
        long[] sorted = Arrays.copyOf(values, size);
        Arrays.sort(sorted);
        return new Figure(
                n,
                DurationStats.percentile(sorted, 0.50),
                DurationStats.percentile(sorted, 0.95),
                DurationStats.percentile(sorted, 0.99),
                false);
    }
}
