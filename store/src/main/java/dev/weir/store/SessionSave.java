package dev.weir.store;

import dev.weir.core.session.Carried;
import dev.weir.core.session.SessionFold;
import dev.weir.core.session.SessionRow;
import dev.weir.core.session.SessionRows;
import dev.weir.core.session.SessionRules;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction writes of the session fold: rows that replace what the caller has seen, the names under which they saw
 * orchestrators, and their difference in the roll-ups. Nothing is sent where no session is concerned, and no row but its
 * tallies of a session that only counted on.
 */
final class SessionSave {
    private static final Staging STAGING = new Staging("staged_sessions", "sessions", "");

    private static final List<String> COLUMNS = List.of(
            "id",
            "org",
            "workflow_session_id",
            "workflow_type",
            "source",
            "run_id",
            "fold_version",
            "row_version",
            "settled",
            "env",
            "service_key",
            "stream_id",
            "request_id",
            "workflow_id",
            "pipeline",
            "pipeline_id",
            "session_start_ts",
            "first_stream_request_ts",
            "first_processed_ts",
            "first_playable_ts",
            "prompt_ts",
            "closed_ts",
            "startup_ms",
            "e2e_proxy_ms",
            "prompt_to_playable_ms",
            "gateway_runner_lag_ms",
            "edge_inversions",
            "startup_outcome",
            "known_stream",
            "startup_success",
            "startup_excused",
            "startup_unexcused",
            "swap_count",
            "inferred_swap_count",
            "orchestrator_count",
            "session_has_swap",
            "error_count",
            "excusable_error_count",
            "errors_after_close",
            "last_error",
            "last_error_event_uid",
            "orchestrator_address",
            "observed_orchestrator_address",
            "orchestrator_url",
            "identity_match",
            "gateway",
            "model_id",
            "gpu_id",
            "gpu_attribution_method",
            "gpu_attribution_confidence",
            "stream_state",
            "segment_count",
            "parameter_update_count",
            "source_first_event_uid",
            "snapshots",
            "over_statuses",
            "over_fps_count",
            "over_fps_positive",
            "over_fps_sum",
            "over_jitter_count",
            "over_jitter_sum",
            "segments",
            "parameter_updates",
            "state");

    private static final String NAMES = String.join(", ", COLUMNS);
    private static final String INSERT = "COPY sessions (" + NAMES + ") FROM STDIN (FORMAT binary)";
    private static final String STAGE = "COPY staged_sessions (" + NAMES + ") FROM STDIN (FORMAT binary)";

    /** Nobody else writes one of them meanwhile: that needs its tallies first. */
    private static final String UPDATE = "UPDATE sessions f SET "
            + COLUMNS.stream()
                    .filter(column -> !column.equals("id"))
                    .map(column -> column + " = s." + column)
                    .collect(Collectors.joining(", "))
            + " FROM staged_sessions s WHERE f.id = s.id";

    private static final String DIFFERING = """
            SELECT s.id FROM staged_sessions s LEFT JOIN sessions f ON f.id = s.id
            WHERE f.id IS NULL OR to_jsonb(f) IS DISTINCT FROM to_jsonb(s)
            """;
    private static final String SIGHTINGS =
            "SELECT session, name, micros(first_at) FROM session_sightings WHERE session = ANY(?)";
    private static final String FORGET_SIGHTINGS = "DELETE FROM session_sightings WHERE session = ANY(?)";
    private static final String ADD_SIGHTINGS = """
            INSERT INTO session_sightings (org, name, first_at, session)
            SELECT * FROM unnest(?::int[], ?::text[], ?::timestamptz[], ?::uuid[]) ON CONFLICT DO NOTHING
            """;

    private final SessionTallies tallies;
    private final BinaryCopy updates = new BinaryCopy();
    private final BinaryCopy inserts = new BinaryCopy();
    private final JsonText json = new JsonText();
    private final List<SessionChange> changes = new ArrayList<>();

    SessionSave(long stamp) {
        tallies = new SessionTallies(stamp);
    }

    /** Of the rows that these rules make of a state; see {@link SessionFold#version} for that of the state. */
    static int rowVersion(SessionRules rules) {
        return Objects.hash(rules.literalWallets(), rules.attributionMicros());
    }

    void add(SessionChange change) {
        changes.add(change);
        tallies.add(change);
        if (!change.onlyCounted()) {
            row(change.before() == null ? inserts : updates, change);
        }
    }

    List<SessionChange> changes() {
        return changes;
    }

    /** To be called after the runs are written. */
    void write(Connection connection, int slot) throws SQLException {
        if (changes.isEmpty()) {
            return;
        }
        tallies.write(connection);
        if (updates.rows() > 0) {
            STAGING.send(connection, updates, STAGE);
            try (PreparedStatement update = connection.prepareStatement(UPDATE)) {
                update.executeUpdate();
            }
        }
        if (inserts.rows() > 0) {
            inserts.send(connection, INSERT);
        }
        saveSightings(connection);
        SessionRollUps.add(connection, slot, changes);
    }

    private void saveSightings(Connection connection) throws SQLException {
        List<UUID> replaced = new ArrayList<>();
        List<SessionChange> sessions = new ArrayList<>();
        List<SightedName> names = new ArrayList<>();
        for (SessionChange change : changes) {
            for (SightedName name : newNames(change)) {
                sessions.add(change);
                names.add(name);
            }
            if (change.foldedAgain() && change.before() != null) {
                replaced.add(change.id());
            }
        }
        if (!replaced.isEmpty()) {
            try (PreparedStatement forget = connection.prepareStatement(FORGET_SIGHTINGS)) {
                forget.setArray(1, connection.createArrayOf("uuid", replaced.toArray()));
                forget.executeUpdate();
            }
        }
        if (!names.isEmpty()) {
            try (PreparedStatement add = connection.prepareStatement(ADD_SIGHTINGS)) {
                Capabilities.set(
                        add, 1, "int4", sessions, change -> change.place().org());
                Capabilities.set(add, 2, "text", names, SightedName::name);
                Capabilities.set(add, 3, "timestamptz", names, name -> Capabilities.time(name.firstAt()));
                Capabilities.set(add, 4, "uuid", sessions, SessionChange::id);
                add.executeUpdate();
            }
        }
    }

