package dev.weir.testkit;

import dev.weir.core.event.EventError;
import dev.weir.core.event.EventType;
import dev.weir.core.event.WorkflowEvent;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An event that is being written: only what its type has on the wire is set, the rest is absent. */
public final class EventDraft {
    private final EventType type;
    private long at;
    private String workflowName = "order";
    private @Nullable String executionId;
    private @Nullable String stepName;
    private @Nullable Integer attempt;
    private @Nullable Integer maxAttempts;
    private @Nullable Integer attempts;
    private @Nullable Long durationMs;
    private @Nullable Long delayMs;
    private @Nullable Long timeoutMs;
    private @Nullable Long resumeAt;
    private @Nullable Long nextAttemptAt;
    private @Nullable Long deadline;
    private @Nullable String reason;
    private @Nullable Boolean willRetry;
    private @Nullable Boolean cached;
    private @Nullable EventError error;
    private List<String> completedSteps = List.of();
    private boolean hasValue;

    /** @param at microseconds since 1970 */
    public EventDraft(EventType type, long at) {
        this.type = type;
        this.at = at;
    }

    public EventType type() {
        return type;
    }

    public long at() {
        return at;
    }

    public @Nullable String stepName() {
        return stepName;
    }

    public EventDraft at(long micros) {
        at = micros;
        return this;
    }

    public EventDraft workflowName(String name) {
        workflowName = name;
        return this;
    }

    public EventDraft executionId(@Nullable String id) {
        executionId = id;
        return this;
    }

    public EventDraft step(String name) {
        stepName = name;
        return this;
    }

    public EventDraft attempt(@Nullable Integer number) {
        attempt = number;
        return this;
    }

    public EventDraft maxAttempts(@Nullable Integer number) {
        maxAttempts = number;
        return this;
    }

    public EventDraft attempts(@Nullable Integer number) {
        attempts = number;
        return this;
    }

    public EventDraft durationMs(@Nullable Long ms) {
        durationMs = ms;
        return this;
    }

    public EventDraft delayMs(@Nullable Long ms) {
        delayMs = ms;
        return this;
    }

    public EventDraft timeoutMs(@Nullable Long ms) {
        timeoutMs = ms;
        return this;
    }

    public EventDraft resumeAt(@Nullable Long micros) {
        resumeAt = micros;
        return this;
    }

    public EventDraft nextAttemptAt(@Nullable Long micros) {
        nextAttemptAt = micros;
        return this;
    }

    public EventDraft deadline(@Nullable Long micros) {
        deadline = micros;
        return this;
    }

    public EventDraft reason(@Nullable String text) {
        reason = text;
        return this;
    }

    public EventDraft willRetry(@Nullable Boolean value) {
        willRetry = value;
        return this;
    }

    public EventDraft cached(@Nullable Boolean value) {
        cached = value;
        return this;
    }

    public EventDraft error(@Nullable EventError value) {
        error = value;
        return this;
    }

    public EventDraft completedSteps(List<String> names) {
        completedSteps = List.copyOf(names);
        return this;
    }

    /** The event carries an input, output or result. */
    public EventDraft hasValue(boolean value) {
        hasValue = value;
        return this;
    }

    public WorkflowEvent event(UUID id) {
        return new WorkflowEvent(
                id,
                type,
                at,
                workflowName,
                executionId,
                stepName,
                attempt,
                maxAttempts,
                attempts,
                durationMs,
                delayMs,
                timeoutMs,
                resumeAt,
                nextAttemptAt,
                deadline,
                reason,
                willRetry,
                cached,
                error,
                completedSteps,
                hasValue);
    }
}
