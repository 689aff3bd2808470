package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.run.EventText;
import dev.weir.core.run.RunRows;
import dev.weir.core.session.CapabilityFact;
import dev.weir.core.session.CapabilityModel;
import dev.weir.core.session.ParameterUpdateRow;
import dev.weir.core.session.SegmentRow;
import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionEventType;
import dev.weir.core.session.SessionFold;
import dev.weir.core.session.SessionKey;
import dev.weir.core.session.SessionRow;
import dev.weir.core.session.SessionRows;
import dev.weir.core.session.SessionRules;
import dev.weir.core.session.SessionRun;
import dev.weir.core.session.SessionState;
import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.testkit.SessionFolding;
import dev.weir.testkit.SessionHistories;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A session and snapshots of the orchestrators that it saw: what is sent of it, and what has to be stored. */
public final class SessionStory {
    /** All that can be folded again. */
    public static final String EVERYTHING_DERIVED = StageLawsTest.EVERYTHING_DERIVED
            + ", sessions, session_tallies, session_sightings, orchestrator_identities, capability_facts, fact_payments,"
            + " fact_discoveries, pending_attributions, session_groups, session_hours, session_latencies";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** An envelope, and how its request names where it belongs. */
    public record Sent(String env, @Nullable String service, String json) {
        String query() {
            return "?env=" + env + (service == null ? "" : "&service=" + service);
        }
    }

    public final SessionKey key;
    public final List<SessionEvent> events = new ArrayList<>();
    public final List<CapabilityFact> facts = new ArrayList<>();
    public final List<Sent> sent = new ArrayList<>();

    /** @param named what its orchestrators are called, so that those of another story are others */
    public SessionStory(long seed, String named) {
        key = new SessionKey(Scope.LOCAL_ORG, "stream-" + seed + "|request");
        Map<UUID, List<CapabilityFact>> snapshots = new LinkedHashMap<>();
        for (SessionFolding.Told told : SessionHistories.history(seed)) {
            SessionEvent event = told.event();
            if (event != null) {
                SessionEvent renamed = renamed(event, "stream-" + seed, named);
                events.add(renamed);
                sent.add(new Sent(event.env(), event.service(), json(envelope(renamed))));
            } else {
                CapabilityFact fact = renamed(Objects.requireNonNull(told.fact()), named);
                facts.add(fact);
                snapshots
                        .computeIfAbsent(fact.snapshot(), id -> new ArrayList<>())
                        .add(fact);
            }
        }
        int place = 0;
        for (List<CapabilityFact> snapshot : snapshots.values()) {
            place = (place + 7) % (sent.size() + 1);
            sent.add(place, new Sent("production", null, json(envelope(snapshot))));
        }
    }

    public static List<SessionStory> some(long from, int count) {
        List<SessionStory> stories = new ArrayList<>();
        for (long seed = from; seed < from + count; seed++) {
            stories.add(new SessionStory(seed, Long.toString(seed, 36)));
        }
        return stories;
    }

    /** On the same orchestrators, so that a snapshot of one story tells of all. */
    static List<SessionStory> ofOneNetwork(long from, int count) {
        List<SessionStory> stories = new ArrayList<>();
        for (long seed = from; seed < from + count; seed++) {
            stories.add(new SessionStory(seed, Long.toString(from, 36)));
        }
        return stories;
    }

    private static SessionEvent renamed(SessionEvent event, String stream, String named) {
        return new SessionEvent(
                event.id(),
                event.type(),
                event.name(),
                event.at(),
                event.env(),
                event.service(),
                stream + "|request",
                stream,
                "request",
                event.gateway(),
                event.orchestratorAddress() == null ? null : event.orchestratorAddress() + named,
                event.orchestratorUrl() == null ? null : event.orchestratorUrl() + "/" + named,
                event.pipeline(),
                event.pipelineId(),
                event.message(),
                event.streamState(),
                event.startTime(),
                event.fps(),
                event.jitter());
    }

    private static CapabilityFact renamed(CapabilityFact fact, String named) {
        return new CapabilityFact(
                fact.snapshot(),
                fact.index(),
                fact.at(),
                fact.gateway(),
                fact.address() + named,
                fact.localAddress() + named,
                fact.orchUri() == null ? null : fact.orchUri() + "/" + named,
                null,
                fact.models());
    }

