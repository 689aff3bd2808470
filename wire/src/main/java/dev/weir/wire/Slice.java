package dev.weir.wire;

import java.util.Arrays;

/**
 * Where one JSON value stands in a body, and what was seen in passing.
 *
 * @param depth how deep it nests
 * @param longestString in characters as sent
 * @param needsMending it has characters that PostgreSQL cannot hold
 * @param broken it is no JSON value, only what stands where one should
 */
public record Slice(byte[] body, int from, int to, int depth, int longestString, boolean needsMending, boolean broken) {

    static Slice broken(byte[] body, int from, int to) {
        return new Slice(body, from, to, 0, 0, true, true);
    }

    public int length() {
        return to - from;
    }

    public byte[] bytes() {
        return Arrays.copyOfRange(body, from, to);
    }
}
