package dev.weir.bench;

import java.util.Arrays;
import java.util.List;

/** How long each of many things took, in nanoseconds, sorted. */
record Latencies(long[] sorted) {

    static Latencies of(List<long[]> turns) {
        return new Latencies(
                turns.stream().flatMapToLong(Arrays::stream).sorted().toArray());
    }

    double ms(double quantile) {
        return sorted[(int) Math.min(sorted.length - 1L, (long) (quantile * sorted.length))] / 1e6;
    }

    int count() {
        return sorted.length;
    }
}
