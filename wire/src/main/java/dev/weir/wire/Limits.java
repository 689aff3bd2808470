package dev.weir.wire;

import org.jspecify.annotations.Nullable;

/**
 * How much is taken. Every limit but the number of events concerns one event, so that it costs only that event.
 *
 * @param maxNameBytes of ids and names, in UTF-8: PostgreSQL cannot index much longer ones
 * @param maxFutureMicros how far a timestamp may lie ahead of its receipt
 */
public record Limits(
        int maxEvents, int maxEventBytes, int maxDepth, int maxStringLength, int maxNameBytes, long maxFutureMicros) {

    public static final Limits DEFAULT = new Limits(20_000, 1 << 20, 64, 256 * 1024, 1000, 24L * 3600 * 1_000_000);

    private static final int ANY = Integer.MAX_VALUE / 2; // parsers add to it

    /** For what was taken once, and is read again. */
    public static final Limits NONE = new Limits(ANY, ANY, ANY, ANY, ANY, Long.MAX_VALUE / 2);

    /** What is too large about an event; null if nothing is. */
    @Nullable
    String exceededBy(Slice slice) {
        if (slice.length() > maxEventBytes) {
            return "It has " + slice.length() + " bytes, the limit is " + maxEventBytes;
        }
        if (slice.depth() > maxDepth) {
            return "It nests " + slice.depth() + " levels deep, the limit is " + maxDepth;
        }
        return slice.longestString() > maxStringLength
                ? "It has a string of " + slice.longestString() + " characters, the limit is " + maxStringLength
                : null;
    }
}
