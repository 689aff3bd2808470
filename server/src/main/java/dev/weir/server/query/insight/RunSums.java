package dev.weir.server.query.insight;

import dev.weir.core.run.RunStatus;
import dev.weir.core.stage.StageBuckets;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What runs add up to. Numerators and denominators: rates are made of the sums, never of other rates. */
final class RunSums {
    /** What {@link #addCells} needs, beginning with this column. */
    static final String OF_CELLS =
            "runs, pending, completed, failed, cancelled, timed, duration_ms, retries, durations";

    long runs;
    long pending;
    long completed;
    long failed;
    long cancelled;
    long timed;
    long durationMs;
    long retries;
    final StageBuckets durations = new StageBuckets();

    void addCells(ResultSet row, int column) throws SQLException {
        runs += row.getLong(column);
        pending += row.getLong(column + 1);
        completed += row.getLong(column + 2);
        failed += row.getLong(column + 3);
        cancelled += row.getLong(column + 4);
        timed += row.getLong(column + 5);
        durationMs += row.getLong(column + 6);
        retries += row.getLong(column + 7);
        byte[] buckets = row.getBytes(column + 8);
        if (buckets != null) {
            durations.add(buckets);
        }
    }

    void addRun(RunStatus status, @Nullable Long ms, long itsRetries) {
        runs++;
        pending += status == RunStatus.PENDING ? 1 : 0;
        completed += status == RunStatus.COMPLETED ? 1 : 0;
        failed += status == RunStatus.FAILED ? 1 : 0;
        cancelled += status == RunStatus.CANCELLED ? 1 : 0;
        retries += itsRetries;
        if (status == RunStatus.COMPLETED && ms != null) {
            timed++;
            durationMs += ms;
            durations.addDuration(ms);
        }
    }

    void add(RunSums other) {
        runs += other.runs;
        pending += other.pending;
        completed += other.completed;
        failed += other.failed;
        cancelled += other.cancelled;
        timed += other.timed;
        durationMs += other.durationMs;
        retries += other.retries;
        durations.add(other.durations, 1);
    }

    /** Running or paused. */
    long inProgress() {
        return runs - pending - ended();
    }

    long ended() {
        return completed + failed + cancelled;
    }

    /** Of those that came to an end of their own; null if none did. */
    @Nullable
    Double successRate() {
        return completed + failed == 0 ? null : Double.valueOf((double) completed / (completed + failed));
    }

    @Nullable
    Double avgDurationMs() {
        return timed == 0 ? null : Double.valueOf((double) durationMs / timed);
    }
}
