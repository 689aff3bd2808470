package dev.weir.core.signal;

/** Strangers' texts, made fit for one sentence. */
final class Words {
    static final int LONGEST_SUMMARY = 300;
    private static final int LONGEST_NAME = 80;
    private static final int LONGEST_MESSAGE = 200;

    private Words() {}

    static String name(String name) {
        return line(name, LONGEST_NAME);
    }

    static String message(String message) {
        return line(message, LONGEST_MESSAGE);
    }

    static String summary(String summary) {
        return cut(summary, LONGEST_SUMMARY);
    }

    /** In one line, with one space where there was any. Reads no further than it has to: messages may be megabytes long. */
    static String line(String text, int longest) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), longest + 2));
        boolean gap = false;
        for (int i = 0; i < text.length() && line.length() <= longest + 1; i++) {
            char c = text.charAt(i);
            if (isBlank(c)) {
                gap = true;
            } else {
                if (gap && line.length() > 0) {
                    line.append(' ');
                }
                gap = false;
                line.append(c);
            }
        }
        return cut(line.toString(), longest);
    }

    static boolean isBlank(char c) {
        return Character.isWhitespace(c) || Character.isISOControl(c) || Character.isSpaceChar(c);
    }

    /** Never in the middle of a character that takes two places. */
    static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, whole(text, longest - 1)) + "…";
    }

    /** The end of the last whole character that ends at or before a place. */
    static int whole(CharSequence text, int end) {
        return end > 0 && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
    }
}
