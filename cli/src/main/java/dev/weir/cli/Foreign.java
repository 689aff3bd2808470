package dev.weir.cli;

/**
 * Text that came from elsewhere, as it may be shown: nothing in it moves the cursor, changes colours or turns the
 * direction of writing, and its width is known.
 */
final class Foreign {
    private Foreign() {}

    /** On one line. */
    static String line(String text) {
        return harmless(text, false);
    }

    /** On as many lines as it has. */
    static String lines(String text) {
        return harmless(text.replace("\r\n", "\n"), true);
    }

    private static String harmless(String text, boolean keepLines) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (keepLines && c == '\n') {
                shown.append('\n');
            } else if (keepLines && c == '\t') {
                shown.append("    ");
            } else if (c == '\n') {
                shown.append("\\n");
            } else if (c == '\t') {
                shown.append("\\t");
            } else if (isHarmful(c)) {
                shown.append(String.format("\\u%04x", c));
            } else {
                shown.appendCodePoint(c);
            }
        });
        return shown.toString();
    }

    private static boolean isHarmful(int c) {
        boolean turnsDirection = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
        int type = Character.getType(c);
        return turnsDirection
                || type == Character.CONTROL
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || type == Character.SURROGATE;
    }

    /** How many columns of a terminal it takes. */
    static int width(String text) {
        return text.codePoints().map(Foreign::width).sum();
    }

    private static int width(int c) {
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        boolean wide = (c >= 0x1100 && c <= 0x115F)
                || (c >= 0x2E80 && c <= 0xA4CF)
                || (c >= 0xAC00 && c <= 0xD7A3)
                || (c >= 0xF900 && c <= 0xFAFF)
                || (c >= 0xFE30 && c <= 0xFE6F)
                || (c >= 0xFF00 && c <= 0xFF60)
                || (c >= 0xFFE0 && c <= 0xFFE6)
                || (c >= 0x1F300 && c <= 0x1FAFF)
                || (c >= 0x20000 && c <= 0x3FFFD);
        return wide ? 2 : 1;
    }

    /** No wider than this; what had to go is marked. */
    static String cut(String text, int columns) {
        if (width(text) <= columns) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        int used = 1;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            used += width(c);
            if (used > columns) {
                break;
            }
            kept.appendCodePoint(c);
            i += Character.charCount(c);
        }
        return kept.append('…').toString();
    }

    static String padded(String text, int columns) {
        return text + " ".repeat(Math.max(0, columns - width(text)));
    }
}
