package dev.weir.server.query;

import java.util.ArrayList;
import java.util.List;

/**
 * A time range cut at the edges of hours or days: what is whole is in the roll-ups, and the rest is read from rows, so that
 * counts are exact.
 *
 * @param firstUnit the first whole one, counted from 1970
 * @param endUnit the one after the last whole one; no more than the first if there is none
 */
public record CutRange(int firstUnit, int endUnit, List<Part> parts) {
    public static final long HOUR = 3_600_000_000L;
    public static final long DAY = 24 * HOUR;

    /** What is not whole, in microseconds. */
    public record Part(long from, long to) {}

    public static CutRange of(long from, long to, long unit) {
        long first = from == Long.MIN_VALUE ? Integer.MIN_VALUE : Math.floorDiv(from + unit - 1, unit);
        long end = to == Long.MAX_VALUE ? Integer.MAX_VALUE : Math.floorDiv(to, unit);
        List<Part> parts = new ArrayList<>();
        if (first > end) {
            parts.add(new Part(from, to));
        } else {
            add(parts, from, from == Long.MIN_VALUE ? from : first * unit);
            add(parts, to == Long.MAX_VALUE ? to : end * unit, to);
        }
        return new CutRange((int) first, (int) end, parts);
    }

    public boolean hasWhole() {
        return firstUnit < endUnit;
    }

    private static void add(List<Part> parts, long from, long to) {
        if (from < to) {
            parts.add(new Part(from, to));
        }
    }
}
