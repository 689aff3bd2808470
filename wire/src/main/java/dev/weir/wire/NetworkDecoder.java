package dev.weir.wire;

import dev.weir.core.event.Ids;
import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionEventType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Makes a {@link NetworkEvent} of each live-video envelope in a body, {@code {id, type, timestamp, gateway, data}}, or says
 * why not. Both may come as programs and as exports write them: times as numbers or texts, data as JSON or as its text.
 */
public final class NetworkDecoder {
    private static final String NO_GATEWAY = "live-video";

    private final Limits limits;
    private final JsonFactory json;

    public NetworkDecoder(Limits limits) {
        this.limits = limits;
        json = EventDecoder.jsonFactory(limits);
    }

    /**
     * Where the events of a request belong.
     *
     * @param service null if that is their gateway
     */
    public record Source(String env, @Nullable String service) {
        public static final Source UNNAMED = new Source("default", null);
    }

    /** Whether events of this type may be of sessions. */
    public static boolean isOfSessions(String type) {
        NetworkFamily family = NetworkFamily.of(type);
        return family != null && family.isOfSessions();
    }

    /** @param now the time of receipt, in microseconds since 1970 */
    public void decode(
            List<Slice> slices, Source source, long now, Consumer<NetworkEvent> taken, Consumer<Rejection> rejected) {
        for (int i = 0; i < slices.size(); i++) {
            Slice slice = slices.get(i);
            Map<?, ?> envelope = Map.of();
            NetworkEvent event;
            try {
                byte[] payload = slice.needsMending() ? Mending.mend(slice) : slice.bytes();
                envelope = read(slice, payload);
                checkLimits(slice);
                if (KafkaRecord.value(envelope) instanceof Map<?, ?> value) {
                    envelope = value;
                    payload = KafkaRecord.valueBytes(payload);
                }
                event = event(new NetworkObject("", envelope, limits.maxNameBytes()), payload, slice, i, source, now);
            } catch (NotTaken e) {
                rejected.accept(rejection(e, envelope, slice, i, source));
                continue;
            }
            taken.accept(event);
        }
    }

    private Map<?, ?> read(Slice slice, byte[] payload) {
        Object value = slice.broken() ? null : parse(payload);
        if (value instanceof Map<?, ?> envelope) {
            return envelope;
        }
        throw new NotTaken(RejectCode.NOT_AN_OBJECT, null, "It is not readable as a JSON object");
    }

    private @Nullable Object parse(byte[] payload) {
        try (JsonParser parser = json.createParser(ObjectReadContext.empty(), payload)) {
            parser.nextToken();
            Object value = JsonTree.read(parser);
            return parser.nextToken() == null ? value : null;
        } catch (StreamConstraintsException e) {
            throw new NotTaken(RejectCode.TOO_LARGE, null, "It nests too deep, or has a number of too many digits");
        } catch (JacksonException e) {
            throw new NotTaken(
                    RejectCode.NOT_AN_OBJECT,
                    null,
                    "It is not readable as JSON: " + EventDecoder.printable(e.getOriginalMessage()));
        }
    }

    private void checkLimits(Slice slice) {
        String exceeded = limits.exceededBy(slice);
        if (exceeded != null) {
            throw new NotTaken(RejectCode.TOO_LARGE, null, exceeded);
        }
    }

