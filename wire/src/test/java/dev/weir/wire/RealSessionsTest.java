package dev.weir.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.core.session.CapabilityFact;
import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionFold;
import dev.weir.core.session.SessionKey;
import dev.weir.core.session.SessionRow;
import dev.weir.core.session.SessionRows;
import dev.weir.core.session.SessionRules;
import dev.weir.core.session.SessionState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Real sessions, where they are at hand, give what others computed for them by the same formulas. */
class RealSessionsTest {
    private static final String SNAPSHOT = "prod_snapshot_20260225T211506Z/";
    private static final SessionRules LITERAL = new SessionRules(
            SessionRules.DEFAULT.excusable(),
            true,
            SessionRules.DEFAULT.attributionMicros(),
            SessionRules.DEFAULT.idleMicros());

    private Path folder = Path.of("");

    @BeforeEach
    void findThem() {
        Path above = Path.of("").toAbsolutePath();
        while (above != null && !Files.exists(above.resolve("shared/fixtures/livepeer"))) {
            above = above.getParent();
        }
        assumeTrue(above != null, "The shared fixtures are not here");
        folder = above.resolve("shared/fixtures/livepeer");
    }

    @Test
    void haveTheExpectedValuesInAnyOrderAndRepeated() throws IOException {
        Map<?, ?> expected = (Map<?, ?>) json("expected-by-spec-004.json");
        assertThat(expected).hasSize(8);
        for (Map.Entry<?, ?> file : expected.entrySet()) {
            Network network = Network.ofLines(Files.readAllBytes(folder.resolve((String) file.getKey())));
            assertThat(network.rejected()).isEmpty();
            Map.Entry<?, ?> session =
                    ((Map<?, ?>) file.getValue()).entrySet().iterator().next();
            List<SessionEvent> events = new ArrayList<>(network.sessions());
            assertThat(events).extracting(SessionEvent::sessionId).containsOnly((String) session.getKey());
            for (int shuffle = 0; shuffle < 20; shuffle++) {
                check(rows(events, network.facts(), SessionRules.DEFAULT).session(), (Map<?, ?>) session.getValue());
                check(rows(events, network.facts(), LITERAL).session(), (Map<?, ?>) session.getValue());
                events.add(events.get(shuffle % events.size()));
                Collections.shuffle(events, new Random(shuffle));
            }
        }
    }

    private static void check(SessionRow row, Map<?, ?> expected) {
        assertThat(row.knownStream()).isEqualTo(number(expected, "known_stream") == 1);
        assertThat(row.startupOutcome().label()).isEqualTo(expected.get("startup_class"));
        assertThat(row.sessionStartTs()).isEqualTo(time(expected.get("session_start")));
        assertThat(row.sessionEndTs()).isEqualTo(time(expected.get("session_end")));
        assertThat(row.startupMs()).isEqualTo(expected.get("startup_ms"));
        Long e2e = (Long) expected.get("e2e_proxy_ms_raw");
        assertThat(row.e2eProxyMs()).isEqualTo(e2e == null || e2e < 0 ? null : e2e);
        assertThat(row.edgeInversions()).isEqualTo(e2e != null && e2e < 0 ? 1 : 0);
        assertThat(row.promptToPlayableMs()).isEqualTo(expected.get("prompt_to_playable_ms"));
        assertThat(row.swapCount()).isEqualTo(number(expected, "explicit_swap_events"));
        List<?> addresses = (List<?>) expected.get("distinct_orchestrator_addresses");
        assertThat(row.orchestratorCount()).isEqualTo(addresses.size());
        assertThat(row.observedOrchestratorAddress()).isEqualTo(addresses.isEmpty() ? null : addresses.get(0));
        assertThat(row.errorCount()).isEqualTo(number(expected, "error_count"));
        assertThat(row.excusableErrorCount()).isEqualTo(number(expected, "excusable_error_count"));
        assertThat(row.closedTs() != null).isEqualTo(expected.get("closed"));
        assertThat(row.eventsAfterClose()).isEqualTo(number(expected, "events_after_close"));
        assertThat(row.statusSamples()).isEqualTo(number(expected, "status_samples"));
        assertThat(row.fpsPositiveSamples()).isEqualTo(number(expected, "fps_positive_samples"));
        if (expected.get("avg_fps") == null) {
            assertThat(row.avgFps()).isNull();
        } else {
            assertThat(row.avgFps()).isCloseTo((Double) expected.get("avg_fps"), Offset.offset(0.0001));
        }
    }

