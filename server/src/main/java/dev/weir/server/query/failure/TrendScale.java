package dev.weir.server.query.failure;

import dev.weir.core.run.RunRows;
import dev.weir.server.query.CutRange;
import dev.weir.server.query.failure.FailureGroup.Trend;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The buckets of a small chart: hours of up to two days, else days, or as many days together as leave a hundred buckets.
 *
 * @param first number of the first bucket since 1970
 * @param width in microseconds
 */
record TrendScale(long first, int size, long width) {
    private static final long LONGEST_IN_HOURS = 2 * CutRange.DAY;
    private static final int MOST = 100;

    static TrendScale of(long from, long end) {
        long length = Math.max(1, end - from);
        long width = CutRange.HOUR;
        if (length > LONGEST_IN_HOURS) {
            width = CutRange.DAY * (1 + (length - 1) / (MOST * CutRange.DAY));
        }
        long first = Math.floorDiv(from, width);
        return new TrendScale(first, (int) (Math.floorDiv(from + length - 1, width) - first + 1), width);
    }

    boolean isInDays() {
        return width >= CutRange.DAY;
    }

    /** What is later than the last bucket, by a clock that is ahead, is counted in it. */
    int bucket(long micros) {
        return (int) Math.max(0, Math.min(size - 1, Math.floorDiv(micros, width) - first));
    }

    Trend trend(Map<Integer, Long> counts) {
        List<Long> all = new ArrayList<>(Collections.nCopies(size, 0L));
        counts.forEach(all::set);
        return new Trend(RunRows.instant(first * width), width / 1000, all);
    }
}
