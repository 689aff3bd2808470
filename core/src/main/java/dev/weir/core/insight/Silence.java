package dev.weir.core.insight;

import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * How often something is usually heard of, from the two weeks up to its last event.
 *
 * @param usualGapMs from one start or end of a run to the next, on average
 * @param longestPauseMs for how long nothing was heard of it once
 */
public record Silence(long usualGapMs, long longestPauseMs) {
    private static final int ENOUGH = 50;
    private static final int ENOUGH_HOURS = 3;
    private static final long HOUR_MS = 3_600_000;
    private static final long SHORTEST_MS = 5 * 60_000;
    private static final int TIMES = 10;

    /**
     * @param heard how many starts and ends there were
     * @param hours in which there were any, counted from 1970
     * @return null where there is too little to speak of a habit
     */
    public static @Nullable Silence of(long heard, SortedSet<Integer> hours) {
        if (heard < ENOUGH || hours.size() < ENOUGH_HOURS) {
            return null;
        }
        long longest = 0;
        Integer last = null;
        for (Integer hour : hours) {
            longest = last == null ? longest : Math.max(longest, hour - last - 1);
            last = hour;
        }
        long span = (hours.last() - hours.first() + 1) * HOUR_MS;
        return new Silence(span / heard, longest == 0 ? 0 : (longest + 2) * HOUR_MS);
    }

    /**
     * Nothing was heard for ten times the usual gap, for five minutes at least, and for longer than any pause before: a
     * service that rests every night is not silent at night.
     */
    public boolean isBrokenAfter(long sinceMs) {
        return sinceMs > Math.max(SHORTEST_MS, Math.max(TIMES * usualGapMs, longestPauseMs));
    }
}
