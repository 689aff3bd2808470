package dev.weir.store;

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

/** Reads back what {@link SessionStateJson} and {@link SessionTallies} write. */
final class SessionStateReader {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final SessionEventType[] TYPES = SessionEventType.values();

    private final JsonNode json;
    private final SessionTallies.Read tallies;
    private final long createdAt;
    private final @Nullable String gateway;

    private SessionStateReader(JsonNode json, SessionTallies.Read tallies) {
        this.json = json;
        this.tallies = tallies;
        createdAt = json.get(0).asLong();
        gateway = text(json.get(6));
    }

    static SessionState read(String json, SessionTallies.Read tallies) {
        return new SessionStateReader(MAPPER.readTree(json), tallies).state();
    }

    private SessionState state() {
        JsonNode spans = json.get(18);
        int over = spans.size() - 1;
        return new SessionState(
                json.get(2).asString(),
                text(json.get(3)),
                text(json.get(4)),
                text(json.get(5)),
                gateway,
                text(json.get(7)),
                text(json.get(8)),
                createdAt,
                requiredId(json.get(1)),
                tallies.last(),
                tallies.heartbeat(),
                tallies.events(),
                edges(),
                timeOrNone(json.get(11)),
                json.get(12).asInt(),
                json.get(13).get(0).asInt(),
                json.get(13).get(1).asInt(),
                json.get(13).get(2).asInt(),
                tallies.eventsAfterClose(),
                text(json.get(14)),
                id(json.get(15)),
                timeOrNone(json.get(16)),
                text(json.get(9)),
                sightings(),
                spansOver(spans, over),
                span(spans.get(over), tallies.spanEvents(), tallies.span()),
                marks(),
                tallies.marked());
    }

    private List<SessionEdge> edges() {
        List<SessionEdge> edges = new ArrayList<>();
        for (JsonNode item : json.get(10)) {
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
        for (JsonNode item : json.get(17)) {
            sightings.add(new Sighting(text(item.get(1)), text(item.get(2)), time(item.get(0))));
        }
        return List.copyOf(sightings);
    }

    private Chunks<Span> spansOver(JsonNode items, int count) {
        Chunks<Span> spans = Chunks.none();
        for (int i = 0; i < count; i++) {
            JsonNode item = items.get(i);
            spans = spans.plus(span(item, item.get(6).asInt(), samples(item.path(7))));
        }
        return spans;
    }

    private Span span(JsonNode item, int events, Samples samples) {
        JsonNode of = item.get(4);
        return new Span(
                item.get(0).asInt(),
                time(item.get(1)),
                requiredId(item.get(2)),
                item.get(3).asString(),
                of.isNumber() ? gateway : text(of),
                item.get(5).asInt(),
                events,
                samples);
    }

    private Chunks<ParameterMark> marks() {
        Chunks<ParameterMark> marks = Chunks.none();
        for (JsonNode item : json.get(19)) {
            marks = marks.plus(new ParameterMark(time(item.get(0)), requiredId(item.get(1)), samples(item.get(2))));
        }
        return marks;
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
