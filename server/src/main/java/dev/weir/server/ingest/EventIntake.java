package dev.weir.server.ingest;

import dev.weir.host.Outcome;
import dev.weir.host.Reading;
import dev.weir.server.access.Scope;
import dev.weir.server.project.EventSink;
import dev.weir.wire.EventBody;
import dev.weir.wire.EventDecoder;
import dev.weir.wire.EventFamily;
import dev.weir.wire.Slice;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** The one way in: bytes are decoded and checked here, and handed over to be committed. */
public final class EventIntake {
    private final int maxEvents;
    private final Reading reading;
    private final EventSink sink;
    private final Clock clock;

    EventIntake(int maxEvents, Reading reading, EventSink sink, Clock clock) {
        this.maxEvents = maxEvents;
        this.reading = reading;
        this.sink = sink;
        this.clock = clock;
    }

    /** How the events stand in a body. */
    public enum Format {
        JSON,
        LINES
    }

    /** @throws dev.weir.wire.UnreadableBody if the body as a whole is no good */
    public CompletableFuture<Outcome> take(
            Scope scope, EventFamily family, Format format, byte[] body, EventDecoder.Defaults defaults)
            throws SQLException {
        return take(scope, family, slices(family, format, body), defaults);
    }

    private List<Slice> slices(EventFamily family, Format format, byte[] body) {
        if (format == Format.LINES) {
            return EventBody.ofLines(body, maxEvents);
        }
        return family == EventFamily.WORKFLOW
                ? EventBody.ofJson(body, maxEvents)
                : EventBody.ofOneOrMany(body, maxEvents);
    }

    /** Once more what was parked. */
    CompletableFuture<Outcome> takeAgain(Scope scope, byte[] event, EventDecoder.Defaults defaults, EventFamily family)
            throws SQLException {
        return take(scope, family, List.of(EventBody.ofOne(event)), defaults);
    }

    private CompletableFuture<Outcome> take(
            Scope scope, EventFamily family, List<Slice> slices, EventDecoder.Defaults defaults) throws SQLException {
        return sink.submit(reading.read(sender(scope), family, slices, defaults, now()));
    }

    /** What somebody tells of a job. */
    CompletableFuture<Outcome> takeSignal(Scope scope, byte[] body, UUID job, EventDecoder.Defaults origin)
            throws SQLException {
        return sink.submit(reading.signal(sender(scope), EventBody.ofOne(body), job, origin, now()));
    }

    private static Reading.Sender sender(Scope scope) {
        return new Reading.Sender(scope.org(), scope.credential(), scope::includes);
    }

    private long now() {
        return clock.millis() * 1000;
    }
}
