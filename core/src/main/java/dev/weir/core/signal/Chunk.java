package dev.weir.core.signal;

import dev.weir.core.event.Ids;
import org.jspecify.annotations.Nullable;

/** What a piece of text without a space in it is, as far as that can be told by its looks. */
final class Chunk {
    static final int UUID_LENGTH = 36;

    /** Six, as in the shortest hashes in use; without a digit they could be words, of which none has eight. */
    private static final int SHORTEST_HEX = 6;

    private static final int SHORTEST_HEX_WORD = 8;
    private static final int SHORTEST_ID = 12;
    /** Names may have a number in them, or two ({@code utf8mb4}); ids change back and forth. */
    private static final int FEWEST_TURNS = 4;
    /** Without small letters it is hardly a name such as S3Bucket: 4GTS4J. */
    private static final int FEWEST_TURNS_OF_CAPITALS = 2;

    private static final int SHORTEST_OF_CAPITALS = 5;

    private Chunk() {}

    /** Null if it has to be looked at piece by piece. */
    static @Nullable String placeholder(String text, int from, int to) {
        int slashes = 0;
        int backslashes = 0;
        boolean letters = false;
        int at = -1;
        boolean dotAfterAt = false;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            slashes += c == '/' ? 1 : 0;
            backslashes += c == '\\' ? 1 : 0;
            letters |= Character.isLetter(c);
            at = c == '@' ? i : at;
            dotAfterAt |= c == '.' && at > from;
            if (c == ':' && text.startsWith("//", i + 1) && i + 2 < to) {
                return "<url>";
            }
        }
        if (at > from && dotAfterAt && slashes == 0) {
            return "<email>";
        }
        if (isDate(text, from, to)) {
            return "#";
        }
        boolean manyParts = letters && slashes + backslashes >= 2;
        return slashes + backslashes > 0 && (manyParts || beginsAPath(text, from, to)) ? "<path>" : null;
    }

    private static boolean beginsAPath(String text, int from, int to) {
        char first = text.charAt(from);
        boolean rooted = first == '/' || first == '\\' || first == '~' || first == '.';
        boolean drive = to - from > 2 && Character.isLetter(first) && text.charAt(from + 1) == ':';
        return to - from > 1 && (rooted || drive);
    }

    /** A date as 2026-03-01, with whatever time behind it. */
    private static boolean isDate(String text, int from, int to) {
        if (to - from < 10 || text.charAt(from + 4) != '-' || text.charAt(from + 7) != '-') {
            return false;
        }
        for (int i = 0; i < 10; i++) {
            if (i != 4 && i != 7 && !Character.isDigit(text.charAt(from + i))) {
                return false;
            }
        }
        return true;
    }

    static boolean isUuid(String text, int from, int end) {
        int to = from + UUID_LENGTH;
        return to <= end
                && text.charAt(from + 8) == '-'
                && text.charAt(from + 13) == '-'
                && (to == end || !Character.isLetterOrDigit(text.charAt(to)))
                && Ids.parse(text.substring(from, to)) != null;
    }

    /** Where letters and digits end. */
    static int endOfRun(CharSequence text, int from, int end) {
        int to = from;
        while (to < end && Character.isLetterOrDigit(text.charAt(to))) {
            to++;
        }
        return to;
    }

    /** Whether a run of letters and digits is a number, a hash or some other id, and not a word. */
    static boolean isId(CharSequence text, int from, int to) {
        int digits = 0;
        int turns = 0;
        boolean hex = true;
        boolean small = false;
        for (int i = from; i < to; i++) {
            boolean digit = Character.isDigit(text.charAt(i));
            digits += digit ? 1 : 0;
            turns += i > from && digit != Character.isDigit(text.charAt(i - 1)) ? 1 : 0;
            hex &= Character.digit(text.charAt(i), 16) >= 0;
            small |= Character.isLowerCase(text.charAt(i));
        }
        int length = to - from;
        boolean prefixed = length > 2 && text.charAt(from) == '0' && (text.charAt(from + 1) | 0x20) == 'x';
        return digits == length
                || prefixed
                || (hex && length >= (digits > 0 ? SHORTEST_HEX : SHORTEST_HEX_WORD))
                || (digits > 0 && (length >= SHORTEST_ID || turns >= FEWEST_TURNS))
                || (!small && turns >= FEWEST_TURNS_OF_CAPITALS && length >= SHORTEST_OF_CAPITALS);
    }
}
