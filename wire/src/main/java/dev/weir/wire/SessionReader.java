package dev.weir.wire;

import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionEventType;
import dev.weir.core.session.SessionKey;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the data of an event of a session. */
final class SessionReader {
    private SessionReader() {}

    /** Null if there is no fold for events of this subtype. */
    static @Nullable SessionEventType typeOf(NetworkFamily family, NetworkObject data) {
        return switch (family) {
            case STREAM_TRACE -> SessionEventType.ofTrace(data.requiredName("type"));
            case STREAM_INGEST_METRICS -> SessionEventType.INGEST_METRICS;
            case AI_STREAM_STATUS -> {
                String type = data.name("type");
                yield type == null || type.equals("status") ? SessionEventType.STATUS : null;
            }
            case AI_STREAM_EVENTS ->
                switch (data.requiredName("type")) {
                    case "error" -> SessionEventType.ERROR;
                    case "params_update" -> SessionEventType.PARAMETERS_UPDATED;
                    default -> null;
                };
            default -> null;
        };
    }

    static SessionEvent read(
            UUID id,
            SessionEventType type,
            NetworkFamily family,
            long at,
            String env,
            @Nullable String service,
            @Nullable String gateway,
            NetworkObject data) {
        String streamId = data.name("stream_id");
        String requestId = data.name("request_id");
        String sessionId = SessionKey.idOf(streamId, requestId, id);
        data.checkLength("data.stream_id and data.request_id", sessionId);
        NetworkObject orchestrator = data.object("orchestrator_info");
        boolean isStatus = type == SessionEventType.STATUS;
        return new SessionEvent(
                id,
                type,
                family == NetworkFamily.STREAM_TRACE ? data.requiredName("type") : family.wireName,
                at,
                env,
                service,
                sessionId,
                streamId,
                requestId,
                gateway,
                orchestrator.name("address"),
                orchestrator.name("url"),
                data.name("pipeline"),
                data.name("pipeline_id"),
                type == SessionEventType.ERROR ? data.text("message") : null,
                isStatus ? data.name("state") : null,
                isStatus ? data.time("start_time") : null,
                isStatus ? data.object("inference_status").number("fps") : null,
                type == SessionEventType.INGEST_METRICS ? videoJitter(data.object("stats")) : null);
    }

    /** Of all video tracks; audio has another kind of jitter. */
    private static @Nullable Double videoJitter(NetworkObject stats) {
        double sum = 0;
        int tracks = 0;
        for (Object item : stats.list("track_stats")) {
            NetworkObject track = NetworkObject.of("data.stats.track_stats", item, stats.maxNameBytes());
            Double jitter = "video".equals(track.text("type")) ? track.number("jitter") : null;
            if (jitter != null) {
                sum += jitter;
                tracks++;
            }
        }
        return tracks == 0 ? null : Double.valueOf(sum / tracks);
    }
}
