package dev.weir.client;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Why a run or a step failed.
 *
 * @param code a stable name for this kind of failure, by which Weir groups failures; without one it compares type,
 *     message and stack
 */
public record Failure(
        String message, @Nullable String stack, @Nullable String code) {

    private static final int MAX_MESSAGE = 8_000;
    private static final int MAX_STACK = 32_000;

    public Failure {
        message = cut(Objects.requireNonNullElse(message, "unknown"), MAX_MESSAGE);
        stack = stack == null ? null : cut(stack, MAX_STACK);
    }

    /** The message and stack trace of an exception, with those of its causes. */
    public static Failure of(Throwable thrown) {
        if (thrown == null) {
            return new Failure("unknown", null, null);
        }
        try {
            String message = thrown.getMessage();
            StringWriter stack = new StringWriter();
            thrown.printStackTrace(new PrintWriter(stack));
            return new Failure(
                    message == null || message.isBlank() ? thrown.getClass().getName() : message,
                    stack.toString(),
                    null);
        } catch (RuntimeException | Error e) {
            return new Failure(thrown.getClass().getName(), null, null);
        }
    }

    public static Failure of(String message) {
        return new Failure(message, null, null);
    }

    public Failure withCode(String newCode) {
        return new Failure(message, stack, newCode);
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("message", message);
        if (code != null) {
            fields.put("code", code);
        }
        if (stack != null) {
            fields.put("stack", stack);
        }
        return fields;
    }

    private static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length) + JsonText.CUT;
    }
}
