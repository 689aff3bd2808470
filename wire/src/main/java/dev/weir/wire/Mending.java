package dev.weir.wire;

import java.nio.charset.StandardCharsets;

/**
 * Replaces what PostgreSQL cannot hold by U+FFFD: the character U+0000, halves of surrogate pairs, and bytes that are no
 * UTF-8. Left in, such JSON would be accepted, and then every look into that row would fail.
 */
final class Mending {
    private static final String REPLACEMENT = "\\ufffd";

    private Mending() {}

    static byte[] mend(Slice slice) {
        String json = new String(slice.body(), slice.from(), slice.length(), StandardCharsets.UTF_8);
        StringBuilder mended = new StringBuilder(json.length());
        int i = 0;
        while (i < json.length()) {
            char c = json.charAt(i);
            if (c != '\\' || i + 1 == json.length()) {
                mended.append(c == 0 ? '\uFFFD' : c);
                i++;
                continue;
            }
            int length = escapeLength(json, i);
            mended.append(isStorable(json, i, length) ? json.substring(i, i + length) : REPLACEMENT);
            i += length;
        }
        return mended.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Both halves of a surrogate pair count as one escape. */
    private static int escapeLength(String json, int at) {
        int code = codeAt(json, at);
        if (code < 0) {
            return 2;
        }
        boolean pair = Character.isHighSurrogate((char) code)
                && codeAt(json, at + 6) >= 0
                && Character.isLowSurrogate((char) codeAt(json, at + 6));
        return pair ? 12 : 6;
    }

    private static boolean isStorable(String json, int at, int length) {
        int code = codeAt(json, at);
        return length != 6 || (code != 0 && !Character.isSurrogate((char) code));
    }

    /** The code of the \\u escape at this place, or -1. */
    private static int codeAt(String json, int at) {
        if (at + 6 > json.length() || json.charAt(at) != '\\' || json.charAt(at + 1) != 'u') {
            return -1;
        }
        int code = 0;
        for (int i = at + 2; i < at + 6; i++) {
            int digit = Character.digit(json.charAt(i), 16);
            if (digit < 0 || json.charAt(i) > 127) {
                return -1;
            }
            code = code << 4 | digit;
        }
        return code;
    }
}
