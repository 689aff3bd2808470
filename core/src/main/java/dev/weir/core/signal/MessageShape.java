package dev.weir.core.signal;

/**
 * A message without what differs from one time to the next. Numbers, hashes, UUIDs, long ids and times become {@code #},
 * whichever they are: an id may happen to have no letter in it, and must not make a message of its own then. Quoted texts
 * become {@code <text>}, and there are {@code <path>}, {@code <url>} and {@code <email>}. Several of the same in a row are
 * one, so that the length of a list does not count.
 *
 * <p>A scanner and no regular expressions: messages come from strangers and may be megabytes long. It goes forward only,
 * looks at no character more than a few times, and stops as soon as it has enough; of a list that has no end, where every
 * element is like the one before, it reads the beginning.
 */
final class MessageShape {
    private static final int LONGEST = 240;
    private static final int MOST_READ = 16_384;
    private static final String QUOTES = "'\"`";
    private static final String BETWEEN_CHUNKS = QUOTES + "()[]{}<>,;|=";
    private static final String AFTER_CHUNKS = ".:!?";
    private static final String BETWEEN_THE_SAME = " .,:-/+_";

    private final String text;
    private final StringBuilder out = new StringBuilder(64);
    /** Up to where it is known that no quote of each kind is closed. */
    private final int[] unclosedUntil = new int[QUOTES.length()];

    private String lastPlaceholder = "";
    /** Behind the last placeholder. */
    private int placeholderEnd;

    private MessageShape(String text) {
        this.text = text;
    }

    static String of(String message) {
        String read = message.substring(0, Words.whole(message, Math.min(message.length(), MOST_READ)));
        MessageShape shape = new MessageShape(read);
        for (int i = 0; i < read.length() && shape.out.length() <= LONGEST; ) {
            i = shape.next(i);
        }
        String found = shape.out.toString().stripTrailing();
        return found.length() <= LONGEST ? found : found.substring(0, Words.whole(found, LONGEST));
    }

    /** @return where to go on */
    private int next(int i) {
        char c = text.charAt(i);
        if (Words.isBlank(c)) {
            if (out.length() > 0 && out.charAt(out.length() - 1) != ' ') {
                out.append(' ');
            }
            return i + 1;
        }
        int close = QUOTES.indexOf(c) >= 0 ? closingQuote(i) : -1;
        if (close > 0) {
            placeholder("<text>");
            return close + 1;
        }
        if (BETWEEN_CHUNKS.indexOf(c) >= 0) {
            out.append(c);
            return i + 1;
        }
        return chunk(i);
    }

    /** An apostrophe inside a word neither opens nor closes anything, and quotes do not go on over lines. */
    private int closingQuote(int open) {
        char quote = text.charAt(open);
        int kind = QUOTES.indexOf(quote);
        if (open < unclosedUntil[kind] || (open > 0 && Character.isLetterOrDigit(text.charAt(open - 1)))) {
            return -1;
        }
        int i = open + 1;
        for (; i < text.length() && text.charAt(i) != '\n'; i++) {
            boolean wordGoesOn = i + 1 < text.length() && Character.isLetterOrDigit(text.charAt(i + 1));
            if (text.charAt(i) == quote && !wordGoesOn) {
                return i;
            }
        }
        unclosedUntil[kind] = i;
        return -1;
    }

    /** A chunk is what has no space in it: a word, a path, an address, a number with its unit. */
    private int chunk(int from) {
        int end = endOfChunk(from);
        int to = beforePunctuation(from, end);
        String placeholder = Chunk.placeholder(text, from, to);
        if (placeholder != null) {
            while (to == end && end < text.length() && text.charAt(end) == '=') {
                end = endOfChunk(end + 1); // the parameters of an address
                to = beforePunctuation(from, end);
            }
            placeholder(placeholder);
        }
        for (int i = from; placeholder == null && i < to && out.length() <= LONGEST; ) {
            i = piece(i, to);
        }
        if (out.length() <= LONGEST) {
            out.append(text, to, Math.min(end, to + LONGEST));
        }
        return end;
    }

    private int endOfChunk(int from) {
        int end = from;
        while (end < text.length()
                && !Words.isBlank(text.charAt(end))
                && BETWEEN_CHUNKS.indexOf(text.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    private int beforePunctuation(int from, int end) {
        int to = end;
        while (to > from && AFTER_CHUNKS.indexOf(text.charAt(to - 1)) >= 0) {
            to--;
        }
        return to;
    }

    /** A run of letters and digits inside a chunk, or what is between two. */
    private int piece(int from, int end) {
        if (Chunk.isUuid(text, from, end)) {
            placeholder("#");
            return from + Chunk.UUID_LENGTH;
        }
        int to = Chunk.endOfRun(text, from, end);
        if (to == from) {
            out.append(text.charAt(from));
            return from + 1;
        }
        if (Chunk.isId(text, from, to)) {
            placeholder("#");
        } else {
            appendWord(from, to);
        }
        return to;
    }

    /** The letters as they are; its numbers are numbers, too. */
    private void appendWord(int from, int to) {
        for (int i = from; i < to && out.length() <= LONGEST; i++) {
            if (!Character.isDigit(text.charAt(i))) {
                out.append(text.charAt(i));
            } else if (out.length() != placeholderEnd || !lastPlaceholder.equals("#")) {
                placeholder("#");
            }
        }
    }

    private void placeholder(String what) {
        if (what.equals(lastPlaceholder) && onlyPunctuationSince(placeholderEnd)) {
            out.setLength(placeholderEnd);
        } else {
            out.append(what);
        }
        lastPlaceholder = what;
        placeholderEnd = out.length();
    }

    private boolean onlyPunctuationSince(int from) {
        for (int i = from; i < out.length(); i++) {
            if (BETWEEN_THE_SAME.indexOf(out.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }
}
