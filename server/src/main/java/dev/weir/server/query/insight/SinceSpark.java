package dev.weir.server.query.insight;

import dev.weir.core.run.RunRows;
import java.util.ArrayList;
import java.util.List;

/** How many of the things that are late now were late already: they only become more. Times in microseconds. */
final class SinceSpark {
    private static final int BUCKETS = 24;

    private final long from;
    private final long[] counts = new long[BUCKETS];
    private long oldest = Long.MAX_VALUE;
    private long n;

    SinceSpark(long now) {
        from = (Math.floorDiv(now, CellRange.QUARTER) + 1 - BUCKETS) * CellRange.QUARTER;
    }

    /** Of those that have been late since then. */
    void add(long since, long more) {
        oldest = Math.min(oldest, since);
        n += more;
        int first = (int) Math.max(0, Math.floorDiv(since - from, CellRange.QUARTER));
        for (int i = first; i < BUCKETS; i++) {
            counts[i] += more;
        }
    }

    long n() {
        return n;
    }

    long oldest() {
        return oldest;
    }

    Attention.Spark spark() {
        List<Long> values = new ArrayList<>(BUCKETS);
        for (long count : counts) {
            values.add(count);
        }
        return new Attention.Spark(RunRows.instant(from), CellRange.QUARTER / 1000, values);
    }
}
