package dev.weir.server.query.insight;

import dev.weir.core.insight.Course;
import dev.weir.core.insight.Outcomes;
import dev.weir.core.insight.UsualRate;
import dev.weir.core.run.RunRows;
import dev.weir.server.query.CutRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How many runs ended in each of a row of buckets. Times in microseconds. */
final class EndedSeries {
    /** A day can be divided by each of them. */
    private static final long[] LENGTHS = {
        CellRange.QUARTER, 2 * CellRange.QUARTER, CutRange.HOUR, 3 * CutRange.HOUR, 6 * CutRange.HOUR, CutRange.DAY
    };

    /**
     * @param ended completed, failed or cancelled
     * @param outsideUsual more failed than is usual for the whole range
     */
    record Bucket(Instant from, long ended, long failed, boolean outsideUsual) {}

    private final long from;
    private final long length;
    private final long[] completed;
    private final long[] failed;
    private final long[] cancelled;

    EndedSeries(long from, long to, long length) {
        this.from = Math.floorDiv(from, length) * length;
        this.length = length;
        int n = (int) Math.max(0, Math.floorDiv(to - this.from + length - 1, length));
        completed = new long[n];
        failed = new long[n];
        cancelled = new long[n];
    }

    /** The shortest of which a range takes no more than so many; days if it takes more of any. */
    static long length(long from, long to, int most) {
        for (long length : LENGTHS) {
            if ((to - from) / length <= most) {
                return length;
            }
        }
        return CutRange.DAY;
    }

    void add(long at, long moreCompleted, long moreFailed, long moreCancelled) {
        int bucket = (int) Math.floorDiv(at - from, length);
        completed[bucket] += moreCompleted;
        failed[bucket] += moreFailed;
        cancelled[bucket] += moreCancelled;
    }

    /** @param other of the same range, with buckets that are as long or shorter */
    EndedSeries add(EndedSeries other) {
        for (int i = 0; i < other.completed.length; i++) {
            add(Math.max(from, other.from + i * other.length), other.completed[i], other.failed[i], other.cancelled[i]);
        }
        return this;
    }

    long length() {
        return length;
    }

    Instant from() {
        return RunRows.instant(from);
    }

    long ended() {
        long ended = 0;
        for (int i = 0; i < completed.length; i++) {
            ended += completed[i] + failed[i] + cancelled[i];
        }
        return ended;
    }

    /** Of each bucket, the oldest first. */
    List<Long> failures() {
        List<Long> failures = new ArrayList<>(failed.length);
        for (long n : failed) {
            failures.add(n);
        }
        return failures;
    }

    List<Long> ends() {
        List<Long> ends = new ArrayList<>(completed.length);
        for (int i = 0; i < completed.length; i++) {
            ends.add(completed[i] + failed[i] + cancelled[i]);
        }
        return ends;
    }

    Course course() {
        List<Outcomes> outcomes = new ArrayList<>(completed.length);
        for (int i = 0; i < completed.length; i++) {
            outcomes.add(new Outcomes(completed[i], failed[i]));
        }
        return new Course(from, length, outcomes);
    }

    List<Bucket> buckets(@Nullable UsualRate usual) {
        Course course = course();
        List<Bucket> buckets = new ArrayList<>(completed.length);
        for (int i = 0; i < completed.length; i++) {
            buckets.add(new Bucket(
                    RunRows.instant(from + i * length),
                    completed[i] + failed[i] + cancelled[i],
                    failed[i],
                    course.isOutside(i, usual)));
        }
        return buckets;
    }
}
