package dev.weir.store;

import dev.weir.core.event.Ids;
import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunState;
import dev.weir.core.signal.LoggedText;
import dev.weir.core.signal.Outcome;
import dev.weir.core.signal.Signal;
import dev.weir.core.signal.SignalFold;
import dev.weir.store.RunStore.RunChange;
import dev.weir.store.RunStore.StoredRun;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The first signals of runs that change, written in the same transaction. Most events leave a signal as it is, and then
 * nothing is written.
 */
final class SignalSave {
    /** Part of what readies a connection: see {@link RunSave#STAGING}. */
    static final String STAGING = """
            CREATE TEMP TABLE IF NOT EXISTS staged_signals ON COMMIT DELETE ROWS
              AS SELECT * FROM scheduler.first_signal_snapshots WITH NO DATA
            """;

    private static final String COLUMNS = """
            job_id, tenant_id, run_id, created_at, updated_at, since, until, eta_seconds, source, fold_version, kind,
            phase, summary, last_known_outcome, next_actions, diagnostics
            """;
    private static final int COLUMN_COUNT = 16;
    private static final String STAGE = "COPY staged_signals (" + COLUMNS + ") FROM STDIN (FORMAT binary)";

    /**
     * How the run before ended is looked up when a run begins, and again when it is folded again; the rest is as of now. Where a run leads to does not change while it
     * goes on, so that it is not staged then, but it counts only if the fold has written it.
     */
    private static final String UPSERT =
            "INSERT INTO scheduler.first_signal_snapshots AS s (" + COLUMNS + ") SELECT " + COLUMNS + """
            FROM staged_signals
            ON CONFLICT (job_id) DO UPDATE SET
              tenant_id = excluded.tenant_id, run_id = excluded.run_id, created_at = excluded.created_at,
              updated_at = excluded.updated_at, since = excluded.since, until = excluded.until,
              eta_seconds = excluded.eta_seconds, source = excluded.source, fold_version = excluded.fold_version,
              kind = excluded.kind, phase = excluded.phase, summary = excluded.summary,
              last_known_outcome = CASE WHEN s.run_id = excluded.run_id AND excluded.last_known_outcome IS NULL
                                        THEN s.last_known_outcome ELSE excluded.last_known_outcome END,
              next_actions = CASE WHEN excluded.next_actions IS NULL AND s.run_id = excluded.run_id
                                       AND s.fold_version = excluded.fold_version
                                  THEN s.next_actions ELSE excluded.next_actions END,
              diagnostics = excluded.diagnostics
            """;

    /** Tells once per commit, no longer than a notification may be, and returns what is not whole now. */
    private static final String UPSERT_AND_TELL = "WITH saved AS (" + UPSERT + """
            RETURNING job_id, next_actions IS NULL AS is_part)
            SELECT pg_notify('ttfs_signal_update', json_build_object('count', count(*),
                     'job_ids', (array_agg(job_id))[1:100])::text),
                   array_agg(job_id) FILTER (WHERE is_part)
            FROM saved
            """;

    /** Those of ended runs are removed after a while; all others are there. */
    private static final String DIFFERING = """
            SELECT t.job_id FROM staged_signals t LEFT JOIN scheduler.first_signal_snapshots s ON s.job_id = t.job_id
            WHERE CASE WHEN s.job_id IS NULL THEN t.kind NOT IN ('failed', 'succeeded', 'canceled')
                  ELSE (s.tenant_id, s.run_id, s.created_at, s.since, s.until, s.source, s.fold_version, s.kind, s.phase,
                        s.summary, s.next_actions, s.diagnostics)
                    IS DISTINCT FROM
                       (t.tenant_id, t.run_id, t.created_at, t.since, t.until, t.source, t.fold_version, t.kind, t.phase,
                        t.summary, t.next_actions, t.diagnostics) END
            """;

    private static final String DELETE = "DELETE FROM scheduler.first_signal_snapshots WHERE job_id = ANY(?)";

    private final SignalOutlook outlook;
    private final long now;
    private final JsonText json = new JsonText();

    /** @param now in microseconds since 1970 */
    SignalSave(SignalOutlook outlook, long now) {
        this.outlook = outlook;
        this.now = now;
    }

