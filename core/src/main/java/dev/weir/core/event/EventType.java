package dev.weir.core.event;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The event types that a fold understands, in causal order: of two events that carry the same timestamp and say nothing
 * else about their order, the one declared first here happened first. What opens work precedes what closes it, and the
 * end of a run comes last.
 */
public enum EventType {
    WORKFLOW_QUEUED("workflow.queued"),
    WORKFLOW_STARTED("workflow.started"),
    WORKFLOW_RESUMED("workflow.resumed"),
    SLEEP_COMPLETED("sleep.completed"),
    STEP_STARTED("step.started"),
    TIMEOUT_SET("timeout.set"),
    STEP_COMPLETED("step.completed"),
    TIMEOUT_EXCEEDED("timeout.exceeded"),
    STEP_FAILED("step.failed"),
    RETRY_SCHEDULED("retry.scheduled"),
    RETRY_EXHAUSTED("retry.exhausted"),
    SLEEP_STARTED("sleep.started"),
    WORKFLOW_PAUSED("workflow.paused"),
    WORKFLOW_COMPLETED("workflow.completed"),
    WORKFLOW_FAILED("workflow.failed"),
    WORKFLOW_CANCELLED("workflow.cancelled");

    private static final Map<String, EventType> BY_WIRE_NAME = new HashMap<>();

    static {
        for (EventType type : values()) {
            BY_WIRE_NAME.put(type.wireName, type);
        }
    }

    private final String wireName;

    EventType(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    /** Null for a type that no fold knows: such an event is stored and folded by none. */
    public static @Nullable EventType of(String wireName) {
        return BY_WIRE_NAME.get(wireName);
    }

    public boolean isStart() {
        return this == WORKFLOW_QUEUED || this == WORKFLOW_STARTED;
    }

    public boolean isEnd() {
        return this == WORKFLOW_COMPLETED || this == WORKFLOW_FAILED || this == WORKFLOW_CANCELLED;
    }

    public boolean concernsStep() {
        return switch (this) {
            case STEP_STARTED,
                    STEP_COMPLETED,
                    STEP_FAILED,
                    RETRY_SCHEDULED,
                    RETRY_EXHAUSTED,
                    TIMEOUT_SET,
                    TIMEOUT_EXCEEDED -> true;
            default -> false;
        };
    }
}
