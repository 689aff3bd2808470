package dev.weir.cli;

import dev.weir.cli.Screen.Colour;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** One event as one line. */
record EventLine(Screen screen) {
    private static final int TYPE_COLUMNS = 18;

    String of(JsonNode event) {
        RunItem facts = new RunItem(event);
        String time = facts.time("timestamp").map(Spans::clock).orElse("            ");
        String type = facts.text("type");
        String place = facts.text("env") + "/" + facts.text("serviceKey") + "/" + facts.text("workflowId");
        String said = said(event, facts);
        String mark = event.path("late").asBoolean(false) ? "  (late)" : "";
        String plain = time + "  " + Foreign.padded(type, TYPE_COLUMNS) + "  " + place + (said.isEmpty() ? "" : "  ");
        int room = screen.columns() == 0 ? Integer.MAX_VALUE : screen.columns() - Foreign.width(plain) - mark.length();
        return screen.paint(Colour.DIM, time) + "  " + screen.paint(colour(type), Foreign.padded(type, TYPE_COLUMNS))
                + "  " + place + (said.isEmpty() ? "" : "  " + Foreign.cut(said, Math.max(10, room))) + mark;
    }

    private static String said(JsonNode event, RunItem facts) {
        JsonNode payload = event.path("payload");
        List<String> said = new ArrayList<>();
        String step = facts.text("stepName");
        int attempt = event.path("attempt").asInt(0);
        if (!step.isEmpty()) {
            said.add(attempt > 1 ? step + " #" + attempt : step);
        }
        if (payload.path("durationMs").isNumber()) {
            said.add(Spans.duration(payload.path("durationMs").asLong()));
        }
        if (payload.path("delayMs").isNumber()) {
            said.add("again in " + Spans.duration(payload.path("delayMs").asLong()));
        }
        String reason = payload.path("reason").asString("");
        String message = payload.path("error").path("message").asString("");
        String words = message.isEmpty() ? reason : message;
        if (!words.isEmpty()) {
            said.add(Foreign.line(words));
        }
        return String.join("  ", said);
    }

    private static Colour colour(String type) {
        return switch (type) {
            case "workflow.failed", "step.failed", "timeout.exceeded", "retry.exhausted" -> Colour.RED;
            case "retry.scheduled" -> Colour.YELLOW;
            case "workflow.queued", "workflow.started", "step.started" -> Colour.BLUE;
            default -> Colour.NONE;
        };
    }
}
