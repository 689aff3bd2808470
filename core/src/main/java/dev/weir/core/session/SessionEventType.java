package dev.weir.core.session;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a session tells of itself, in causal order: of two events of the same time the one declared first came first. */
public enum SessionEventType {
    STREAM_REQUESTED("gateway_receive_stream_request"),
    INGEST_SENT("gateway_send_first_ingest_segment"),
    RUNNER_PROCESSED("runner_send_first_processed_segment"),
    PROCESSED("gateway_receive_first_processed_segment"),
    PLAYABLE("gateway_receive_few_processed_segments"),
    /** A trace that is no signal. */
    OTHER_TRACE(null),
    INGEST_METRICS(null),
    STATUS(null),
    PARAMETERS_UPDATED(null),
    SWAPPED("orchestrator_swap"),
    NO_ORCHESTRATORS("gateway_no_orchestrators_available"),
    ERROR(null),
    CLOSED("gateway_ingest_stream_closed");

    private static final int FIRST_RANK = 200;
    private static final Map<String, SessionEventType> BY_TRACE_TYPE = new HashMap<>();

    static {
        for (SessionEventType type : values()) {
            if (type.traceType != null) {
                BY_TRACE_TYPE.put(type.traceType, type);
            }
        }
    }

    private final @Nullable String traceType;

    SessionEventType(@Nullable String traceType) {
        this.traceType = traceType;
    }

    public static SessionEventType ofTrace(String traceType) {
        return BY_TRACE_TYPE.getOrDefault(traceType, OTHER_TRACE);
    }

    /** How the signal is called; null if it is none. */
    public @Nullable String traceType() {
        return traceType;
    }

    public boolean isTrace() {
        return traceType != null || this == OTHER_TRACE;
    }

    /** Behind those of stages; it is stored, and must not move when they get company. */
    int rank() {
        return FIRST_RANK + ordinal();
    }
}
