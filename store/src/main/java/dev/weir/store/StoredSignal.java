package dev.weir.store;

import dev.weir.core.event.RunKey;
import dev.weir.core.signal.Diagnostics;
import dev.weir.core.signal.Eta;
import dev.weir.core.signal.LoggedText;
import dev.weir.core.signal.Outcome;
import dev.weir.core.signal.Phases;
import dev.weir.core.signal.Signal;
import dev.weir.core.signal.SignalFold;
import dev.weir.core.signal.SignalKind;
import dev.weir.core.signal.SignalPhase;
import dev.weir.store.ListedRuns.ListedRun;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code first_signal_snapshots}, stored or as it would be. Times are microseconds since 1970; what is JSON in the
 * row is its text here.
 *
 * @param env of the job, null if only its teller knows the job
 * @param since null if its teller did not say
 */
public record StoredSignal(
        UUID jobId,
        UUID tenantId,
        @Nullable UUID runId,
        @Nullable String env,
        @Nullable String serviceKey,
        SignalKind kind,
        SignalPhase phase,
        String summary,
        @Nullable Long since,
        @Nullable Long until,
        @Nullable Integer etaSeconds,
        @Nullable String lastKnownOutcome,
        @Nullable String nextActions,
        String diagnostics,
        long updatedAt) {

    /** What an older fold left counts as missing: it is made again, by whoever asks or by the next event. */
    private static final String LOAD = """
            SELECT s.job_id, s.tenant_id, s.run_id, p.env, p.service_key, s.kind, s.phase, s.summary, micros(s.since),
                   micros(s.until), s.eta_seconds, s.last_known_outcome::text, s.next_actions::text, s.diagnostics::text,
                   micros(s.updated_at)
            FROM scheduler.first_signal_snapshots s LEFT JOIN sources p ON p.source = s.source
            WHERE s.job_id = ANY(?) AND coalesce(s.fold_version, %1$d) = %1$d
            """.formatted(SignalFold.VERSION);

    private static final String BEGAN =
            "SELECT source, workflow_name, micros(coalesce(started_at, created_at)) FROM runs WHERE id = ? AND newest";

    private static final String LAST_EVENT = "SELECT micros(last_event_at) FROM runs WHERE id = ? AND newest";

    public static Map<UUID, StoredSignal> load(Connection connection, Collection<UUID> jobs) throws SQLException {
        Map<UUID, StoredSignal> signals = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(LOAD)) {
            select.setArray(1, connection.createArrayOf("uuid", jobs.toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    StoredSignal signal = read(row);
                    signals.put(signal.jobId(), signal);
                }
            }
        }
        return signals;
    }

    private static StoredSignal read(ResultSet row) throws SQLException {
        return new StoredSignal(
                row.getObject(1, UUID.class),
                row.getObject(2, UUID.class),
                row.getObject(3, UUID.class),
                row.getString(4),
                row.getString(5),
                SignalKind.of(row.getString(6)),
                SignalPhase.of(row.getString(7)),
                row.getString(8),
                row.getObject(9, Long.class),
                row.getObject(10, Long.class),
                row.getObject(11, Integer.class),
                row.getString(12),
                row.getString(13),
                row.getString(14),
                row.getLong(15));
    }

    /** From the run itself, as the projector would store it. */
    public static StoredSignal of(Connection connection, int org, ListedRun run, Phases phases) throws SQLException {
        RunKey key = new RunKey(run.org(), run.env(), run.serviceKey(), run.workflowId());
        Map<UUID, LoggedText> texts = EventLog.loggedTexts(connection, org, SignalFold.textEvents(run.state()));
        RunDurations.Name name = new RunDurations.Name(run.source(), run.state().workflowName());
        Outcome previous = previous(connection, key, run, name);
        Map<Integer, Long> durations =
                RunDurations.of(connection, List.of(name)).getOrDefault(name, Map.of());
        Signal signal = SignalOutlook.withEta(
                SignalFold.of(
                        key,
                        run.state(),
                        run.isSession(),
                        previous,
                        phases,
                        event -> texts.getOrDefault(event, LoggedText.NONE)),
                run.state(),
                run.isSession(),
                Eta.of(durations));
        JsonText json = new JsonText();
        return new StoredSignal(
                run.id(),
                run.org(),
                RunKey.runId(run.id(), run.state().seq()),
                run.env(),
                run.serviceKey(),
                signal.kind(),
                signal.phase(),
                signal.summary(),
                signal.since(),
                signal.until(),
                signal.etaSeconds(),
                previous == null ? null : text(SignalJson.outcome(json, previous)),
                text(SignalJson.actions(json, signal.nextActions())),
                text(SignalJson.diagnostics(json, signal.diagnostics())),
                run.updatedAt());
    }

    private static @Nullable Outcome previous(Connection connection, RunKey key, ListedRun run, RunDurations.Name name)
            throws SQLException {
        if (run.state().seq() == 1) {
            return EarlierEnds.before(
                    connection,
                    new EarlierEnds.Asking(run.id(), name, run.state().createdAt()));
        }
        return RunStore.loadAll(connection, run.id()).stream()
                .filter(earlier -> earlier.seq() == run.state().seq() - 1)
                .map(earlier -> Outcome.of(key, earlier))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static String text(JsonText json) {
        return new String(json.buffer(), 0, json.size(), StandardCharsets.UTF_8);
    }

    /** As it is told at a moment: silence makes it unavailable, and what is left gets less. */
    public StoredSignal asReadAt(Connection connection, long now, long idleMs) throws SQLException {
        if (since == null || kind.isOutcome()) {
            return this;
        }
        Signal stored = new Signal(kind, phase, summary, since, until, etaSeconds, null, List.of(), Diagnostics.NONE);
        Signal shown = stored.asReadAt(now, since, idleMs);
        if (shown.kind() == SignalKind.UNAVAILABLE) { // events that change no signal are not in it
            shown = stored.asReadAt(now, Math.max(since, lastEvent(connection)), idleMs);
        }
        return new StoredSignal(
                jobId,
                tenantId,
                runId,
                env,
                serviceKey,
                shown.kind(),
                shown.phase(),
                shown.summary(),
                shown.since(),
                until,
                Objects.equals(shown.etaSeconds(), 0) ? etaOfLongRun(connection, now) : shown.etaSeconds(),
                lastKnownOutcome,
                nextActions,
                diagnostics,
                updatedAt);
    }

    /** What was foretold is over and the run is not: what counts are the runs that took as long as it has by now. */
    private @Nullable Integer etaOfLongRun(Connection connection, long now) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(BEGAN)) {
            select.setObject(1, jobId);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return null;
                }
                RunDurations.Name name = new RunDurations.Name(row.getInt(1), row.getString(2));
                Map<Integer, Long> durations =
                        RunDurations.of(connection, List.of(name)).getOrDefault(name, Map.of());
                return Eta.of(durations).seconds((now - row.getLong(3)) / 1000);
            }
        }
    }

    private long lastEvent(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(LAST_EVENT)) {
            select.setObject(1, jobId);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getLong(1) : Long.MIN_VALUE;
            }
        }
    }
}
