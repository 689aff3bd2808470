package dev.weir.testkit;

import dev.weir.core.event.Ids;
import dev.weir.core.session.CapabilityFact;
import dev.weir.core.session.CapabilityModel;
import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionEventType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Random histories of live-video sessions: a stream starts up, is served, swapped and closed by orchestrators that share
 * keys and addresses, and then things get lost and clocks go wrong. Beside it, what snapshots tell of these orchestrators.
 * The same seed always gives the same history, on any machine.
 */
public final class SessionHistories {
    private static final long FIRST_DAY = Instant.parse("2025-01-01T00:00:00Z").getEpochSecond() * 1_000_000;
    private static final long MINUTE = 60_000_000;
    private static final List<String> MODELS = List.of("sdxl", "sdxl-v2v", "faceid");
    private static final List<String> ERRORS =
            List.of("WHIP disconnected", "No orchestrators available within 2s", "connection reset by peer", "");

    /** The first two share a hot key, the last two an identity. */
    private static final List<Node> NODES = List.of(
            new Node("0xAA01", "0xBB01", "https://one:1"),
            new Node("0xAA02", "0xBB01", "https://two:2"),
            new Node("0xAA03", "0xBB03", "https://three:3"),
            new Node("0xAA03", "0xBB04", "https://four:4"));

    private record Node(String address, String hotKey, String url) {}

    private final SplittableRandom random;
    private final EventIds ids;
    private final List<SessionEvent> told = new ArrayList<>();
    private final @Nullable String model;
    private @Nullable Node node;
    private long now;

    private SessionHistories(long seed) {
        random = new SplittableRandom(seed);
        ids = new EventIds(random, Long.toString(seed, 36));
        model = chance(80) ? MODELS.get(random.nextInt(MODELS.size())) : null;
        now = FIRST_DAY + random.nextInt(360 * 1440) * MINUTE + random.nextInt(60_000) * 1000L;
    }

    /** The events of one session, in the order in which they were emitted, never none, and facts among them. */
    public static List<SessionFolding.Told> history(long seed) {
        SessionHistories history = new SessionHistories(seed);
        long start = history.now;
        history.tell();
        List<SessionFolding.Told> all = new ArrayList<>();
        history.told.forEach(event -> all.add(SessionFolding.Told.of(event)));
        history.facts(start)
                .forEach(fact -> all.add(history.random.nextInt(all.size() + 1), SessionFolding.Told.of(fact)));
        return all;
    }

    private void tell() {
        tellTrace("gateway_receive_stream_request");
        node = chance(90) ? NODES.get(random.nextInt(NODES.size())) : null;
        for (String edge : List.of(
                "gateway_send_first_ingest_segment",
                "runner_receive_first_ingest_segment",
                "runner_send_first_processed_segment",
                "gateway_receive_first_processed_segment",
                "gateway_receive_few_processed_segments")) {
            if (chance(85)) {
                tellTrace(edge);
            }
        }
        for (int i = random.nextInt(20); i > 0; i--) {
            tellOne();
        }
        if (chance(70)) {
            tellTrace("gateway_ingest_stream_closed");
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            tell(SessionEventType.ERROR, "ai_stream_events");
        }
        SessionEvent kept = told.get(random.nextInt(told.size()));
        told.removeIf(event -> event != kept && chance(8));
    }

    private void tellOne() {
        switch (random.nextInt(12)) {
            case 0 -> tellTrace("orchestrator_swap");
            case 1 -> tellTrace(chance(50) ? "gateway_no_orchestrators_available" : "app_says_" + random.nextInt(50));
            case 2 -> node = NODES.get(random.nextInt(NODES.size()));
            case 3 -> tell(SessionEventType.PARAMETERS_UPDATED, "ai_stream_events");
            case 4, 5, 6 -> tell(SessionEventType.INGEST_METRICS, "stream_ingest_metrics");
            default -> tell(SessionEventType.STATUS, "ai_stream_status");
        }
    }

    private void tellTrace(String traceType) {
        tell(SessionEventType.ofTrace(traceType), traceType);
    }

    private void tell(SessionEventType type, String name) {
        now += chance(20) ? 0 : random.nextInt(chance(95) ? 10_000 : 10_000_000) * 1000L;
        long at = chance(6) ? now + (random.nextInt(7) - 3) * 1_000_000L : now;
        boolean named = type != SessionEventType.ERROR && chance(80);
        told.add(new SessionEvent(
                Ids.ofEvent(ids.next(at)),
                type,
                name,
                at,
                chance(95) ? "production" : "staging",
                chance(5) ? "studio" : null,
                "stream|request",
                "stream",
                "request",
                chance(70) ? "gateway-" + (chance(90) ? 1 : 2) : null,
                named && node != null && chance(95) ? cased(node.hotKey()) : null,
                named && node != null && chance(90) ? node.url() : null,
                chance(50) ? model : null,
                chance(5) ? "pipeline-7" : null,
                type == SessionEventType.ERROR ? emptyToNull(ERRORS.get(random.nextInt(ERRORS.size()))) : null,
                type == SessionEventType.STATUS ? (chance(80) ? "ONLINE" : "DEGRADED_INPUT") : null,
                type == SessionEventType.STATUS && chance(90) ? Long.valueOf(now - 10_000_000) : null,
                type == SessionEventType.STATUS && chance(95) ? Double.valueOf(random.nextInt(4) * 7.3) : null,
                type == SessionEventType.INGEST_METRICS ? Double.valueOf(random.nextDouble() * 30) : null));
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private String cased(String address) {
        return chance(50) ? address : address.toLowerCase(Locale.ROOT);
    }

    private List<CapabilityFact> facts(long start) {
        List<CapabilityFact> facts = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            long spread = new long[] {MINUTE, 60 * MINUTE, 2 * 1440 * MINUTE}[random.nextInt(3)];
            long at = start + random.nextLong(-spread, spread);
            var snapshot = Ids.ofEvent(ids.next(at));
            for (int index = 0; index < NODES.size(); index++) {
                if (chance(60)) {
                    Node told = NODES.get(index);
                    facts.add(new CapabilityFact(
                            snapshot,
                            index,
                            at,
                            "gateway-1",
                            chance(97) ? cased(told.address()) : "0xAA09",
                            cased(told.hotKey()),
                            chance(90) ? told.url() : null,
                            null,
                            models()));
                }
            }
        }
        return facts;
    }

    private List<CapabilityModel> models() {
        List<CapabilityModel> models = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            String gpu = chance(80) ? "GPU-" + random.nextInt(5) : null;
            models.add(new CapabilityModel(
                    "live-video-to-video", MODELS.get(random.nextInt(MODELS.size())), gpu, "a GPU"));
        }
        return models;
    }

    private boolean chance(int percent) {
        return Habits.chance(random, percent);
    }
}
