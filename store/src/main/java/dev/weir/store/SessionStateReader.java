package dev.weir.store;

import dev.weir.core.event.EventOrder;
import dev.weir.core.event.Ids;
import dev.weir.core.session.Chunks;
import dev.weir.core.session.ParameterMark;
import dev.weir.core.session.Samples;
import dev.weir.core.session.SessionEdge;
import dev.weir.core.session.SessionEventType;
import dev.weir.core.session.SessionState;
import dev.weir.core.session.Sighting;
import dev.weir.core.session.Span;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads back what {@link SessionStateJson} writes. */
final class SessionStateReader {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final SessionEventType[] TYPES = SessionEventType.values();

    private final JsonNode json;
    private final long createdAt;
    private final @Nullable String gateway;

    private SessionStateReader(JsonNode json) {
        this.json = json;
        createdAt = json.get(0).asLong();
        gateway = text(json.get(8));
    }

    static SessionState read(String json) {
        return new SessionStateReader(MAPPER.readTree(json)).state();
    }

    private SessionState state() {
        List<Span> spans = new ArrayList<>();
        json.get(21).forEach(item -> spans.add(span(item)));
        return new SessionState(
                json.get(4).asString(),
                text(json.get(5)),
                text(json.get(6)),
                text(json.get(7)),
                gateway,
                text(json.get(9)),
                text(json.get(10)),
                createdAt,
                requiredId(json.get(1)),
                order(json.get(2)),
                order(json.get(24)),
                json.get(3).asInt(),
                edges(),
                timeOrNone(json.get(13)),
                json.get(14).asInt(),
                json.get(15).get(0).asInt(),
                json.get(15).get(1).asInt(),
                json.get(15).get(2).asInt(),
                json.get(16).asInt(),
                text(json.get(17)),
                id(json.get(18)),
                timeOrNone(json.get(19)),
                text(json.get(11)),
                sightings(),
                chunks(spans.subList(0, spans.size() - 1)),
                spans.get(spans.size() - 1),
                marks(),
                samples(json.get(23)));
    }

    private EventOrder order(JsonNode item) {
        UUID id = requiredId(item.get(2));
        return new EventOrder(
                time(item.get(0)), Ids.isTimeOrdered(id), item.get(1).asInt(), id);
    }

    private List<SessionEdge> edges() {
        List<SessionEdge> edges = new ArrayList<>();
        for (JsonNode item : json.get(12)) {
            long at = time(item.get(1));
            if (item.get(0).isNumber()) {
                SessionEventType type = TYPES[item.get(0).asInt()];
                edges.add(new SessionEdge(type, Objects.requireNonNull(type.traceType()), at));
            } else {
                edges.add(new SessionEdge(
                        SessionEventType.OTHER_TRACE, item.get(0).asString(), at));
            }
        }
        return List.copyOf(edges);
    }

    private List<Sighting> sightings() {
        List<Sighting> sightings = new ArrayList<>();
        for (JsonNode item : json.get(20)) {
            sightings.add(new Sighting(text(item.get(1)), text(item.get(2)), time(item.get(0))));
        }
        return List.copyOf(sightings);
    }

    private Span span(JsonNode item) {
        JsonNode of = item.get(4);
        return new Span(
                item.get(0).asInt(),
                time(item.get(1)),
                requiredId(item.get(2)),
                item.get(3).asString(),
                of.isNumber() ? gateway : text(of),
                item.get(5).asInt(),
                item.get(6).asInt(),
                samples(item.get(7)));
    }

    private Chunks<ParameterMark> marks() {
        Chunks<ParameterMark> marks = Chunks.none();
        for (JsonNode item : json.get(22)) {
            marks = marks.plus(new ParameterMark(time(item.get(0)), requiredId(item.get(1)), samples(item.get(2))));
        }
        return marks;
    }

    private static <T> Chunks<T> chunks(List<T> items) {
        Chunks<T> chunks = Chunks.none();
        for (T item : items) {
            chunks = chunks.plus(item);
        }
        return chunks;
    }

    private static Samples samples(JsonNode item) {
        return new Samples(
                item.path(0).asInt(0),
                item.path(1).asInt(0),
                item.path(2).asInt(0),
                item.path(3).asLong(0),
                item.path(4).asInt(0),
                item.path(5).asLong(0));
    }

    private long time(JsonNode node) {
        return createdAt + node.asLong();
    }

    private @Nullable Long timeOrNone(@Nullable JsonNode node) {
        return node == null || node.isNull() ? null : Long.valueOf(time(node));
    }

    private static @Nullable String text(@Nullable JsonNode node) {
        return node == null || node.isNull() ? null : node.asString();
    }

    private static @Nullable UUID id(@Nullable JsonNode node) {
        return node == null || node.isNull() ? null : requiredId(node);
    }

    private static UUID requiredId(JsonNode node) {
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(node.asString()));
        return new UUID(bytes.getLong(), bytes.getLong());
    }
}
