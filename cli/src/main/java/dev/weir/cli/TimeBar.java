package dev.weir.cli;

import java.time.Instant;
import java.util.Arrays;

/** A line of characters that stands for a stretch of time. */
final class TimeBar {
    static final char WORK = '█';
    static final char FAILED = '▓';
    static final char REST = '░';
    static final char GAP = '·';

    private final long begin;
    private final long length;
    private final char[] cells;

    TimeBar(Instant begin, Instant end, int columns) {
        this.begin = begin.toEpochMilli();
        length = Math.max(1, end.toEpochMilli() - this.begin);
        cells = new char[columns];
        Arrays.fill(cells, ' ');
    }

    /** However short something was, it is seen. */
    TimeBar fill(Instant from, Instant to, char with) {
        int last = Math.max(cell(from), cell(to.minusMillis(1)));
        for (int i = cell(from); i <= last; i++) {
            if (with != GAP || cells[i] == ' ') {
                cells[i] = with;
            }
        }
        return this;
    }

    private int cell(Instant at) {
        long place = Math.floorDiv((at.toEpochMilli() - begin) * cells.length, length);
        return (int) Math.max(0, Math.min(cells.length - 1, place));
    }

    @Override
    public String toString() {
        return new String(cells);
    }
}
