package dev.weir.wire;

import dev.weir.core.event.EventType;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields that Weir reads of an event. All others are kept in the payload and never looked at. */
enum Field {
    EVENT_ID("eventId", Kind.NAME),
    TYPE("type", Kind.NAME),
    TIMESTAMP("timestamp", Kind.TIME),
    ENV("env", Kind.NAME),
    SERVICE_KEY("serviceKey", Kind.NAME),
    WORKFLOW_ID("workflowId", Kind.NAME),
    WORKFLOW_NAME("workflowName", Kind.NAME),
    EXECUTION_ID("executionId", Kind.NAME),
    SOURCE("source", Kind.TEXT),
    STEP_NAME("stepName", Kind.NAME),
    ATTEMPT("attempt", Kind.COUNT),
    MAX_ATTEMPTS("maxAttempts", Kind.COUNT),
    ATTEMPTS("attempts", Kind.COUNT),
    DURATION_MS("durationMs", Kind.MILLIS),
    DELAY_MS("delayMs", Kind.MILLIS),
    TIMEOUT_MS("timeoutMs", Kind.MILLIS),
    RESUME_AT("resumeAt", Kind.TIME),
    NEXT_ATTEMPT_AT("nextAttemptAt", Kind.TIME),
    DEADLINE("deadline", Kind.TIME),
    REASON("reason", Kind.TEXT),
    WILL_RETRY("willRetry", Kind.FLAG),
    CACHED("cached", Kind.FLAG),
    ERROR("error", Kind.ERROR),
    COMPLETED_STEPS("completedSteps", Kind.NAMES),
    INPUT("input", Kind.VALUE),
    OUTPUT("output", Kind.VALUE),
    RESULT("result", Kind.VALUE),
    WORKFLOW_STAGE("workflowStage", Kind.NAME),
    SLA_DUE_TIMESTAMP("slaDueTimestamp", Kind.TIME),
    STAGE_STATUS("status", Kind.TEXT);

    enum Kind {
        NAME,
        TEXT,
        TIME,
        COUNT,
        MILLIS,
        FLAG,
        ERROR,
        NAMES,
        VALUE
    }

    private static final Map<String, Field> BY_NAME = new HashMap<>();
    private static final Map<EventType, Set<Field>> OF_TYPE = new EnumMap<>(EventType.class);
    private static final Set<Field> OF_STAGES = EnumSet.of(WORKFLOW_STAGE, SLA_DUE_TIMESTAMP, STAGE_STATUS);

    static {
        for (Field field : values()) {
            BY_NAME.put(field.wireName, field);
        }
        for (EventType type : EventType.values()) {
            OF_TYPE.put(type, fieldsOf(type));
        }
    }

    final String wireName;
    final Kind kind;

    Field(String wireName, Kind kind) {
        this.wireName = wireName;
        this.kind = kind;
    }

    static @Nullable Field of(@Nullable String wireName) {
        return BY_NAME.get(wireName);
    }

    /**
     * Whether an event of this type is refused for what is wrong with the field. An empty name says no more than an absent
     * one, and under a type that does not have it, a field is like any unknown one.
     */
    boolean isChecked(EventType type, FieldReader.Problem wrong) {
        return isChecked(OF_TYPE.getOrDefault(type, Set.of()), wrong);
    }

    /** The same for an event of a stage. */
    boolean isCheckedOfStages(FieldReader.Problem wrong) {
        return isChecked(OF_STAGES, wrong);
    }

    private boolean isChecked(Set<Field> ofType, FieldReader.Problem wrong) {
        boolean belongs = ordinal() <= SOURCE.ordinal() || ofType.contains(this);
        return belongs && wrong.code() != RejectCode.MISSING_FIELD;
    }

    private static Set<Field> fieldsOf(EventType type) {
        return switch (type) {
            case WORKFLOW_QUEUED, WORKFLOW_STARTED -> Set.of(INPUT);
            case WORKFLOW_PAUSED -> Set.of(REASON, RESUME_AT, STEP_NAME);
            case WORKFLOW_RESUMED -> Set.of();
            case WORKFLOW_COMPLETED -> Set.of(COMPLETED_STEPS, DURATION_MS, OUTPUT);
            case WORKFLOW_FAILED -> Set.of(ERROR, COMPLETED_STEPS);
            case WORKFLOW_CANCELLED -> Set.of(REASON, COMPLETED_STEPS);
            case STEP_STARTED -> Set.of(STEP_NAME, ATTEMPT, MAX_ATTEMPTS);
            case STEP_COMPLETED -> Set.of(STEP_NAME, ATTEMPT, DURATION_MS, CACHED, RESULT);
            case STEP_FAILED -> Set.of(STEP_NAME, ATTEMPT, ERROR, WILL_RETRY);
            case RETRY_SCHEDULED -> Set.of(STEP_NAME, ATTEMPT, NEXT_ATTEMPT_AT, DELAY_MS);
            case RETRY_EXHAUSTED -> Set.of(STEP_NAME, ATTEMPTS);
            case SLEEP_STARTED -> Set.of(DURATION_MS, RESUME_AT);
            case SLEEP_COMPLETED -> Set.of(DURATION_MS);
            case TIMEOUT_SET -> Set.of(STEP_NAME, DEADLINE, TIMEOUT_MS);
            case TIMEOUT_EXCEEDED -> Set.of(STEP_NAME, TIMEOUT_MS);
        };
    }
}
