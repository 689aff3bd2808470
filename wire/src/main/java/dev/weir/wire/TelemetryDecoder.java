package dev.weir.wire;

import dev.weir.core.event.Ids;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Makes a {@link TelemetryEvent} of each row of telemetry in a body, or says why not. A row that brings no id is known by its
 * content, so that it counts once however often it is sent.
 */
public final class TelemetryDecoder {
    /** What is taken of metadata: it is for a few labels, and every query that reads a row pays for it. */
    public static final int MAX_METADATA_BYTES = 16 * 1024;

    private static final String NO_METADATA = "{}";

    private final Limits limits;
    private final int maxMetadataBytes;
    private final JsonFactory json;

    public TelemetryDecoder(Limits limits, int maxMetadataBytes) {
        this.limits = limits;
        this.maxMetadataBytes = maxMetadataBytes;
        json = EventDecoder.jsonFactory(limits);
    }

    /** The types of events that are counted; all others are kept and ignored. */
    public static List<String> types() {
        return TelemetryField.TYPES;
    }

    /** @param now the time of receipt, in microseconds since 1970 */
    public void decode(
            List<Slice> slices,
            EventDecoder.Defaults source,
            long now,
            Consumer<TelemetryEvent> taken,
            Consumer<Rejection> rejected) {
        for (int i = 0; i < slices.size(); i++) {
            Slice slice = slices.get(i);
            TelemetryObject row = new TelemetryObject(limits.maxNameBytes(), maxMetadataBytes);
            TelemetryEvent event;
            try {
                byte[] payload = slice.needsMending() ? Mending.mend(slice) : slice.bytes();
                read(slice, payload, row);
                checkLimits(slice);
                event = event(row, payload, slice, i, source, now);
            } catch (NotTaken e) {
                rejected.accept(rejection(e, row.eventId(), slice, i, source));
                continue;
            }
            taken.accept(event);
        }
    }

    private void read(Slice slice, byte[] payload, TelemetryObject row) {
        if (slice.broken()) {
            throw notAnObject();
        }
        parse(payload, parser -> {
            row.read(parser);
            return row;
        });
    }

    private interface Reading<T> {
        T from(JsonParser parser);
    }

    private <T> T parse(byte[] payload, Reading<T> reading) {
        try (JsonParser parser = json.createParser(ObjectReadContext.empty(), payload)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw notAnObject();
            }
            T read = reading.from(parser);
            if (parser.nextToken() != null) {
                throw notAnObject();
            }
            return read;
        } catch (StreamConstraintsException e) {
            throw new NotTaken(RejectCode.TOO_LARGE, null, "It nests too deep, or has a number of too many digits");
        } catch (JacksonException e) {
            throw new NotTaken(
                    RejectCode.NOT_AN_OBJECT,
                    null,
                    "It is not readable as JSON: " + EventDecoder.printable(e.getOriginalMessage()));
        }
    }

    private static NotTaken notAnObject() {
        return new NotTaken(RejectCode.NOT_AN_OBJECT, null, "It is not readable as a JSON object");
    }

    private void checkLimits(Slice slice) {
        String exceeded = limits.exceededBy(slice);
        if (exceeded != null) {
            throw new NotTaken(RejectCode.TOO_LARGE, null, exceeded);
        }
    }

    private TelemetryEvent event(
            TelemetryObject row, byte[] payload, Slice slice, int index, EventDecoder.Defaults source, long now) {
        String type = row.required(TelemetryField.EVENT_TYPE, String.class);
        long at = time(row, now);
        boolean known = TelemetryField.TYPES.contains(type);
        TelemetryFact fact = known ? fact(row, type, at) : null;
        String eventId = row.get(TelemetryField.EVENT_ID, String.class);
        UUID id = eventId == null ? row.identity() : Ids.ofEvent(eventId);
        LogEvent log = new LogEvent(
                id,
                type,
                at,
                source.env(),
                source.serviceKey(),
                null,
                null,
                null,
                row.repeatsItsType() ? withoutType(payload) : payload,
                slice.needsMending(),
                index);
        return new TelemetryEvent(log, fact, known ? null : "No telemetry is of type '" + type + "'.");
    }

    /**
     * In the log, {@code type} tells events of workflows from telemetry of the same type, so that reading it again comes to
     * the same. What repeats {@code eventType} can be left out.
     */
    private byte[] withoutType(byte[] payload) {
        Map<String, String> fields = parse(payload, CanonicalJson::fields);
        fields.remove("type");
        return CanonicalJson.object(fields).getBytes(StandardCharsets.UTF_8);
    }

    private long time(TelemetryObject row, long now) {
        long at = row.required(TelemetryField.TIMESTAMP, Long.class);
        if (at > now + limits.maxFutureMicros()) {
            throw new NotTaken(
                    RejectCode.IN_THE_FUTURE,
                    TelemetryField.TIMESTAMP.wireName,
                    "'timestamp' lies more than " + limits.maxFutureMicros() / 1_000_000
                            + " s ahead of the server's clock");
        }
        return at;
    }

    private static TelemetryFact fact(TelemetryObject row, String type, long at) {
        return new TelemetryFact(
                at,
                row.required(TelemetryField.JOB_ID, UUID.class),
                row.get(TelemetryField.RUN_ID, UUID.class),
                row.required(TelemetryField.SURFACE, String.class),
                type,
                row.required(TelemetryField.TTFS_MS, Integer.class),
                row.get(TelemetryField.CACHE_HIT, Boolean.class, false),
                row.get(TelemetryField.SIGNAL_SOURCE, String.class),
                row.get(TelemetryField.KIND, String.class),
                row.get(TelemetryField.PHASE, String.class),
                row.get(TelemetryField.NETWORK_STATE, String.class),
                row.get(TelemetryField.DEVICE, String.class),
                row.get(TelemetryField.RELEASE, String.class),
                row.get(TelemetryField.CORRELATION_ID, String.class),
                row.get(TelemetryField.TRACE_ID, String.class),
                row.get(TelemetryField.SPAN_ID, String.class),
                row.get(TelemetryField.ERROR_CODE, String.class),
                row.get(TelemetryField.ERROR_MESSAGE, String.class),
                row.get(TelemetryField.METADATA, String.class, NO_METADATA));
    }

    private static Rejection rejection(
            NotTaken why, @Nullable String eventId, Slice slice, int index, EventDecoder.Defaults source) {
        return new Rejection(
                index,
                eventId,
                why.problem.code(),
                why.field,
                why.problem.message() + ".",
                source.env(),
                source.serviceKey(),
                slice.bytes());
    }
}
