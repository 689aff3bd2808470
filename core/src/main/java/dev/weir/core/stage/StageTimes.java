package dev.weir.core.stage;

import org.jspecify.annotations.Nullable;

/**
 * One stage of a workflow as the fold keeps it. Its k-th pass is its k-th start with its k-th completion, whatever lies
 * between: so the first pass is the earliest start with the earliest completion, a stage is open while it has more starts
 * than completions, and SQL can say the same. What comes second of the two makes the pair.
 *
 * @param firstSlaDue of the first start; null if that had none
 * @param lastSlaDue of the latest start; null if that had none
 * @param earliestSlaDue the earliest of all starts
 * @param touchMs the time of all passes that began before they ended
 * @param inverted how many passes ended before they began
 */
public record StageTimes(
        String name,
        Times starts,
        Times completions,
        @Nullable Long firstSlaDue,
        @Nullable Long lastSlaDue,
        @Nullable Long earliestSlaDue,
        long touchMs,
        int inverted) {

    static StageTimes of(String name) {
        return new StageTimes(name, Times.NONE, Times.NONE, null, null, null, 0, 0);
    }

    StageTimes with(StageEvent event) {
        return event.type() == StageEventType.STARTED ? started(event.at(), event.slaDue()) : completed(event.at());
    }

    StageTimes started(long at, @Nullable Long slaDue) {
        int pass = starts.size();
        boolean paired = pass < completions.size();
        boolean ended = paired && completions.get(pass) >= at;
        return new StageTimes(
                name,
                starts.plus(at),
                completions,
                pass == 0 ? slaDue : firstSlaDue,
                slaDue,
                earlier(earliestSlaDue, slaDue),
                ended ? touchMs + Times.millis(at, completions.get(pass)) : touchMs,
                paired && !ended ? inverted + 1 : inverted);
    }

    StageTimes completed(long at) {
        int pass = completions.size();
        // In event order a start that is known is never later.
        long spent = pass < starts.size() ? Times.millis(starts.get(pass), at) : 0;
        return new StageTimes(
                name, starts, completions.plus(at), firstSlaDue, lastSlaDue, earliestSlaDue, touchMs + spent, inverted);
    }

    private static @Nullable Long earlier(@Nullable Long a, @Nullable Long b) {
        return a == null ? b : b == null || a <= b ? a : b;
    }

    public boolean isOpenNow() {
        return starts.size() > completions.size();
    }

    /** Also of those that are not over yet, and of those whose start was lost. */
    public int passes() {
        return Math.max(starts.size(), completions.size());
    }
}
