package dev.weir.server.query.stage;

import dev.weir.core.run.LogBuckets;
import dev.weir.core.stage.DurationStats;
import dev.weir.core.stage.StageBuckets;
import dev.weir.server.query.RankedBuckets;
import java.sql.Array;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Durations behind one figure: each of them up to a number, and buckets beyond, so that memory is bounded. */
final class StageDurations {
    /** Up to so many values percentiles are exact. */
    static final int MOST_EXACT = RankedBuckets.MOST_EXACT;

    /** @param approximate the percentiles are within one per cent */
    record Figure(
            long n,
            @Nullable Double p50Ms,
            @Nullable Double p90Ms,
            @Nullable Double p99Ms,
            @Nullable Double meanMs,
            boolean approximate) {}

    /** How many durations are at least the first and less than the second. */
    record Bar(long fromMs, long toMs, long n) {}

    /** Four to a doubling. The buckets of roll-ups lie within them, so counts are exact wherever they come from. */
    private static final LogBuckets BARS = new LogBuckets(2);

    private final int mostExact;
    private long[] values = new long[16];
    private int size;
    private @Nullable StageBuckets buckets;

    StageDurations() {
        this(MOST_EXACT);
    }

    StageDurations(int mostExact) {
        this.mostExact = mostExact;
    }

    void add(long ms) {
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

    void addAll(Array ms) throws SQLException {
        for (Long one : (Long[]) ms.getArray()) {
            add(one);
        }
    }

    /** From a roll-up, which has no single values any more. */
    void add(byte[] stored) {
        if (buckets == null) {
            toBuckets();
        }
        Objects.requireNonNull(buckets).add(stored);
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

    /** All of them, the shortest first, without empty bars. */
    List<Bar> bars() {
        TreeMap<Integer, Long> counts = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            counts.merge(BARS.of(values[i]), 1L, Long::sum);
        }
        if (buckets != null) {
            buckets.counts().forEach((bucket, n) -> counts.merge(BARS.of(StageBuckets.from(bucket)), n, Long::sum));
        }
        return counts.entrySet().stream()
                .filter(bar -> bar.getValue() != 0)
                .map(bar -> bar(bar.getKey(), bar.getValue()))
                .toList();
    }

    private static Bar bar(int bucket, long n) {
        return new Bar(BARS.from(bucket), BARS.from(bucket) + BARS.width(bucket), n);
    }

    /** Of what came from roll-ups: what to read so that percentiles are exact. */
    RankedBuckets ranks() {
        if (buckets == null) {
            toBuckets();
        }
        return new RankedBuckets(Objects.requireNonNull(buckets), 0.50, 0.90, 0.99);
    }

    Figure figure() {
        return figure(null, null);
    }

    /**
     * @param knownSum of all durations, where it is known exactly
     * @param exact the durations at the ranks, where they were read
     */
    Figure figure(@Nullable Long knownSum, @Nullable RankedBuckets exact) {
        if (buckets == null) {
            DurationStats stats = DurationStats.of(Arrays.copyOf(values, size));
            return new Figure(stats.n(), stats.p50Ms(), stats.p90Ms(), stats.p99Ms(), stats.meanMs(), false);
        }
        double total = knownSum == null ? buckets.sum() : knownSum;
        return new Figure(
                buckets.n(),
                percentile(buckets, exact, 0.50),
                percentile(buckets, exact, 0.90),
                percentile(buckets, exact, 0.99),
                buckets.n() == 0 ? null : Double.valueOf(total / buckets.n()),
                exact == null);
    }

    private static @Nullable Double percentile(StageBuckets all, @Nullable RankedBuckets exact, double fraction) {
        return exact == null ? all.percentile(fraction) : Double.valueOf(exact.percentile(fraction));
    }
}
