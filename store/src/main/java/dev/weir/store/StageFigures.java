package dev.weir.store;

import dev.weir.core.stage.StagePass;
import dev.weir.core.stage.StageRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One stage of one workflow as it is stored, or one step of one run in the same form: all that figures are made of. Times
 * are microseconds since 1970.
 *
 * @param at its first start, else its first completion, else the first end of an attempt: what every time range goes by
 * @param passMs of the passes that began before they ended
 * @param inverted the first completion precedes the first start
 * @param unstartedPasses of which only the end was seen
 * @param lateMs how late it was first completed; null if it was in time, or is held to nothing
 * @param openSince of the pass that is open
 * @param arrivals how the workflow came to it, pass by pass
 */
public record StageFigures(
        String stage,
        String workflowName,
        long at,
        @Nullable Long firstStartedAt,
        @Nullable Long lastStartedAt,
        @Nullable Long firstCompletedAt,
        @Nullable Long lastCompletedAt,
        @Nullable Long openSince,
        @Nullable Long firstSlaDue,
        @Nullable Long lastSlaDue,
        @Nullable Long earliestSlaDue,
        @Nullable Long firstPassMs,
        @Nullable Long spanMs,
        @Nullable Long lateMs,
        long touchMs,
        long reworkMs,
        int starts,
        int completions,
        int invertedPasses,
        int unstartedPasses,
        boolean inverted,
        boolean openNow,
        boolean neverCompleted,
        boolean abandoned,
        List<Long> passMs,
        List<StageArrival> arrivals) {

    /** @param otherwise when a step is taken to be of which neither is known */
    public static StageFigures of(StageRow row, List<StageArrival> arrivals, long otherwise) {
        Long firstStart = micros(row.firstStartedAt());
        Long firstCompletion = micros(row.firstCompletedAt());
        List<Long> passMs = new ArrayList<>(row.passes().size());
        int inverted = 0;
        int unstarted = 0;
        for (StagePass pass : row.passes()) {
            Long ms = pass.durationMs();
            if (ms != null) {
                passMs.add(ms);
            }
            inverted += pass.isInverted() ? 1 : 0;
            unstarted += pass.startedAt() == null ? 1 : 0;
        }
        return new StageFigures(
                row.workflowStage(),
                row.workflowName(),
                at(row, otherwise),
                firstStart,
                micros(row.lastStartedAt()),
                firstCompletion,
                micros(row.lastCompletedAt()),
                row.openNow() ? openSince(row) : null,
                micros(row.firstSlaDue()),
                micros(row.lastSlaDue()),
                micros(row.earliestSlaDue()),
                row.firstPassMs(),
                row.spanMs(),
                row.firstPassMs() == null ? null : late(micros(row.earliestSlaDue()), firstCompletion),
                row.touchMs(),
                row.reworkMs(),
                row.starts(),
                row.completions(),
                inverted,
                unstarted,
                row.isInverted(),
                row.openNow(),
                row.neverCompleted(),
                row.abandoned(),
                passMs,
                arrivals);
    }

    private static long at(StageRow row, long otherwise) {
        Instant at = row.firstStartedAt() != null ? row.firstStartedAt() : row.firstCompletedAt();
        for (StagePass pass : row.passes()) {
            at = at == null ? pass.endedAt() : at;
        }
        Long micros = micros(at);
        return micros == null ? otherwise : micros;
    }

    private static @Nullable Long openSince(StageRow row) {
        for (StagePass pass : row.passes()) {
            if (pass.endedAt() == null && pass.startedAt() != null) {
                return micros(pass.startedAt());
            }
        }
        return micros(row.lastStartedAt());
    }

    private static @Nullable Long late(@Nullable Long due, @Nullable Long completed) {
        return due == null || completed == null || completed <= due ? null : Long.valueOf((completed - due) / 1000);
    }

    private static @Nullable Long micros(@Nullable Instant at) {
        return at == null ? null : Long.valueOf(at.getEpochSecond() * 1_000_000 + at.getNano() / 1000);
    }

    /** In hours since 1970, as roll-ups have it. */
    int hour() {
        return (int) Math.floorDiv(at, 3_600_000_000L);
    }

    int day() {
        return (int) Math.floorDiv(at, 86_400_000_000L);
    }

    public boolean isReworked() {
        return starts > 1;
    }

    public int extraStarts() {
        return Math.max(0, starts - 1);
    }

    /** Completed, and held to a due time that it kept. */
    public boolean isMet() {
        return firstPassMs != null && earliestSlaDue != null && lateMs == null;
    }

    public boolean isWithoutSla() {
        return firstPassMs != null && earliestSlaDue == null;
    }

    /** Completed, but its start is unknown or later. */
    public boolean isLeftOut() {
        return firstCompletedAt != null && firstPassMs == null;
    }
}
