package dev.weir.core.insight;

import dev.weir.core.stage.StageBuckets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Completed runs that took longer than usual.
 *
 * @param ratio how many times the usual one the median is, or the 95th percentile where only that is longer
 */
public record Slowness(double p50Ms, double usualP50Ms, double p95Ms, double usualP95Ms, double ratio) {
    private static final double LEAST_RATIO = 1.25;

    /**
     * Of n runs about half should take longer than the usual median, and one of twenty longer than the usual 95th percentile.
     * They are slower if the 99 % interval of either share lies above that, and the percentile itself is at least a quarter
     * longer.
     *
     * @return null if they are not, or there are fewer than twenty on either side
     */
    public static @Nullable Slowness of(StageBuckets now, StageBuckets usual) {
        if (now.n() < UsualRate.ENOUGH || usual.n() < UsualRate.ENOUGH) {
            return null;
        }
        double p50 = percentile(now, 0.5);
        double p95 = percentile(now, 0.95);
        double usualP50 = percentile(usual, 0.5);
        double usualP95 = percentile(usual, 0.95);
        if (isLonger(now, p50, usualP50, 0.5)) {
            return new Slowness(p50, usualP50, p95, usualP95, p50 / Math.max(1, usualP50));
        }
        if (isLonger(now, p95, usualP95, 0.05)) {
            return new Slowness(p50, usualP50, p95, usualP95, p95 / Math.max(1, usualP95));
        }
        return null;
    }

    private static double percentile(StageBuckets durations, double fraction) {
        return Objects.requireNonNull(durations.percentile(fraction), "there are durations");
    }

    private static boolean isLonger(StageBuckets now, double is, double usual, double usualShare) {
        long longer = now.n() - now.before(StageBuckets.of((long) usual) + 1);
        return is >= usual * LEAST_RATIO && Wilson.of(longer, now.n()).lower() > usualShare;
    }
}
