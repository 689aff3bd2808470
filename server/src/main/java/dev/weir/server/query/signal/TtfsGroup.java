package dev.weir.server.query.signal;

import dev.weir.core.stage.StageBuckets;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Telemetry that is told together. Times are those of signals that were shown; counts are of all events. */
final class TtfsGroup {
    /** As {@link #add} reads them; each is a sum, so parts of a range add up. */
    static final String SUMS = """
            sum(n), sum(n) FILTER (WHERE cache_hit), sum(n) FILTER (WHERE event_type = 'signal.error'),
            sum(n) FILTER (WHERE event_type = 'signal.rendered'),
            sum(sum_ms) FILTER (WHERE event_type = 'signal.rendered'),
            sum(over_p50) FILTER (WHERE event_type = 'signal.rendered'),
            sum(over_p95) FILTER (WHERE event_type = 'signal.rendered')
            """;

    long events;
    long cacheHits;
    long errors;
    long signals;
    long overP50;
    long overP95;
    private long sumMs;
    private @Nullable StageBuckets buckets;
    private Times times = Times.NONE;

    /** @param approximate these are within one per cent */
    record Times(
            @Nullable Double p50Ms,
            @Nullable Double p95Ms,
            @Nullable Double p99Ms,
            @Nullable Long minMs,
            @Nullable Long maxMs,
            boolean approximate) {
        static final Times NONE = new Times(null, null, null, null, null, false);
    }

    /** @param first the column where the sums begin */
    void add(ResultSet row, int first) throws SQLException {
        events += row.getLong(first);
        cacheHits += row.getLong(first + 1);
        errors += row.getLong(first + 2);
        signals += row.getLong(first + 3);
        sumMs += row.getLong(first + 4);
        overP50 += row.getLong(first + 5);
        overP95 += row.getLong(first + 6);
    }

    void addBucket(int bucket, long n) {
        if (buckets == null) {
            buckets = new StageBuckets();
        }
        buckets.add(bucket, n);
    }

    void setTimes(Times exact) {
        times = exact;
    }

    Times times() {
        return buckets == null ? times : ofBuckets(buckets);
    }

    private static Times ofBuckets(StageBuckets buckets) {
        List<Integer> filled = List.copyOf(buckets.counts().keySet());
        return new Times(
                buckets.percentile(0.50),
                buckets.percentile(0.95),
                buckets.percentile(0.99),
                Math.round(StageBuckets.middle(filled.get(0))),
                Math.round(StageBuckets.middle(filled.get(filled.size() - 1))),
                true);
    }

    @Nullable
    Double avgMs() {
        return signals == 0 ? null : (double) sumMs / signals;
    }

    @Nullable
    Double cacheHitRate() {
        return events == 0 ? null : (double) cacheHits / events;
    }

    /** Rounded as the view rounds it. */
    @Nullable
    Double compliancePct(long over) {
        return signals == 0
                ? null
                : Double.valueOf(BigDecimal.valueOf(100 * (signals - over))
                        .divide(BigDecimal.valueOf(signals), 2, RoundingMode.HALF_UP)
                        .doubleValue());
    }
}
