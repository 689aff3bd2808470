package dev.weir.store;

import dev.weir.core.event.Ids;
import dev.weir.core.event.RunKey;
import dev.weir.core.session.SessionKey;
import dev.weir.wire.EventFamily;
import dev.weir.wire.LogEvent;
import dev.weir.wire.NetworkEvent;
import dev.weir.wire.TelemetryEvent;
import dev.weir.wire.ToldSignal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event with its place in the log.
 *
 * @param runKey of the run it belongs to, null where it names none
 * @param key the id of that run, or of the session
 * @param sessionKey of the session it belongs to, null where it belongs to none
 * @param network what it tells of a live-video network; null if it is none of those events
 * @param telemetry how a first signal came to somebody; null if it is none of those events
 * @param told the first signal of a job that sends no events; null if it is none of those events
 */
public record LogRow(
        int org,
        int source,
        @Nullable RunKey runKey,
        @Nullable UUID key,
        LogEvent event,
        @Nullable NetworkEvent network,
        @Nullable SessionKey sessionKey,
        @Nullable Telemetry telemetry,
        @Nullable Told told) {

    /** @param tenant the organisation */
    public record Telemetry(UUID tenant, TelemetryEvent event) {}

    /** @param tenant the organisation */
    public record Told(UUID tenant, ToldSignal signal) {}

    public LogRow(int org, int source, @Nullable RunKey runKey, @Nullable UUID key, LogEvent event) {
        this(org, source, runKey, key, event, null, null, null, null);
    }

    public static LogRow ofNetwork(int org, int source, @Nullable SessionKey session, NetworkEvent event) {
        UUID key = session == null ? null : session.id();
        return new LogRow(org, source, null, key, event.log(), event, session, null, null);
    }

    public static LogRow ofTelemetry(int org, int source, UUID tenant, TelemetryEvent event) {
        return new LogRow(org, source, null, null, event.log(), null, null, new Telemetry(tenant, event), null);
    }

    public static LogRow ofSignal(int org, int source, UUID tenant, ToldSignal signal) {
        return new LogRow(org, source, null, signal.jobId(), signal.log(), null, null, null, new Told(tenant, signal));
    }

    /** The same, of a payload that was mended before it came here. */
    public LogRow mended() {
        return new LogRow(org, source, runKey, key, event.mendedBefore(), network, sessionKey, telemetry, told);
    }

    public EventFamily family() {
        if (network != null) {
            return EventFamily.NETWORK;
        }
        if (told != null) {
            return EventFamily.SIGNAL;
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
