package dev.weir.core.session;

import dev.weir.core.event.EventOrder;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * All that the fold knows of one session: enough to apply the next event, and to show the session. Samples are summed up
 * and texts are not in it, so its size does not grow with the length of the session, only with what changes in it. Times
 * are microseconds since 1970.
 *
 * @param env of the first event, as all names here are the first ones that an event gave
 * @param createdAt the first event's time
 * @param last the newest event that went in
 * @param heartbeat the first event of the latest half minute that has any: see {@link SessionRun}
 * @param edges the first of each trace type, in event order
 * @param promptAt the earliest start time that a status told
 * @param swaps explicit ones
 * @param failure the last message of an error that is not excusable, cut short
 * @param failureEvent the event that has the whole message
 * @param lastClosedAt the first one is an edge
 * @param streamState as the latest status told it
 * @param sightings orchestrators in the order in which they were first named
 * @param spans those that are over
 * @param span the one that is not
 * @param samplesSinceMark since the last of the marks, or since the session began
 */
public record SessionState(
        String env,
        @Nullable String service,
        @Nullable String streamId,
        @Nullable String requestId,
        @Nullable String gateway,
        @Nullable String pipeline,
        @Nullable String pipelineId,
        long createdAt,
        UUID firstEvent,
        EventOrder last,
        EventOrder heartbeat,
        int events,
        List<SessionEdge> edges,
        @Nullable Long promptAt,
        int swaps,
        int errors,
        int excusableErrors,
        int errorsAfterClose,
        int eventsAfterClose,
        @Nullable String failure,
        @Nullable UUID failureEvent,
        @Nullable Long lastClosedAt,
        @Nullable String streamState,
        List<Sighting> sightings,
        Chunks<Span> spans,
        Span span,
        Chunks<ParameterMark> marks,
        Samples samplesSinceMark) {

    /** When the session first told of this; null if it never did. */
    public @Nullable Long first(SessionEventType type) {
        for (SessionEdge edge : edges) {
            if (edge.type() == type) {
                return edge.at();
            }
        }
        return null;
    }

    /** Whether it only counted on since then: all is the same but its end, {@link SessionRun#heartbeat} and figures of samples. */
    public boolean hasOnlyCountedSince(SessionState before) {
        return equals(new SessionState(
                before.env,
                before.service,
                before.streamId,
                before.requestId,
                before.gateway,
                before.pipeline,
                before.pipelineId,
                before.createdAt,
                before.firstEvent,
                last,
                heartbeat,
                events,
                before.edges,
                before.promptAt,
                before.swaps,
                before.errors,
                before.excusableErrors,
                before.errorsAfterClose,
                eventsAfterClose,
                before.failure,
                before.failureEvent,
                before.lastClosedAt,
                before.streamState,
                before.sightings,
                before.spans,
                before.span.with(span.events(), span.samples()),
                before.marks,
                samplesSinceMark));
    }

    public boolean isClosed() {
        return lastClosedAt != null;
    }
}
