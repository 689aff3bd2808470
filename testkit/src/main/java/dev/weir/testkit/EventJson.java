package dev.weir.testkit;

import dev.weir.core.event.EventError;
import dev.weir.core.event.EventType;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.EventText;
import dev.weir.core.run.Json;
import dev.weir.core.run.RunRows;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The wire form of an event, written by hand so that a test of the decoder does not trust the decoder's library. */
public final class EventJson {
    private final StringBuilder json = new StringBuilder(256).append('{');

    private EventJson() {}

    /** The body of a request. */
    public static String batch(List<SentEvent> events) {
        return "{\"events\":["
                + String.join(",", events.stream().map(EventJson::write).toList()) + "]}";
    }

    /** With a value and a stack that follow from the event alone, where it has them: see {@link #text}. */
    public static String write(SentEvent sent) {
        return write(sent, value(sent), stack(sent));
    }

    /**
     * With the given value and stack.
     *
     * @param value the JSON text of the input, output or result; null for none
     * @param stack of the error, if the event has one
     */
    public static String write(SentEvent sent, @Nullable String value, @Nullable String stack) {
        EventJson out = new EventJson();
        out.base(sent);
        out.details(sent.event());
        out.error(sent.event().error(), stack);
        if (value != null) {
            out.raw(valueName(sent.event().type()), value);
        }
        return out.json.append('}').toString();
    }

    /** What the log keeps of an event that was written by {@link #write(SentEvent)}. */
    public static EventText text(SentEvent sent) {
        String value = value(sent);
        EventError error = sent.event().error();
        return new EventText(
                value == null ? null : new Json(value), error == null ? null : error.message(), stack(sent));
    }

    private static @Nullable String value(SentEvent sent) {
        return sent.event().hasValue() ? "{\"of\":" + quoted(sent.eventId()) + "}" : null;
    }

    private static @Nullable String stack(SentEvent sent) {
        return sent.event().error() == null ? null : "at " + sent.eventId();
    }

    private static String valueName(EventType type) {
        return switch (type) {
            case WORKFLOW_QUEUED, WORKFLOW_STARTED -> "input";
            case WORKFLOW_COMPLETED -> "output";
            default -> "result";
        };
    }

    private void base(SentEvent sent) {
        text("eventId", sent.eventId());
        text("type", sent.event().type().wireName());
        time("timestamp", sent.event().at());
        text("env", sent.key().env());
        text("serviceKey", sent.key().serviceKey());
        text("workflowId", sent.key().workflowId());
        text("workflowName", sent.event().workflowName());
        text("executionId", sent.event().executionId());
    }

    private void details(WorkflowEvent event) {
        text("stepName", event.stepName());
        raw("attempt", event.attempt());
        raw("maxAttempts", event.maxAttempts());
        raw("attempts", event.attempts());
        raw("durationMs", event.durationMs());
        raw("delayMs", event.delayMs());
        raw("timeoutMs", event.timeoutMs());
        time("resumeAt", event.resumeAt());
        time("nextAttemptAt", event.nextAttemptAt());
        time("deadline", event.deadline());
        text("reason", event.reason());
        raw("willRetry", event.willRetry());
        raw("cached", event.cached());
        if (event.type().isEnd() || !event.completedSteps().isEmpty()) {
            List<String> names =
                    event.completedSteps().stream().map(EventJson::quoted).toList();
            raw("completedSteps", "[" + String.join(",", names) + "]");
        }
    }

    private void error(@Nullable EventError error, @Nullable String stack) {
        if (error != null) {
            EventJson out = new EventJson();
            out.text("message", error.message());
            out.text("stack", stack);
            out.text("code", error.code());
            out.text("stepName", error.stepName());
            out.raw("attempt", error.attempt());
            raw("error", out.json.append('}'));
        }
    }

    private void time(String name, @Nullable Long micros) {
        text(name, micros == null ? null : RunRows.instant(micros.longValue()).toString());
    }

    private void text(String name, @Nullable String value) {
        raw(name, value == null ? null : quoted(value));
    }

    private void raw(String name, @Nullable Object value) {
        if (value != null) {
            json.append(json.length() == 1 ? "" : ",")
                    .append(quoted(name))
                    .append(':')
                    .append(value);
        }
    }

    /** A JSON string. Only what must be escaped is: everything else goes over the wire as it is. */
    public static String quoted(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    // A lone surrogate has no UTF-8 form, but it can be written as an escape.
                    if (c < 0x20 || isLoneSurrogate(text, i)) {
                        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        return out.append('"').toString();
    }

    private static boolean isLoneSurrogate(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }
}
