package dev.weir.core.signal;

import java.util.ArrayList;
import java.util.List;

/**
 * The topmost frames of a stack, as most languages write them, without what differs from one build or machine to the next:
 * line numbers, addresses, and the folders of files.
 */
final class StackFrames {
    private static final int MOST = 5;
    private static final int MOST_LINES = 300;
    private static final int LONGEST_LINE = 400;
    private static final int LONGEST_FRAME = 120;

    /** Frames that runtimes make up: they come and go with warmth and version. */
    private static final List<String> NOISE =
            List.of("$$Lambda", "jdk.internal.", "sun.reflect.", "java.lang.reflect.", "node:internal");

    private StackFrames() {}

    static List<String> of(String stack) {
        List<String> frames = new ArrayList<>(MOST);
        int from = 0;
        for (int i = 0; i < MOST_LINES && from < stack.length() && frames.size() < MOST; i++) {
            int to = stack.indexOf('\n', from);
            int end = to < 0 ? stack.length() : to;
            String line =
                    stack.substring(from, Math.min(end, from + LONGEST_LINE)).strip();
            if (isFrame(line, i == 0) && NOISE.stream().noneMatch(line::contains)) {
                add(frames, shape(line));
            }
            from = end + 1;
        }
        return List.copyOf(frames);
    }

    /** How deep something calls itself may differ. */
    private static void add(List<String> frames, String frame) {
        if (!frame.isEmpty()
                && (frames.isEmpty() || !frames.get(frames.size() - 1).equals(frame))) {
            frames.add(frame);
        }
    }

    /** The first line is the message, unless it is plainly a frame. */
    private static boolean isFrame(String line, boolean first) {
        if (line.startsWith("at ") || line.startsWith("File \"") || isNumbered(line)) {
            return true;
        }
        return !first && !line.startsWith("Caused by") && hasLineNumber(line);
    }

    private static boolean isNumbered(String line) {
        return line.length() > 1 && line.charAt(0) == '#' && Character.isDigit(line.charAt(1));
    }

    private static boolean hasLineNumber(String line) {
        for (int i = line.indexOf(':'); i >= 0; i = line.indexOf(':', i + 1)) {
            if (i > 0 && line.charAt(i - 1) != ' ' && i + 1 < line.length() && Character.isDigit(line.charAt(i + 1))) {
                return true;
            }
        }
        return false;
    }

    private static String shape(String line) {
        int from = line.startsWith("at ") ? 3 : isNumbered(line) ? Chunk.endOfRun(line, 1, line.length()) : 0;
        StringBuilder out = new StringBuilder(64);
        int word = 0; // where the folders of a file would begin
        for (int i = from; i < line.length(); ) {
            int end = Chunk.endOfRun(line, i, line.length());
            if (end > i) {
                append(out, line, i, end);
                i = end;
                continue;
            }
            char c = line.charAt(i++);
            if (c == '/' || c == '\\') {
                out.setLength(word);
            } else if (c != '"') {
                out.append(Words.isBlank(c) ? ' ' : c);
                word = Words.isBlank(c) || c == '(' || c == '[' || c == '@' ? out.length() : word;
            }
        }
        return Words.line(out.toString(), LONGEST_FRAME);
    }

    private static void append(StringBuilder out, String line, int from, int to) {
        int last = out.length() - 1;
        if (Chunk.isId(line, from, to)) {
            if (last >= 0 && out.charAt(last) == ':') {
                out.setLength(last); // a line or a column
            } else {
                out.append('#');
            }
            return;
        }
        for (int i = from; i < to; i++) {
            boolean digit = Character.isDigit(line.charAt(i));
            if (!digit) {
                out.append(line.charAt(i));
            } else if (i == from || !Character.isDigit(line.charAt(i - 1))) {
                out.append('#');
            }
        }
    }
}