    @Test
    void beginAndEndAsTheirProducersComputed() throws IOException {
        Map<?, ?> manifest = (Map<?, ?>) json(SNAPSHOT + "manifest.origin-subset.json");
        Map<String, SessionRow> rows = new java.util.HashMap<>();
        for (Path file : files()) {
            Network network = Network.ofLines(Files.readAllBytes(file));
            SessionRow row =
                    rows(network.sessions(), List.of(), SessionRules.DEFAULT).session();
            rows.put(row.workflowSessionId(), row);
        }
        int whole = 0;
        for (Object item : (List<?>) manifest.get("sessions")) {
            Map<?, ?> session = (Map<?, ?>) item;
            SessionRow row = Objects.requireNonNull(rows.get((String) session.get("workflow_session_id")));
            assertThat(row.sessionEndTs()).isEqualTo(time(session.get("session_end_ts")));
            if (!row.workflowSessionId().endsWith("ebeb78b7")) {
                assertThat(row.sessionStartTs()).isEqualTo(time(session.get("session_start_ts")));
                whole++;
            }
        }
        assertThat(whole).isEqualTo(6);
    }

    /** Its hot key belongs to two orchestrators; only their addresses tell them apart. */
    @Test
    void aSharedHotKeyIsNoSwap() throws IOException {
        List<SessionEvent> events = session("c40084e7");
        List<CapabilityFact> facts = Network.ofLines(
                        Files.readAllBytes(folder.resolve("network_capabilities.trimmed-2-entries.kafka.json")))
                .facts();
        assertThat(facts).hasSize(2);
        SessionRows rows = rows(events, facts, SessionRules.DEFAULT);
        assertThat(rows.session().sessionHasSwap()).isFalse();
        assertThat(rows.segments()).hasSize(1);
        assertThat(rows.session().orchestratorAddress()).isEqualTo("0x733da28b0145ff561868e408d2ac8565ebe73aab");
        assertThat(rows.session().gpuId()).isEqualTo("GPU-58290a4a-4431-fd4b-cef7-e664c3c7d4cb");
        assertThat(rows.session().modelId()).isEqualTo("streamdiffusion-sdxl-v2v");
        assertThat(rows.session().gpuAttributionMethod().label()).isEqualTo("nearest_prior_snapshot");
        SessionRows literal = rows(events, facts, LITERAL);
        assertThat(literal.session().orchestratorAddress()).isEqualTo("0x22d4da4b5ce66601a7fca3cee56070d2deaa6072");
        assertThat(literal.session().sessionHasSwap()).isFalse();
    }

    /** Among all orchestrators of the network its hot key has two owners, too. */
    @Test
    void aSessionIsAttributedToWhoPeopleKnow() throws IOException {
        Network network =
                Network.ofLines(Files.readAllBytes(folder.resolve("streaming-events-2026-01-08.kafka.jsonl")));
        List<CapabilityFact> facts = new ArrayList<>(network.facts());
        facts.addAll(
                Network.ofData("network_capabilities", Files.readString(folder.resolve("getNetworkCapabilities.json")))
                        .facts());
        SessionRow row = rows(network.sessions(), facts, SessionRules.DEFAULT).session();
        assertThat(row.orchestratorAddress()).isEqualTo("0xd00354656922168815fcd1e51cbddb9e359e3c7f");
        assertThat(row.identityMatch().label()).isEqualTo("address_and_url");
        assertThat(row.modelId()).isEqualTo("streamdiffusion-sdxl-faceid");
        assertThat(row.gpuId()).isEqualTo("GPU-a8d13655-197b-2226-d09f-b4b81e07504b");
        assertThat(row.gpuAttributionMethod().label()).isEqualTo("nearest_snapshot_within_ttl");
        assertThat(row.gpuAttributionConfidence()).isEqualTo(0.7);
        assertThat(row.version()).isEqualTo(58);
        assertThat(network.taken()).noneMatch(NetworkEvent::isIgnored);
    }

