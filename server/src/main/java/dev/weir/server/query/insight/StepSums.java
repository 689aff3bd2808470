package dev.weir.server.query.insight;

import dev.weir.core.stage.StageBuckets;
import dev.weir.server.query.RankedBuckets;
import dev.weir.store.StepFigures;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What steps of runs add up to. */
final class StepSums {
    /** What {@link #addCells} needs, beginning with this column. */
    static final String OF_CELLS = "steps, failed, retries, retried, timed, duration_ms, durations, retry_counts";

    long steps;
    long failed;
    long retries;
    long retried;
    private long timed;
    private long durationMs;
    private final StageBuckets durations = new StageBuckets();
    private final StageBuckets retryCounts = new StageBuckets(); // each number is a bucket of its own
    private final List<Long> values = new ArrayList<>(0); // of rows

    void addCells(ResultSet row, int column) throws SQLException {
        steps += row.getLong(column);
        failed += row.getLong(column + 1);
        retries += row.getLong(column + 2);
        retried += row.getLong(column + 3);
        timed += row.getLong(column + 4);
        durationMs += row.getLong(column + 5);
        durations.add(row.getBytes(column + 6));
        retryCounts.add(row.getBytes(column + 7));
    }

    void add(StepSums other) {
        steps += other.steps;
        failed += other.failed;
        retries += other.retries;
        retried += other.retried;
        timed += other.timed;
        durationMs += other.durationMs;
        durations.add(other.durations, 1);
        retryCounts.add(other.retryCounts, 1);
        values.addAll(other.values);
    }

    void add(StepFigures step) {
        steps++;
        failed += step.failed() ? 1 : 0;
        retries += step.retries();
        if (step.retries() > 0) {
            retried++;
            retryCounts.add(step.retries(), 1);
        }
        Long ms = step.completedMs();
        if (ms != null) {
            timed++;
            durationMs += ms;
            durations.addDuration(ms);
            values.add(ms);
        }
    }

    double avgRetries() {
        return (double) retries / steps;
    }

    long maxRetries() {
        return retryCounts.n() == 0 ? 0 : retryCounts.bucketAt(retryCounts.n() - 1);
    }

    @Nullable
    Double avgDurationMs() {
        return timed == 0 ? null : Double.valueOf((double) durationMs / timed);
    }

    /**
     * As {@code percentile_cont} has them where the durations at the ranks are known, because they were read from rows or are
     * below 128 ms, of which buckets are exact; else within one per cent.
     */
    Percentiles percentiles() {
        if (timed == 0) {
            return Percentiles.of(durations, null, true);
        }
        RankedBuckets ranks = Percentiles.ranks(durations, true);
        values.forEach(ranks::add);
        return Percentiles.of(durations, ranks, true);
    }
}
