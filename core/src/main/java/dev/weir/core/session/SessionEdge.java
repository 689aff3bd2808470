package dev.weir.core.session;

/** When a session first told of a trace type. */
public record SessionEdge(SessionEventType type, String traceType, long at) {

    public TraceCategory category() {
        return TraceCategory.of(traceType);
    }
}
