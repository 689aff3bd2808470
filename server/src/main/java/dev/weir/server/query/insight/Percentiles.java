package dev.weir.server.query.insight;

import dev.weir.core.stage.StageBuckets;
import dev.weir.server.query.RankedBuckets;
import org.jspecify.annotations.Nullable;

/**
 * Of durations; none where there are none, and no median where none was asked for.
 *
 * @param approximate they are within one per cent, and not as {@code percentile_cont} has them
 */
record Percentiles(@Nullable Double p50Ms, @Nullable Double p95Ms, boolean approximate) {
    private static final double P50 = 0.50;
    private static final double P95 = 0.95;

    /** What has to be read so that they are exact. */
    static RankedBuckets ranks(StageBuckets all, boolean median) {
        return median ? new RankedBuckets(all, P50, P95) : new RankedBuckets(all, P95);
    }

    /**
     * @param read the durations at the ranks, if they were read
     * @param median of these too
     */
    static Percentiles of(StageBuckets all, @Nullable RankedBuckets read, boolean median) {
        return read != null && read.isWhole()
                ? new Percentiles(median ? read.percentile(P50) : null, read.percentile(P95), false)
                : new Percentiles(median ? all.percentile(P50) : null, all.percentile(P95), all.n() > 0);
    }
}
