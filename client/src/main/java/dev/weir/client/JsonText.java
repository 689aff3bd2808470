package dev.weir.client;

/** Text as JSON in UTF-8 can carry it: whole characters only, and no more of them than there is room for. */
final class JsonText {

    static final String CUT = "[cut]";

    private static final char REPLACEMENT = '\uFFFD';

    private JsonText() {}

    /** A lone half of a surrogate pair has no UTF-8 form: it becomes U+FFFD, as the server would make it. */
    static String clean(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (!isPairAt(text, i)) {
                    return replaceLoneSurrogates(text);
                }
                i++;
            }
        }
        return text;
    }

    private static String replaceLoneSurrogates(String text) {
        StringBuilder clean = new StringBuilder(text);
        for (int i = 0; i < clean.length(); i++) {
            if (Character.isSurrogate(clean.charAt(i))) {
                if (isPairAt(clean, i)) {
                    i++;
                } else {
                    clean.setCharAt(i, REPLACEMENT);
                }
            }
        }
        return clean.toString();
    }

    /** The length of the longest beginning that takes no more than the given bytes once it is written. */
    static int fitting(String text, int bytes) {
        int left = bytes;
        for (int i = 0; i < text.length(); i++) {
            boolean pair = isPairAt(text, i);
            left -= pair ? 4 : encodedBytes(text.charAt(i));
            if (left < 0) {
                return i;
            }
            if (pair) {
                i++;
            }
        }
        return text.length();
    }

    private static boolean isPairAt(CharSequence text, int i) {
        return i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
    }

    private static int encodedBytes(char c) {
        if (c < 0x20) {
            return 6;
        }
        if (c < 0x80) {
            return c == '"' || c == '\\' ? 2 : 1;
        }
        return c < 0x800 ? 2 : 3;
    }
}