    @Test
    void theWireFormTellsTheSameAsTheExport() throws IOException {
        Network wire = Network.ofLines(Files.readAllBytes(folder.resolve("prod_snapshot_sessions.kafka.jsonl")));
        List<SessionEvent> exported = new ArrayList<>();
        for (Path file : files()) {
            if (!file.toString().contains("MISSING")) {
                Network export = Network.ofLines(Files.readAllBytes(file));
                exported.addAll(export.sessions());
                assertThat(export.taken())
                        .allMatch(event -> !new String(event.log().payload(), StandardCharsets.UTF_8).contains("\"__"));
            }
        }
        assertThat(wire.sessions()).containsExactlyInAnyOrderElementsOf(exported);
    }

    @Test
    void recordsOfATopicTellTheSameAsTheWireForm() throws IOException {
        Network wire = Network.ofLines(Files.readAllBytes(folder.resolve("streaming-events-2026-01-08.kafka.jsonl")));
        Network records =
                Network.ofJson(Files.readString(folder.resolve("event-logs-streaming-events-2026-01-08.json")));
        assertThat(records.rejected()).isEmpty();
        assertThat(records.taken()).hasSize(65);
        assertThat(records.sessions()).containsExactlyInAnyOrderElementsOf(wire.sessions());
        assertThat(records.facts()).containsExactlyInAnyOrderElementsOf(wire.facts());
    }

    @Test
    void aSnapshotOfTheWholeNetworkIsFactsOfModestSize() throws IOException {
        String data = Files.readString(folder.resolve("getNetworkCapabilities.json"));
        List<CapabilityFact> facts =
                Network.ofData("network_capabilities", data).facts();
        assertThat(facts).hasSize(53);
        Map<String, Long> owners = facts.stream()
                .collect(Collectors.groupingBy(
                        fact -> fact.localAddress().toLowerCase(java.util.Locale.ROOT), Collectors.counting()));
        assertThat(owners).hasSize(47);
        assertThat(facts).allMatch(fact -> fact.toString().length() < 2000);
    }

    private List<SessionEvent> session(String suffix) throws IOException {
        for (Path file : files()) {
            if (file.toString().contains(suffix)) {
                return Network.ofLines(Files.readAllBytes(file)).sessions();
            }
        }
        throw new AssertionError("No session " + suffix);
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(folder.resolve(SNAPSHOT))) {
            return files.filter(file -> file.toString().endsWith(".jsonl")).toList();
        }
    }

    private static SessionRows rows(List<SessionEvent> events, List<CapabilityFact> facts, SessionRules rules) {
        SessionState state = Objects.requireNonNull(SessionFold.fold(events, rules));
        return SessionRows.of(new SessionKey(new UUID(0, 1), events.get(0).sessionId()), state, facts, rules);
    }

    private static int number(Map<?, ?> object, String key) {
        return ((Number) Objects.requireNonNull(object.get(key))).intValue();
    }

    private static Instant time(Object text) {
        return OffsetDateTime.parse((String) text).toInstant();
    }

    private Object json(String file) throws IOException {
        try (JsonParser parser = JsonFactory.builder()
                .build()
                .createParser(ObjectReadContext.empty(), Files.readAllBytes(folder.resolve(file)))) {
            parser.nextToken();
            return Objects.requireNonNull(JsonTree.read(parser));
        }
    }
}
