package dev.weir.store;

import dev.weir.core.event.Ids;
import dev.weir.core.event.RunKey;
import dev.weir.core.session.SessionKey;
import dev.weir.wire.EventFamily;
import dev.weir.wire.LogEvent;
import dev.weir.wire.NetworkEvent;
import dev.weir.wire.TelemetryEvent;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event with its place in the log.
 *
 * @param runKey of the run it belongs to, null where it names none
 * @param key the id of that run, or of the session
 * @param sessionKey of the session it belongs to, null where it belongs to none
 * @param network what it tells of a live-video network; null if it is none of those events
 * @param telemetry what it tells of a first signal; null if it is none of those events
 */
public record LogRow(
        int org,
        int source,
        @Nullable RunKey runKey,
        @Nullable UUID key,
        LogEvent event,
        @Nullable NetworkEvent network,
        @Nullable SessionKey sessionKey,
        @Nullable Telemetry telemetry) {

    /** @param tenant the organisation */
    public record Telemetry(UUID tenant, TelemetryEvent event) {}

    public LogRow(int org, int source, @Nullable RunKey runKey, @Nullable UUID key, LogEvent event) {
        this(org, source, runKey, key, event, null, null, null);
    }

    public static LogRow ofNetwork(int org, int source, @Nullable SessionKey session, NetworkEvent event) {
        UUID key = session == null ? null : session.id();
        return new LogRow(org, source, null, key, event.log(), event, session, null);
    }

    public static LogRow ofTelemetry(int org, int source, UUID tenant, TelemetryEvent event) {
        return new LogRow(org, source, null, null, event.log(), null, null, new Telemetry(tenant, event));
    }

    public EventFamily family() {
        if (network != null) {
            return EventFamily.NETWORK;
        }
        return telemetry != null ? EventFamily.TELEMETRY : EventFamily.WORKFLOW;
    }

    /** Kept, and folded by none. */
    public boolean isIgnored() {
        return family() == EventFamily.WORKFLOW ? event.isIgnored() : ignoredBecause() != null;
    }

    /** Null if it is not ignored, or there is no reason to tell. */
    public @Nullable String ignoredBecause() {
        if (network != null) {
            return network.ignoredBecause();
        }
        return telemetry == null ? null : telemetry.event().ignoredBecause();
    }

    /** The identity of an event: its id within the organisation. */
    public record EventId(int org, UUID id) {}

    public EventId eventId() {
        return new EventId(org, event.id());
    }

    int month() {
        return Ids.monthOf(event.id());
    }
}