    /** What a session saw is only ever added to, unless it is folded again. */
    private static Set<SightedName> newNames(SessionChange change) {
        StoredSession before = change.before();
        if (before == null || before.state() == null || change.foldedAgain()) {
            return SightedName.of(change.state().sightings());
        }
        if (before.state().sightings() == change.state().sightings()) {
            return Set.of();
        }
        Set<SightedName> names = SightedName.of(change.state().sightings());
        names.removeAll(SightedName.of(before.state().sightings()));
        return names;
    }

    /** Which of these, all folded again, are not stored as they were folded now. */
    Set<UUID> differing(Connection connection) throws SQLException {
        Set<UUID> differing = new HashSet<>();
        if (changes.isEmpty()) {
            return differing;
        }
        BinaryCopy whole = new BinaryCopy();
        changes.forEach(change -> row(whole, change));
        differing.addAll(STAGING.select(connection, whole, STAGE, DIFFERING));
        differing.addAll(tallies.differing(connection, changes));
        Map<UUID, Set<SightedName>> seen = sightings(connection);
        for (SessionChange change : changes) {
            if (!SightedName.of(change.state().sightings()).equals(seen.getOrDefault(change.id(), Set.of()))) {
                differing.add(change.id());
            }
        }
        return differing;
    }

    private Map<UUID, Set<SightedName>> sightings(Connection connection) throws SQLException {
        Map<UUID, Set<SightedName>> seen = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(SIGHTINGS)) {
            Capabilities.set(select, 1, "uuid", changes, SessionChange::id);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    seen.computeIfAbsent(row.getObject(1, UUID.class), id -> new HashSet<>())
                            .add(new SightedName(row.getString(2), row.getLong(3)));
                }
            }
        }
        return seen;
    }

    private void row(BinaryCopy copy, SessionChange change) {
        SessionRow row = change.row();
        SessionRules rules = change.place().rules();
        copy.row(COLUMNS.size())
                .uuid(change.id())
                .integer(change.place().org())
                .text(row.workflowSessionId())
                .text(row.workflowType())
                .integer(change.place().source())
                .uuid(change.runId())
                .integer(SessionFold.version(rules))
                .integer(rowVersion(rules))
                .bool(change.settled())
                .text(row.env())
                .text(row.serviceKey())
                .text(row.streamId())
                .text(row.requestId())
                .text(row.workflowId())
                .text(row.pipeline())
                .text(row.pipelineId());
        timing(copy, row);
        reliability(copy, row);
        attribution(copy, row);
        copy.text(row.streamState())
                .integer(row.segmentCount())
                .integer(row.parameterUpdateCount())
                .uuid(row.sourceFirstEventUid());
        Carried carried = Carried.of(change.state(), change.attribution());
        carried(copy, carried);
        SessionRows rows = change.shown();
        copy.text(SessionArrays.segments(rows, carried, json))
                .text(SessionArrays.parameterUpdates(rows, json))
                .text(SessionStateJson.write(change.state(), json));
    }

    private static void carried(BinaryCopy copy, Carried carried) {
        copy.integer(carried.snapshots())
                .integer(carried.samples().statuses())
                .integer(carried.samples().fpsCount())
                .integer(carried.samples().fpsPositive())
                .bigint(carried.samples().fpsMicros())
                .integer(carried.samples().jitterCount())
                .bigint(carried.samples().jitterMicros());
    }

    private static void timing(BinaryCopy copy, SessionRow row) {
        copy.timestamp(micros(row.sessionStartTs()))
                .timestamp(micros(row.firstStreamRequestTs()))
                .timestamp(micros(row.firstProcessedTs()))
                .timestamp(micros(row.firstPlayableTs()))
                .timestamp(micros(row.promptTs()))
                .timestamp(micros(row.closedTs()))
                .bigint(row.startupMs())
                .bigint(row.e2eProxyMs())
                .bigint(row.promptToPlayableMs())
                .bigint(row.gatewayRunnerLagMs())
                .integer(row.edgeInversions());
    }

    private static void reliability(BinaryCopy copy, SessionRow row) {
        copy.text(row.startupOutcome().label())
                .bool(row.knownStream())
                .bool(row.startupSuccess())
                .bool(row.startupExcused())
                .bool(row.startupUnexcused())
                .integer(row.swapCount())
                .integer(row.inferredSwapCount())
                .integer(row.orchestratorCount())
                .bool(row.sessionHasSwap())
                .integer(row.errorCount())
                .integer(row.excusableErrorCount())
                .integer(row.errorsAfterClose())
                .text(row.lastError())
                .uuid(row.lastErrorEventUid());
    }

    private static void attribution(BinaryCopy copy, SessionRow row) {
        copy.text(row.orchestratorAddress())
                .text(row.observedOrchestratorAddress())
                .text(row.orchestratorUrl())
                .text(row.identityMatch().label())
                .text(row.gateway())
                .text(row.modelId())
                .text(row.gpuId())
                .text(row.gpuAttributionMethod().label())
                .real(row.gpuAttributionConfidence());
    }

    private static @Nullable Long micros(@Nullable Instant at) {
        return at == null ? null : Long.valueOf(ChronoUnit.MICROS.between(Instant.EPOCH, at));
    }
}
