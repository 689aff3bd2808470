package dev.weir.server.query;

import dev.weir.core.stage.DurationStats;
import dev.weir.core.stage.StageBuckets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Durations behind one figure: each of them up to a number, and buckets beyond, so that memory is bounded. */
final class StageDurations {
    /** Up to so many values percentiles are exact. */
    static final int MOST_EXACT = 100_000;

    /** @param approximate the percentiles are within one per cent */
    record Figure(
            long n,
            @Nullable Double p50Ms,
            @Nullable Double p90Ms,
            @Nullable Double p99Ms,
            @Nullable Double meanMs,
            boolean approximate) {}

    private final int mostExact;
    private long[] values = new long[16];
    private int size;
    private @Nullable StageBuckets buckets;
    private double sum;

    StageDurations() {
        this(MOST_EXACT);
    }

    StageDurations(int mostExact) {
        this.mostExact = mostExact;
    }

    void add(long ms) {
        sum += ms;
        if (buckets == null && size == mostExact) {
            toBuckets();
        }
        if (buckets != null) {
            buckets.addDuration(ms);
            return;
        }
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = ms;
    }

    /** From a roll-up, which has no single values any more. */
    void add(int bucket, long n) {
        if (buckets == null) {
            toBuckets();
        }
        sum += StageBuckets.middle(bucket) * n;
        if (buckets != null) {
            buckets.add(bucket, n);
        }
    }

    private void toBuckets() {
        StageBuckets all = new StageBuckets();
        for (int i = 0; i < size; i++) {
            all.addDuration(values[i]);
        }
        buckets = all;
        values = new long[0];
        size = 0;
    }

    Figure figure() {
        return figure(null);
    }

    /** @param knownSum of all durations, where it is known exactly */
    Figure figure(@Nullable Long knownSum) {
        if (buckets == null) {
            DurationStats stats = DurationStats.of(Arrays.copyOf(values, size));
            return new Figure(stats.n(), stats.p50Ms(), stats.p90Ms(), stats.p99Ms(), stats.meanMs(), false);
        }
        double total = knownSum == null ? sum : knownSum;
        return new Figure(
                buckets.n(),
                buckets.percentile(0.50),
                buckets.percentile(0.90),
                buckets.percentile(0.99),
                buckets.n() == 0 ? null : Double.valueOf(total / buckets.n()),
                true);
    }
}
