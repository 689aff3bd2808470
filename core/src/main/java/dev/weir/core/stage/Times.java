package dev.weir.core.stage;

import java.util.Arrays;

/**
 * Moments in event order, in microseconds since 1970. Nothing is ever changed, only added at the end, so a stage of ten
 * thousand passes shares all but the last few of its moments with the state before it: whoever stores them writes the
 * chunk that grew.
 */
public final class Times {
    /** How many moments are kept together. */
    public static final int CHUNK = 64;

    public static final Times NONE = new Times(new long[0][], new long[0]);

    private final long[][] full;
    private final long[] rest;

    private Times(long[][] full, long[] rest) {
        this.full = full;
        this.rest = rest;
    }

    Times plus(long at) {
        if (rest.length < CHUNK) {
            return new Times(full, with(rest, at));
        }
        long[][] more = Arrays.copyOf(full, full.length + 1);
        more[full.length] = rest;
        return new Times(more, new long[] {at});
    }

    private static long[] with(long[] moments, long at) {
        long[] more = Arrays.copyOf(moments, moments.length + 1);
        more[moments.length] = at;
        return more;
    }

    public int size() {
        return full.length * CHUNK + rest.length;
    }

    public boolean isEmpty() {
        return rest.length == 0;
    }

    public long get(int index) {
        int chunk = index / CHUNK;
        return chunk < full.length ? full[chunk][index % CHUNK] : rest[index - full.length * CHUNK];
    }

    /** The earliest; only where there is one. */
    public long first() {
        return get(0);
    }

    /** The latest; only where there is one. */
    public long last() {
        return rest[rest.length - 1];
    }

    /** As everywhere: each end is cut to milliseconds first. */
    static long millis(long fromMicros, long toMicros) {
        return Math.floorDiv(toMicros, 1000) - Math.floorDiv(fromMicros, 1000);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Times times && Arrays.equals(rest, times.rest) && Arrays.deepEquals(full, times.full);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.deepHashCode(full) + Arrays.hashCode(rest);
    }

    @Override
    public String toString() {
        return Arrays.deepToString(full) + Arrays.toString(rest);
    }
}
