package dev.weir.core.stage;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stage that is under way, in one of two meanings. They differ: a stage that is being done again was completed before,
 * and one that was started twice and completed once is open although it was completed.
 *
 * @param since when it began: its first start, or that of the pass which is open
 * @param slaDue what it is held to: the earliest time of all its starts, or that of the latest one
 * @param dueInMs negative once that is past; whether it is overdue goes by its latest start
 */
public record StageInFlight(
        StageRow stage,
        Instant since,
        long ageMs,
        @Nullable Instant slaDue,
        @Nullable Long dueInMs) {

    /** Started, and never completed. */
    public static List<StageInFlight> neverCompleted(Collection<StageRow> rows, Instant now) {
        List<StageInFlight> found = new ArrayList<>();
        for (StageRow row : rows) {
            if (row.neverCompleted() && row.firstStartedAt() != null) {
                found.add(of(row, row.firstStartedAt(), row.earliestSlaDue(), now));
            }
        }
        return found;
    }

    /** Being worked on, for the first time or again. */
    public static List<StageInFlight> openNow(Collection<StageRow> rows, Instant now) {
        List<StageInFlight> found = new ArrayList<>();
        for (StageRow row : rows) {
            Instant since = openSince(row);
            if (row.openNow() && since != null) {
                found.add(of(row, since, row.lastSlaDue(), now));
            }
        }
        return found;
    }

    /** A step that waits for its next attempt is open, although none of its attempts is: then its last start counts. */
    private static @Nullable Instant openSince(StageRow row) {
        for (StagePass pass : row.passes()) {
            if (pass.endedAt() == null && pass.startedAt() != null) {
                return pass.startedAt();
            }
        }
        return row.lastStartedAt();
    }

    private static StageInFlight of(StageRow row, Instant since, @Nullable Instant slaDue, Instant now) {
        Long dueInMs = slaDue == null
                ? null
                : Long.valueOf(Duration.between(now, slaDue).toMillis());
        return new StageInFlight(row, since, Duration.between(since, now).toMillis(), slaDue, dueInMs);
    }
}
