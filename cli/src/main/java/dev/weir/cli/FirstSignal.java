package dev.weir.cli;

import dev.weir.cli.Screen.Colour;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The first signal of a job as the server tells it, in words for people. */
record FirstSignal(JsonNode json) {

    String kind() {
        return text(json, "kind");
    }

    String phase() {
        return text(json, "phase");
    }

    String summary() {
        return text(json, "summary");
    }

    String runId() {
        return text(json, "runId");
    }

    boolean hasEnded() {
        return hasSucceeded() || hasFailed() || kind().equals("canceled");
    }

    boolean hasSucceeded() {
        return kind().equals("succeeded");
    }

    boolean hasFailed() {
        return kind().equals("failed");
    }

    /** A frame of the stream may tell of what an answer has already gone beyond. */
    boolean isOlderThan(FirstSignal other) {
        Optional<Instant> own = updatedAt();
        Optional<Instant> others = other.updatedAt();
        return own.isPresent() && others.isPresent() && own.get().isBefore(others.get());
    }

    private Optional<Instant> updatedAt() {
        return RunItem.time(json, "updatedAt");
    }

    /** Whether a person is told the same: what only the clock changes is no news. */
    boolean saysTheSameAs(FirstSignal other) {
        return runId().equals(other.runId())
                && kind().equals(other.kind())
                && summary().equals(other.summary());
    }

    Optional<Long> etaSeconds() {
        JsonNode eta = json.path("etaSeconds");
        return eta.isNumber() ? Optional.of(eta.asLong()) : Optional.empty();
    }

    /** The place of its step among those of the run, from 1; 0 if it is not about a step. */
    int stepNumber() {
        return json.path("diagnostics").path("step_number").asInt(0);
    }

    JsonNode seenBefore() {
        return json.path("seenBefore");
    }

    boolean isRecognised() {
        return seenBefore().isObject();
    }

    String mark() {
        return switch (kind()) {
            case "succeeded" -> "✓";
            case "failed" -> "✗";
            case "blocked" -> "↻";
            case "started", "phase" -> "▶";
            case "unavailable" -> "?";
            default -> "·";
        };
    }

    Colour colour() {
        return switch (kind()) {
            case "failed", "unavailable" -> Colour.RED;
            case "blocked" -> Colour.YELLOW;
            case "started", "phase" -> Colour.BLUE;
            case "canceled" -> Colour.DIM;
            default -> Colour.NONE;
        };
    }

    static String text(JsonNode node, String field) {
        return Foreign.line(node.path(field).asString(""));
    }
}
