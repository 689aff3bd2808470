package dev.weir.server.query.insight;

import org.jspecify.annotations.Nullable;

/**
 * How runs fared.
 *
 * @param inProgress running or paused
 * @param successRate of those that completed or failed; null if none did
 * @param approximate the percentiles are within one per cent, because there are too many values to read each
 */
record RunStats(
        long total,
        long completed,
        long failed,
        long cancelled,
        long inProgress,
        @Nullable Double successRate,
        @Nullable Double avgDurationMs,
        @Nullable Double p50DurationMs,
        @Nullable Double p95DurationMs,
        boolean approximate) {

    static RunStats of(RunSums sums, Percentiles percentiles) {
        return new RunStats(
                sums.runs,
                sums.completed,
                sums.failed,
                sums.cancelled,
                sums.inProgress(),
                sums.successRate(),
                sums.avgDurationMs(),
                percentiles.p50Ms(),
                percentiles.p95Ms(),
                percentiles.approximate());
    }
}
