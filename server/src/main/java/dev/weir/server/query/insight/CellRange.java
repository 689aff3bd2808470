package dev.weir.server.query.insight;

import dev.weir.server.query.CutRange;
import java.util.ArrayList;
import java.util.List;

/**
 * A time range as as few whole days, hours and quarters of an hour as possible, which are counted already, and the rest at
 * both ends, which is not.
 */
record CellRange(List<Cells> cells, List<CutRange.Part> rest) {
    static final long QUARTER = CutRange.HOUR / 4;
    private static final long[] UNITS = {QUARTER, CutRange.HOUR, CutRange.DAY};

    /** Cells of one length, from one up to another, counted from 1970. */
    record Cells(int unit, int first, int end) {}

    /** @param longest no cell is longer than this, in microseconds */
    static CellRange of(long from, long to, long longest) {
        CellRange range = new CellRange(new ArrayList<>(), new ArrayList<>());
        int unit = UNITS.length - 1;
        while (unit > 0 && UNITS[unit] > longest) {
            unit--;
        }
        range.cut(new CutRange.Part(from, to), unit);
        return range;
    }

    private void cut(CutRange.Part part, int unit) {
        if (unit < 0) {
            rest.add(part);
            return;
        }
        CutRange whole = CutRange.of(part.from(), part.to(), UNITS[unit]);
        if (whole.hasWhole()) {
            cells.add(new Cells(unit, whole.firstUnit(), whole.endUnit()));
        }
        for (CutRange.Part other : whole.parts()) {
            cut(other, unit - 1);
        }
    }

    /** When a cell begins. */
    static long start(int unit, int at) {
        return at * UNITS[unit];
    }
}