    private static Map<String, @Nullable Object> envelope(SessionEvent event) {
        Map<String, @Nullable Object> data = new LinkedHashMap<>();
        data.put("stream_id", event.streamId());
        data.put("request_id", event.requestId());
        data.put("timestamp", event.at() / 1000);
        data.put("pipeline", event.pipeline());
        data.put("pipeline_id", event.pipelineId());
        Map<String, @Nullable Object> orchestrator = new LinkedHashMap<>();
        orchestrator.put("address", event.orchestratorAddress());
        orchestrator.put("url", event.orchestratorUrl());
        data.put("orchestrator_info", orchestrator);
        String family = event.name();
        switch (event.type()) {
            case STATUS -> {
                data.put("state", event.streamState());
                Long start = event.startTime();
                data.put("start_time", start == null ? null : Long.valueOf(start / 1000));
                Map<String, @Nullable Object> inference = new LinkedHashMap<>();
                inference.put("fps", event.fps());
                data.put("inference_status", inference);
            }
            case INGEST_METRICS ->
                data.put(
                        "stats",
                        Map.of(
                                "track_stats",
                                List.of(Map.of("type", "video", "jitter", Objects.requireNonNull(event.jitter())))));
            case ERROR -> {
                data.put("type", "error");
                data.put("message", event.message());
            }
            case PARAMETERS_UPDATED -> data.put("type", "params_update");
            default -> {
                data.put("type", event.name());
                family = "stream_trace";
            }
        }
        Map<String, @Nullable Object> envelope = new LinkedHashMap<>();
        envelope.put("id", event.id().toString());
        envelope.put("type", family);
        envelope.put("timestamp", Long.toString(event.at() / 1000 + 5));
        envelope.put("gateway", event.gateway());
        envelope.put("data", event.type() == SessionEventType.ERROR ? json(data) : data);
        return envelope;
    }

    private static Map<String, @Nullable Object> envelope(List<CapabilityFact> snapshot) {
        List<Object> orchestrators = new ArrayList<>();
        for (CapabilityFact fact : snapshot) {
            List<Object> hardware = new ArrayList<>();
            for (CapabilityModel model : fact.models()) {
                Map<String, @Nullable Object> gpu = new LinkedHashMap<>();
                gpu.put("id", model.gpuId());
                gpu.put("name", model.gpuName());
                Map<String, @Nullable Object> placed = new LinkedHashMap<>();
                placed.put("pipeline", model.pipeline());
                placed.put("model_id", model.modelId());
                placed.put("gpu_info", Map.of("0", gpu));
                hardware.add(placed);
            }
            Map<String, @Nullable Object> orchestrator = new LinkedHashMap<>();
            orchestrator.put("address", fact.address());
            orchestrator.put("local_address", fact.localAddress());
            orchestrator.put("orch_uri", fact.orchUri());
            orchestrator.put("hardware", hardware);
            orchestrators.add(orchestrator);
        }
        Map<String, @Nullable Object> envelope = new LinkedHashMap<>();
        envelope.put("id", snapshot.get(0).snapshot().toString());
        envelope.put("type", "network_capabilities");
        envelope.put("timestamp", Long.toString(snapshot.get(0).at() / 1000));
        envelope.put("gateway", snapshot.get(0).gateway());
        envelope.put("data", orchestrators);
        return envelope;
    }

    private static String json(Object value) {
        return JSON.writeValueAsString(value);
    }

    /** Sends envelopes, those that belong together in one request. @return how many were accepted */
    public static int send(TestServer server, List<Sent> batch) {
        int accepted = 0;
        for (int from = 0; from < batch.size(); ) {
            int to = from;
            List<String> together = new ArrayList<>();
            while (to < batch.size()
                    && batch.get(to).query().equals(batch.get(from).query())) {
                together.add(batch.get(to++).json());
            }
            TestServer.Answer answer =
                    server.postNetwork(batch.get(from).query(), "[" + String.join(",", together) + "]");
            assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
            assertThat(answer.json().get("rejected")).isEmpty();
            assertThat(answer.json().get("ignored").asInt()).isZero();
            accepted += answer.json().get("accepted").asInt();
            from = to;
        }
        return accepted;
    }

    /** What is shown of a session in SQL, column by column, and of the run that it is. */
    record Shown(
            List<Map<String, Object>> session,
            List<Map<String, Object>> segments,
            List<Map<String, Object>> updates,
            List<RunRows> run) {}

    Shown expected() {
        return expected(SessionRules.DEFAULT);
    }

    Shown expected(SessionRules rules) {
        return expected(rules, facts);
    }

    /** @param known what is told of orchestrators that it shares with others */
    Shown expected(SessionRules rules, List<CapabilityFact> known) {
        SessionState state = Objects.requireNonNull(SessionFold.fold(events, rules));
        SessionRows rows = SessionRows.of(key, state, known, rules);
        return new Shown(
                SessionColumns.of(List.of(rows.session())),
                SessionColumns.of(rows.segments()),
                SessionColumns.of(rows.parameterUpdates()),
                List.of(RunRows.of(
                        SessionRun.key(key, state),
                        SessionRun.of(state, Long.MAX_VALUE, rules),
                        Instant.EPOCH,
                        event -> EventText.NONE)));
    }

    Shown stored(DataSource database) {
        SessionState state = Objects.requireNonNull(SessionFold.fold(events, SessionRules.DEFAULT));
        return new Shown(
                SessionColumns.read(database, "fact_workflow_sessions", key, SessionRow.class),
                SessionColumns.read(database, "fact_workflow_session_segments", key, SegmentRow.class),
                SessionColumns.read(database, "fact_workflow_parameter_updates", key, ParameterUpdateRow.class),
                StoredRows.of(database, SessionRun.key(key, state)));
    }
}
