package dev.weir.core.session;

import dev.weir.core.event.EventOrder;
import dev.weir.core.event.Ids;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the session fold needs to know of one event. Times are microseconds since 1970; absent values are null, and never
 * empty.
 *
 * @param name the trace type of a trace, the family of any other event
 * @param env where the session belongs as a run
 * @param service where the session belongs as a run, if its sender said so
 * @param sessionId see {@link SessionKey}
 * @param pipeline what is run, which is mostly the name of a model
 * @param startTime when the prompt came in, as a status tells it
 * @param fps frames per second that came out
 * @param jitter of the video that goes in, in milliseconds
 */
public record SessionEvent(
        UUID id,
        SessionEventType type,
        String name,
        long at,
        String env,
        @Nullable String service,
        String sessionId,
        @Nullable String streamId,
        @Nullable String requestId,
        @Nullable String gateway,
        @Nullable String orchestratorAddress,
        @Nullable String orchestratorUrl,
        @Nullable String pipeline,
        @Nullable String pipelineId,
        @Nullable String message,
        @Nullable String streamState,
        @Nullable Long startTime,
        @Nullable Double fps,
        @Nullable Double jitter) {

    public EventOrder order() {
        return new EventOrder(at, Ids.isTimeOrdered(id), type.rank(), id);
    }
}
