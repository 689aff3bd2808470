package dev.weir.wire;

import dev.weir.core.session.CapabilityFact;
import dev.weir.core.session.SessionEvent;
import dev.weir.wire.NetworkDecoder.Source;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What became of a body with events of a network. */
record Network(List<NetworkEvent> taken, List<Rejection> rejected) {
    static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");

    private static final NetworkDecoder DECODER = new NetworkDecoder(Limits.DEFAULT);

    static Network of(List<Slice> slices, Source source) {
        Network network = new Network(new ArrayList<>(), new ArrayList<>());
        DECODER.decode(slices, source, NOW.toEpochMilli() * 1000, network.taken::add, network.rejected::add);
        return network;
    }

    static Network ofJson(String json) {
        return of(EventBody.ofOneOrMany(json.getBytes(StandardCharsets.UTF_8), 1000), Source.UNNAMED);
    }

    static Network ofLines(byte[] lines) {
        return of(EventBody.ofLines(lines, 1000), Source.UNNAMED);
    }

    /** An event of this family; the rest of its envelope is ordinary. */
    static Network ofData(String family, String data) {
        return ofJson("{\"id\":\"e-1\",\"type\":\"" + family
                + "\",\"timestamp\":\"1772043170697\",\"gateway\":\"gw\",\"data\":" + data + "}");
    }

    /** Of a body with one event that is taken. */
    NetworkEvent event() {
        if (taken.size() != 1 || !rejected.isEmpty()) {
            throw new AssertionError("Not one event taken, but " + taken + " and not " + rejected);
        }
        return taken.get(0);
    }

    SessionEvent session() {
        return Objects.requireNonNull(event().session(), "Of no session: " + event());
    }

    /** Of a body with one event that is not. */
    Rejection rejection() {
        if (!taken.isEmpty() || rejected.size() != 1) {
            throw new AssertionError("Not one event rejected, but " + rejected + " and not " + taken);
        }
        return rejected.get(0);
    }

    List<SessionEvent> sessions() {
        return taken.stream()
                .map(NetworkEvent::session)
                .filter(Objects::nonNull)
                .toList();
    }

    List<CapabilityFact> facts() {
        return taken.stream().flatMap(event -> event.capabilities().stream()).toList();
    }
}
