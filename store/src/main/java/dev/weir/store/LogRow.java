package dev.weir.store;

import dev.weir.core.event.Ids;
import dev.weir.core.event.RunKey;
import dev.weir.wire.LogEvent;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event with its place in the log.
 *
 * @param runKey of the run it belongs to, null where it names none
 * @param key the id of that run
 */
public record LogRow(
        int org,
        int source,
        @Nullable RunKey runKey,
        @Nullable UUID key,
        LogEvent event) {

    /** The identity of an event: its id within the organisation. */
    public record EventId(int org, UUID id) {}

    public EventId eventId() {
        return new EventId(org, event.id());
    }

    int month() {
        return Ids.monthOf(event.id());
    }
}
