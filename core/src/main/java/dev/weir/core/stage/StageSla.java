package dev.weir.core.stage;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Whether stages are done in time. A completed one is held to the earliest due time of its starts, with its first
 * completion; an open one to that of its latest start. A stage that was in time and is being done again may be both met
 * and overdue.
 *
 * @param withoutSla completed, with no due time to hold it to
 * @param overdueNow open, and past the due time of its latest start
 * @param leftOut completed, but its start is unknown or later
 * @param missedBy how late those are that missed
 * @param overdueBy how late those are by now that are overdue
 */
public record StageSla(
        long missed,
        long met,
        long withoutSla,
        long overdueNow,
        long leftOut,
        DurationStats missedBy,
        DurationStats overdueBy) {

    public static StageSla of(Collection<StageRow> rows, Instant now) {
        LongStream.Builder missed = LongStream.builder();
        LongStream.Builder overdue = LongStream.builder();
        long met = 0;
        long withoutSla = 0;
        long leftOut = 0;
        for (StageRow row : rows) {
            Instant due = row.lastSlaDue();
            if (row.openNow() && due != null && now.isAfter(due)) {
                overdue.add(Duration.between(due, now).toMillis());
            }
            Instant completed = row.firstCompletedAt();
            if (completed == null) {
                continue;
            }
            if (row.firstPassMs() == null) {
                leftOut++;
            } else if (row.earliestSlaDue() == null) {
                withoutSla++;
            } else if (completed.isAfter(row.earliestSlaDue())) {
                missed.add(Duration.between(row.earliestSlaDue(), completed).toMillis());
            } else {
                met++;
            }
        }
        DurationStats missedBy = DurationStats.of(missed.build().toArray());
        DurationStats overdueBy = DurationStats.of(overdue.build().toArray());
        return new StageSla(missedBy.n(), met, withoutSla, overdueBy.n(), leftOut, missedBy, overdueBy);
    }

    /** Of all that completed, also of those without a due time; null where there are none. */
    public @Nullable Double missRate() {
        return rate(missed + met + withoutSla);
    }

    /** Of those that had a due time; null where there are none. */
    public @Nullable Double missRateWithSla() {
        return rate(missed + met);
    }

    private @Nullable Double rate(long of) {
        return of == 0 ? null : Double.valueOf((double) missed / of);
    }
}
