package dev.weir.core.session;

import dev.weir.core.event.Ids;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the session fold is keyed by: one session of one organisation, whatever gateways and environments tell of it. */
public record SessionKey(UUID org, String workflowSessionId) {
    private static final String NO_STREAM = "_missing_stream";
    private static final String NO_REQUEST = "_missing_request";

    public UUID id() {
        return Ids.named("session", org.toString(), workflowSessionId);
    }

    /**
     * A request id is used again for other streams, so both make the key. An event that has neither is a session of its
     * own.
     */
    public static String idOf(@Nullable String streamId, @Nullable String requestId, UUID event) {
        if (streamId == null && requestId == null) {
            return NO_STREAM + "|" + NO_REQUEST + "|" + Ids.named("session", event.toString());
        }
        return (streamId == null ? NO_STREAM : streamId) + "|" + (requestId == null ? NO_REQUEST : requestId);
    }
}
