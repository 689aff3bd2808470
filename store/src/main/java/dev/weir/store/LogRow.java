package dev.weir.store;

import dev.weir.core.event.Ids;
import dev.weir.core.event.RunKey;
import dev.weir.core.session.SessionKey;
import dev.weir.wire.LogEvent;
import dev.weir.wire.NetworkEvent;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event with its place in the log.
 *
 * @param runKey of the run it belongs to, null where it names none
 * @param key the id of that run, or of the session
 * @param sessionKey of the session it belongs to, null where it belongs to none
 * @param network what it tells of a live-video network; null if it is none of those events
 */
public record LogRow(
        int org,
        int source,
        @Nullable RunKey runKey,
        @Nullable UUID key,
        LogEvent event,
        @Nullable NetworkEvent network,
        @Nullable SessionKey sessionKey) {

    public LogRow(int org, int source, @Nullable RunKey runKey, @Nullable UUID key, LogEvent event) {
        this(org, source, runKey, key, event, null, null);
    }

    /** Kept, and folded by none. */
    public boolean isIgnored() {
        return network == null ? event.isIgnored() : network.isIgnored();
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