    /** @param gone runs that are no more */
    void write(Connection connection, Collection<RunChange> changes, Collection<UUID> gone) throws SQLException {
        List<RunChange> due = new ArrayList<>();
        for (RunChange change : changes) {
            if (isDue(change)) {
                due.add(change);
            }
        }
        if (!gone.isEmpty()) {
            try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
                delete.setArray(1, connection.createArrayOf("uuid", gone.toArray()));
                delete.executeUpdate();
            }
        }
        if (due.isEmpty()) {
            return;
        }
        due.sort((a, b) -> Ids.compareUnsigned(a.id(), b.id())); // so that servers cannot deadlock
        stage(connection, due, true, outlook.look(connection, due, false));
        Set<UUID> parts = upsertAndTell(connection);
        if (!parts.isEmpty()) {
            due.removeIf(change -> !parts.contains(change.id()));
            upsertWhole(connection, due);
        }
    }

    private static Set<UUID> upsertAndTell(Connection connection) throws SQLException {
        try (PreparedStatement upsert = connection.prepareStatement(UPSERT_AND_TELL);
                ResultSet row = upsert.executeQuery()) {
            row.next();
            Array parts = row.getArray(2);
            return parts == null ? Set.of() : Set.of((UUID[]) parts.getArray());
        }
    }

    /** Of runs that go on, but whose signal somebody deleted or replaced. */
    private void upsertWhole(Connection connection, Collection<RunChange> changes) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM staged_signals");
            stage(connection, changes, false, outlook.look(connection, changes, true));
            statement.execute(UPSERT);
        }
    }

    /** Which of these, all folded again, have another signal than is stored. */
    Set<UUID> differing(Connection connection, Collection<RunChange> changes) throws SQLException {
        Set<UUID> differing = new HashSet<>();
        stage(connection, changes, false, SignalOutlook.Earlier.UNKNOWN);
        try (Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery(DIFFERING)) {
                while (row.next()) {
                    differing.add(row.getObject(1, UUID.class));
                }
            }
            statement.execute("DELETE FROM staged_signals");
        }
        return differing;
    }

    private boolean isDue(RunChange change) {
        StoredRun before = change.previous();
        RunState state = before == null ? null : before.state();
        RunState newest = change.newest();
        if (change.foldedAgain() || state == null || state.seq() != newest.seq() || newest.isEnded()) {
            return true;
        }
        return state.isEnded() || !SignalFold.tellTheSame(state, newest, change.isSession(), outlook.phases());
    }

    /** @param onlyChanges without what the stored signal has already, if it is as the fold has written it */
    private void stage(
            Connection connection, Collection<RunChange> changes, boolean onlyChanges, SignalOutlook.Earlier earlier)
            throws SQLException {
        Map<UUID, LoggedText> texts = texts(connection, changes);
        BinaryCopy rows = new BinaryCopy();
        for (RunChange change : changes) {
            boolean leadsAsBefore = onlyChanges && leadsAsBefore(change);
            Outcome previous = earlier.of(change);
            Signal signal = leadsAsBefore
                    ? SignalFold.withoutActions(change.newest(), change.isSession(), previous, outlook.phases())
                    : SignalFold.of(
                            change.key(),
                            change.newest(),
                            change.isSession(),
                            previous,
                            outlook.phases(),
                            event -> texts.getOrDefault(event, LoggedText.NONE));
            add(rows, change, outlook.withEta(signal, change), leadsAsBefore);
        }
        rows.send(connection, STAGE);
    }

    private static boolean leadsAsBefore(RunChange change) {
        StoredRun before = change.previous();
        RunState state = before == null || change.foldedAgain() ? null : before.state();
        return state != null && SignalFold.leadToTheSame(state, change.newest());
    }

    private void add(BinaryCopy rows, RunChange change, Signal signal, boolean leadsAsBefore) {
        rows.row(COLUMN_COUNT)
                .uuid(change.id())
                .uuid(change.key().org())
                .uuid(RunKey.runId(change.id(), change.newest().seq()))
                .timestamp(change.newest().createdAt())
                .timestamp(now)
                .timestamp(signal.since())
                .timestamp(signal.until())
                .integer(signal.etaSeconds())
                .integer(change.source())
                .smallint(SignalFold.VERSION)
                .text(signal.kind().label())
                .text(signal.phase().label())
                .text(signal.summary());
        if (signal.lastKnownOutcome() == null) {
            rows.nothing();
        } else {
            rows.jsonb(SignalJson.outcome(json, signal.lastKnownOutcome()));
        }
        if (leadsAsBefore) {
            rows.nothing();
        } else {
            rows.jsonb(SignalJson.actions(json, signal.nextActions()));
        }
        rows.jsonb(SignalJson.diagnostics(json, signal.diagnostics()));
    }

    private static Map<UUID, LoggedText> texts(Connection connection, Collection<RunChange> changes)
            throws SQLException {
        Map<Integer, Set<UUID>> wanted = new HashMap<>();
        for (RunChange change : changes) {
            Set<UUID> events = SignalFold.textEvents(change.newest());
            if (!events.isEmpty()) {
                wanted.computeIfAbsent(change.org(), org -> new HashSet<>()).addAll(events);
            }
        }
        return EventLog.loggedTexts(connection, wanted);
    }
}
