package dev.weir.core.stage;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Durations summed up exactly, with percentiles as {@code percentile_cont} has them: between two values they are
 * interpolated.
 *
 * @param p50Ms null, as all others, where there are none
 */
public record DurationStats(
        long n,
        @Nullable Double p50Ms,
        @Nullable Double p90Ms,
        @Nullable Double p99Ms,
        @Nullable Double meanMs) {

    private static final DurationStats NONE = new DurationStats(0, null, null, null, null);

    public static DurationStats of(long[] durationsMs) {
        if (durationsMs.length == 0) {
            return NONE;
        }
        long[] sorted = durationsMs.clone();
        Arrays.sort(sorted);
        double sum = 0; // no overflow, and exact up to 2^53
        for (long ms : sorted) {
            sum += ms;
        }
        return new DurationStats(
                sorted.length,
                percentile(sorted, 0.50),
                percentile(sorted, 0.90),
                percentile(sorted, 0.99),
                sum / sorted.length);
    }

    /** @param sorted at least one */
    public static double percentile(long[] sorted, double fraction) {
        double place = fraction * (sorted.length - 1);
        int below = (int) Math.floor(place);
        int above = (int) Math.ceil(place);
        return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
    }
}
