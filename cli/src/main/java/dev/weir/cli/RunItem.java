package dev.weir.cli;

import dev.weir.cli.Screen.Colour;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A run as the server describes it, in words for people. What the server does not say is empty. */
record RunItem(JsonNode json) {

    String text(String field) {
        return Foreign.line(json.path(field).asString(""));
    }

    Optional<Instant> time(String field) {
        return time(json, field);
    }

    static Optional<Instant> time(JsonNode node, String field) {
        String text = node.path(field).asString("");
        return text.isEmpty() ? Optional.empty() : Optional.of(Instant.parse(text));
    }

    String status() {
        return text("status");
    }

    String health() {
        return Foreign.line(json.path("health").path("state").asString(""));
    }

    String place() {
        return text("env") + "/" + text("serviceKey") + "/" + text("workflowId");
    }

    boolean isOpen() {
        return switch (status()) {
            case "completed", "failed", "cancelled" -> false;
            default -> true;
        };
    }

    /** How long it took, or has taken so far. */
    Optional<Long> durationMs(Instant now) {
        JsonNode known = json.path("durationMs");
        if (known.isNumber()) {
            return Optional.of(known.asLong());
        }
        return isOpen()
                ? time("startedAt").map(start -> Math.max(0, now.toEpochMilli() - start.toEpochMilli()))
                : Optional.empty();
    }

    /** Why it is as it is. */
    String reason() {
        if (isOpen()) {
            String reason = json.path("health").path("reason").asString("");
            return reason.isEmpty() ? text("currentStep") : Foreign.line(reason);
        }
        String step = text("errorStepName");
        String message = text("errorMessage");
        return step.isEmpty() || message.isEmpty() ? message : step + ": " + message;
    }

    Colour colour() {
        String state = health().isEmpty() ? status() : health();
        return switch (state) {
            case "failed", "overdue", "stalled" -> Colour.RED;
            case "retrying" -> Colour.YELLOW;
            case "running", "ok" -> Colour.BLUE;
            case "cancelled" -> Colour.DIM;
            default -> Colour.NONE;
        };
    }
}
