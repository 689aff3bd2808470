package dev.weir.core.signal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The type of an error, as languages put it in front of a message: {@code com.x.FooException: no bar}. Only its last name
 * counts, since some emitters send the package and some do not.
 */
final class ErrorType {
    private static final List<String> ENDINGS = List.of("Error", "Exception", "Failure", "Fault");
    private static final int LONGEST = 200;

    private ErrorType() {}

    /** @return nothing if none is known */
    static String of(@Nullable String sent, String message, String stack) {
        if (sent != null && !sent.isBlank()) {
            return lastName(Words.line(sent, LONGEST));
        }
        int end = end(message);
        if (end > 0) {
            return lastName(message.substring(0, end));
        }
        String line = headline(stack);
        int endOfLine = end(line);
        return endOfLine > 0 ? lastName(line.substring(0, endOfLine)) : "";
    }

    /** The message without the type in front of it, so that it makes no difference who put it there. */
    static String without(String message) {
        int end = end(message);
        return end == 0 ? message : message.substring(Math.min(message.length(), end + 1));
    }

    /** Where the type ends that a text begins with, 0 if it does not. */
    private static int end(String text) {
        int end = 0;
        while (end < text.length() && end <= LONGEST && isPartOfName(text.charAt(end))) {
            end++;
        }
        boolean ends = end == text.length() || text.charAt(end) == ':';
        String name = text.substring(0, end);
        return ends && ENDINGS.stream().anyMatch(name::endsWith) ? end : 0;
    }

    private static boolean isPartOfName(char c) {
        return Character.isLetterOrDigit(c) || c == '.' || c == '_' || c == '$';
    }

    private static String lastName(String type) {
        return type.substring(1 + Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')));
    }

    /** Most stacks say first what happened, Python's last. */
    private static String headline(String stack) {
        boolean lastLine = stack.startsWith("Traceback");
        String text = lastLine ? stack.stripTrailing() : stack;
        int from = lastLine ? text.lastIndexOf('\n') + 1 : 0;
        int to = text.indexOf('\n', from);
        return text.substring(from, to < 0 ? text.length() : to).strip();
    }
}
