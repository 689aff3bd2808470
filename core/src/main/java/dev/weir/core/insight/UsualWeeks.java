package dev.weir.core.insight;

import java.util.ArrayList;
import java.util.List;

/**
 * What a range is compared with: the same hours of the same days of the week, in each of the last four weeks. Mondays are
 * compared with Mondays, since a weekend is not unusual for being quiet. Of a range that is longer than a week, those moved by as many
 * weeks as it takes not to overlap it.
 */
public final class UsualWeeks {
    private static final long WEEK = 7 * 86_400_000_000L;
    private static final int WEEKS = 4;

    private UsualWeeks() {}

    /** In microseconds. */
    public record Range(long from, long to) {}

    /** The nearest first; at least one. */
    public static List<Range> of(long from, long to) {
        long step = Math.max(1, (to - from + WEEK - 1) / WEEK);
        List<Range> ranges = new ArrayList<>();
        for (long weeks = step; weeks <= Math.max(WEEKS, step); weeks += step) {
            ranges.add(new Range(from - weeks * WEEK, to - weeks * WEEK));
        }
        return ranges;
    }
}
