package dev.weir.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.session.SessionEvent;
import dev.weir.wire.EventBody;
import dev.weir.wire.Limits;
import dev.weir.wire.LogEvent;
import dev.weir.wire.NetworkDecoder;
import dev.weir.wire.NetworkEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkCorpusTest {
    private static final int EVENTS = 40_000;

    @TempDir
    private Path directory;

    private final List<NetworkEvent> folded = new ArrayList<>();
    private final List<NetworkEvent> unfolded = new ArrayList<>();

    @Test
    void hasTheSameEventsWithAndWithoutAFold() throws IOException {
        write();

        assertThat(folded).hasSize(EVENTS).noneMatch(NetworkEvent::isIgnored);
        assertThat(unfolded).hasSize(EVENTS).allMatch(NetworkEvent::isIgnored);
        for (int i = 0; i < EVENTS; i++) {
            LogEvent one = folded.get(i).log();
            LogEvent other = unfolded.get(i).log();
            assertThat(other.id()).isNotEqualTo(one.id());
            assertThat(other.type()).isEqualTo(one.type().toUpperCase(Locale.ROOT));
            assertThat(other.payload()).hasSameSizeAs(one.payload());
        }
    }

    @Test
    void bringsTheEventsOfASessionInOrderAndSnapshotsAmongThem() throws IOException {
        write();

        Map<String, SessionEvent> lastOfSession = new HashMap<>();
        Map<String, Integer> families = new HashMap<>();
        for (NetworkEvent event : folded) {
            families.merge(event.log().type(), 1, Integer::sum);
            SessionEvent session = event.session();
            if (session == null) {
                assertThat(event.capabilities()).hasSize(Fleet.SIZE);
                assertThat(event.log().payload().length).isBetween(55_000, 65_000);
                continue;
            }
            SessionEvent before = lastOfSession.put(session.sessionId(), session);
            if (before != null) {
                assertThat(before.order()).isLessThan(session.order());
            }
        }
        assertThat(lastOfSession).hasSizeGreaterThan(2_000);
        assertThat(families)
                .containsOnlyKeys(
                        "stream_trace",
                        "stream_ingest_metrics",
                        "ai_stream_events",
                        "ai_stream_status",
                        "network_capabilities")
                .containsEntry("network_capabilities", EVENTS / 4_000);
    }

    private void write() throws IOException {
        try (NetworkCorpus corpus = NetworkCorpus.write(directory, EVENTS)) {
            decode(corpus.folded(), folded);
            decode(corpus.unfolded(), unfolded);
        }
    }

    private static void decode(Pieces bodies, List<NetworkEvent> events) throws IOException {
        NetworkDecoder decoder = new NetworkDecoder(Limits.DEFAULT);
        List<String> rejections = new ArrayList<>();
        for (int i = 0; i < bodies.count(); i++) {
            ByteBuffer body = ByteBuffer.allocate(bodies.size(i));
            bodies.read(i, body);
            decoder.decode(
                    EventBody.ofOneOrMany(body.array(), Corpus.BATCH),
                    NetworkDecoder.Source.UNNAMED,
                    System.currentTimeMillis() * 1000,
                    events::add,
                    rejection -> rejections.add(rejection.message()));
        }
        assertThat(rejections).isEmpty();
    }
}
