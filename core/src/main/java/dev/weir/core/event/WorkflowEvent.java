package dev.weir.core.event;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a fold needs to know of one event; everything else (inputs, results, stacks, unknown fields) stays in the log and
 * is found again by the event's id. Flat, with one field per name on the wire, so that it serves a {@code switch} and a
 * stream processor's serialiser alike. Times are microseconds since 1970; absent values are null.
 */
public record WorkflowEvent(
        UUID id,
        EventType type,
        long at,
        String workflowName,
        @Nullable String executionId,
        @Nullable String stepName,
        @Nullable Integer attempt,
        @Nullable Integer maxAttempts,
        @Nullable Integer attempts,
        @Nullable Long durationMs,
        @Nullable Long delayMs,
        @Nullable Long timeoutMs,
        @Nullable Long resumeAt,
        @Nullable Long nextAttemptAt,
        @Nullable Long deadline,
        @Nullable String reason,
        @Nullable Boolean willRetry,
        @Nullable Boolean cached,
        @Nullable EventError error,
        List<String> completedSteps,
        boolean hasValue) {

    /** The input, output or result is in the payload under the name that the type gives it. */
    public boolean hasValue() {
        return hasValue;
    }

    public EventOrder order() {
        return EventOrder.of(this);
    }

    /** Only for events that concern a step, whose name the wire demands. */
    public String step() {
        if (stepName == null) {
            throw new IllegalStateException(type.wireName() + " without a step name");
        }
        return stepName;
    }
}
