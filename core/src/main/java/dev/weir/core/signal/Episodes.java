package dev.weir.core.signal;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How long a kind of failure lasts where no success says so: it comes again and again at its usual interval, the median of
 * those between its samples, and is over once it pauses for ten times as long. It is then taken to have been over when the
 * next one would have been due, one interval after the last; the last itself would otherwise have lasted no time at all.
 */
public final class Episodes {
    /** Two intervals are the fewest that can agree on anything. */
    private static final int FEWEST_SAMPLES = 3;

    private static final int PAUSE = 10;
    /** Failures of one moment are one failure told several times; ten times nothing would be a pause at once. */
    private static final long SHORTEST_INTERVAL = 1_000_000;

    private Episodes() {}

    /**
     * @param sortedTimes of a signature's samples, in microseconds since 1970
     * @return of each how long it lasted, in milliseconds: null while it is not over, and for all if there are too few to
     *     say what is usual
     */
    public static @Nullable Long[] repairsMs(long[] sortedTimes, long now) {
        @Nullable Long[] repairs = new Long[sortedTimes.length];
        if (sortedTimes.length < FEWEST_SAMPLES) {
            return repairs;
        }
        long interval = usualInterval(sortedTimes);
        Long over = null;
        for (int i = sortedTimes.length - 1; i >= 0; i--) {
            long next = i + 1 < sortedTimes.length ? sortedTimes[i + 1] : now;
            if (next - sortedTimes[i] > PAUSE * interval) {
                over = sortedTimes[i] + interval;
            }
            repairs[i] = over == null ? null : (over - sortedTimes[i]) / 1000;
        }
        return repairs;
    }

    private static long usualInterval(long[] sortedTimes) {
        long[] intervals = new long[sortedTimes.length - 1];
        for (int i = 0; i < intervals.length; i++) {
            intervals[i] = sortedTimes[i + 1] - sortedTimes[i];
        }
        Arrays.sort(intervals);
        return Math.max(SHORTEST_INTERVAL, intervals[(intervals.length - 1) / 2]);
    }
}