    private NetworkEvent event(
            NetworkObject envelope, byte[] payload, Slice slice, int index, Source source, long now) {
        UUID id = Ids.ofEvent(envelope.requiredName("id"));
        String type = envelope.requiredName("type");
        NetworkFamily family = NetworkFamily.of(type);
        Object data = family == null ? null : data(envelope.fields().get("data"));
        long at = time(envelope, data, now);
        String gateway = envelope.name("gateway");
        String otherwise = gateway != null ? gateway : NO_GATEWAY;
        String service = source.service() != null ? source.service() : otherwise;
        // to name what it would be called anyway is to name nothing: the log does not tell the two apart
        Source named = new Source(source.env(), service.equals(otherwise) ? null : service);
        FactReader facts = new FactReader(id, at, gateway, limits.maxNameBytes());
        SessionEvent session = family == null ? null : session(id, family, at, named, gateway, data);
        return new NetworkEvent(
                new LogEvent(
                        id,
                        type,
                        at,
                        source.env(),
                        service,
                        session == null ? null : session.sessionId(),
                        null,
                        null,
                        ExportKeys.without(payload, envelope.fields().keySet()),
                        slice.needsMending(),
                        index),
                session,
                family == NetworkFamily.NETWORK_CAPABILITIES ? facts.capabilities(data) : List.of(),
                family == NetworkFamily.DISCOVERY_RESULTS ? facts.discoveries(data) : List.of(),
                family == NetworkFamily.CREATE_NEW_PAYMENT ? facts.payment(single(data)) : null,
                ignoredBecause(type, family, session, data));
    }

    private @Nullable SessionEvent session(
            UUID id, NetworkFamily family, long at, Source source, @Nullable String gateway, @Nullable Object data) {
        if (!family.isOfSessions()) {
            return null;
        }
        NetworkObject object = single(data);
        SessionEventType type = SessionReader.typeOf(family, object);
        return type == null
                ? null
                : SessionReader.read(id, type, family, at, source.env(), source.service(), gateway, object);
    }

    private @Nullable String ignoredBecause(
            String type, @Nullable NetworkFamily family, @Nullable SessionEvent session, @Nullable Object data) {
        if (family == null) {
            return "No fold knows events of type '" + type + "'.";
        }
        return family.isOfSessions() && session == null
                ? "No fold knows events of type '" + type + "' about '"
                        + single(data).name("type") + "'."
                : null;
    }

    /** An export writes it as a text. */
    private Object data(@Nullable Object sent) {
        Object data = sent;
        if (sent instanceof String text) {
            Slice slice = EventBody.ofOne(text.getBytes(StandardCharsets.UTF_8));
            checkLimits(slice);
            data = slice.broken() ? text : parse(slice.needsMending() ? Mending.mend(slice) : slice.bytes());
        }
        if (sent == null) {
            throw NotTaken.missing("data");
        }
        if (data instanceof Map<?, ?> || data instanceof List<?>) {
            return data;
        }
        throw NotTaken.wrongType("data", "an object, an array, or one of them as JSON text");
    }

    /** Where one object is meant, it may stand in an array all the same. */
    private NetworkObject single(@Nullable Object data) {
        Object one = data instanceof List<?> list && list.size() == 1 ? list.get(0) : data;
        return NetworkObject.of("data", one, limits.maxNameBytes());
    }

    /** What the data says is nearer to what happened than when it was sent. */
    private long time(NetworkObject envelope, @Nullable Object data, long now) {
        Long sent = envelope.time("timestamp");
        Long happened = data == null ? null : timeOf(data);
        Long at = happened != null ? happened : sent;
        if (at == null) {
            throw NotTaken.missing("timestamp");
        }
        if (at > now + limits.maxFutureMicros()) {
            String field = happened != null ? "data.timestamp" : "timestamp";
            throw new NotTaken(
                    RejectCode.IN_THE_FUTURE,
                    field,
                    "'" + field + "' lies more than " + limits.maxFutureMicros() / 1_000_000
                            + " s ahead of the server's clock");
        }
        return at;
    }

    /** A list of what was found has no time of its own. */
    private @Nullable Long timeOf(Object data) {
        boolean isObject = data instanceof Map<?, ?>
                || (data instanceof List<?> list && list.size() == 1 && list.get(0) instanceof Map<?, ?>);
        return isObject ? single(data).time("timestamp") : null;
    }

    private static Rejection rejection(NotTaken why, Map<?, ?> envelope, Slice slice, int index, Source source) {
        String gateway = envelope.get("gateway") instanceof String text && !text.isEmpty() ? text : NO_GATEWAY;
        return new Rejection(
                index,
                envelope.get("id") instanceof String id ? id : null,
                why.problem.code(),
                why.field,
                why.problem.message() + ".",
                source.env(),
                source.service() != null ? source.service() : gateway,
                slice.bytes());
    }
}
