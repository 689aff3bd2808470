package dev.weir.store;

import dev.weir.core.event.RunKey;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.RunFold;
import dev.weir.core.run.RunState;
import dev.weir.core.stage.StageEvent;
import dev.weir.core.stage.StageFold;
import dev.weir.core.stage.StageRun;
import dev.weir.core.stage.StageState;
import dev.weir.store.RunStore.RunChange;
import dev.weir.store.RunStore.StoredRun;
import dev.weir.wire.ToldSignal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Folds a key again from the log. */
public final class Refold {
    /** Any organisation may tell a signal of any job, so that such an event says nothing of whose key it has. */
    static final String NOT_TOLD = "type <> '" + ToldSignal.TYPE + "'";

    private static final String IDENTITY = """
            SELECT o.id, l.org, l.source, s.env, s.service_key, l.payload->>'workflowId'
            FROM event_log l JOIN sources s ON s.source = l.source JOIN organisations o ON o.org = l.org
            WHERE l.key = ? AND l.%s LIMIT 1
            """.formatted(NOT_TOLD);

    private static final String OF_SESSIONS = """
            SELECT wanted.key FROM unnest(?::uuid[]) AS wanted(key)
            WHERE (SELECT l.type FROM event_log l WHERE l.key = wanted.key AND l.%s LIMIT 1)
                  IN ('stream_trace', 'stream_ingest_metrics', 'ai_stream_events', 'ai_stream_status')
            """.formatted(NOT_TOLD);

    private Refold() {}

    /**
     * Folds whatever has this key in the log, a run or a session, into a save.
     *
     * @param ofSession it is among {@link #ofSessions}
     * @param now in microseconds since 1970
     * @param asStored see {@link SessionRefold#fold}
     * @return false if there is nothing that a fold knows
     */
    static boolean fold(Connection connection, UUID key, boolean ofSession, long now, boolean asStored, RunSave save)
            throws SQLException {
        SessionChange session = ofSession ? SessionRefold.fold(connection, key, now, asStored) : null;
        if (session != null) {
            save.add(session);
            return true;
        }
        RunChange run = fold(connection, key);
        if (run == null || run.role() == RunRole.SESSION) { // which is saved with its session
            return false;
        }
        save.add(run);
        return true;
    }

    public static boolean fold(Connection connection, UUID key, long now, RunSave save) throws SQLException {
        return fold(connection, key, !ofSessions(connection, List.of(key)).isEmpty(), now, false, save);
    }

    /** Which of these keys may be of sessions. */
    public static Set<UUID> ofSessions(Connection connection, Collection<UUID> keys) throws SQLException {
        Set<UUID> sessions = new HashSet<>();
        try (PreparedStatement select = connection.prepareStatement(OF_SESSIONS)) {
            select.setArray(1, connection.createArrayOf("uuid", keys.toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    sessions.add(row.getObject(1, UUID.class));
                }
            }
        }
        return sessions;
    }

    /**
     * Reads the whole history of a key and folds it. The stored run is read before the history, so whoever saves another
     * one in between, or until this one is saved, is noticed by its stamp.
     *
     * @return null if the log has no event of the key that a fold knows
     */
    public static @Nullable RunChange fold(Connection connection, UUID key) throws SQLException {
        StoredRun previous = RunStore.loadNewest(connection, List.of(key)).get(key);
        try (PreparedStatement identity = connection.prepareStatement(IDENTITY)) {
            identity.setObject(1, key);
            try (ResultSet row = identity.executeQuery()) {
                return row.next() ? fold(connection, key, previous, row) : ofSession(connection, key);
            }
        }
    }

    /** For those who ask by the id of a run, which is not the key of a session's events. */
    private static @Nullable RunChange ofSession(Connection connection, UUID run) throws SQLException {
        UUID session = SessionStore.ofRun(connection, run);
        SessionChange change = session == null ? null : SessionRefold.fold(connection, session, 0, false);
        return change == null ? null : change.run();
    }

    private static @Nullable RunChange fold(
            Connection connection, UUID key, @Nullable StoredRun previous, ResultSet row) throws SQLException {
        RunKey name = new RunKey(row.getObject(1, UUID.class), row.getString(4), row.getString(5), row.getString(6));
        int org = row.getInt(2);
        int source = row.getInt(3);
        List<WorkflowEvent> history = new ArrayList<>();
        List<StageEvent> stageHistory = new ArrayList<>();
        boolean hadStages = previous != null && previous.role().hasStages();
        StageSheet before =
                hadStages ? StageStore.load(connection, List.of(key)).get(key) : null;
        EventLog.history(connection, org, key, history::add, stageHistory::add);
        StageState stages = StageFold.fold(stageHistory);
        if (!hadStages && stages != null) { // rows without a run to speak for them: somebody took it away
            before = StageStore.load(connection, List.of(key)).get(key);
        }
        if (history.isEmpty() && stages == null) {
            return null;
        }
        RunRole role = stages == null ? RunRole.PLAIN : history.isEmpty() ? RunRole.OF_STAGES : RunRole.BESIDE_STAGES;
        List<RunState> runs = runs(name, history, stages);
        boolean ended = runs.get(runs.size() - 1).isEnded();
        StageSheet after = stages == null ? null : StageSheet.of(name, source, stages, ended);
        StageChange change = before == null && after == null ? null : new StageChange(key, before, after);
        return new RunChange(name, key, org, source, previous, runs, true, role, change);
    }

    private static List<RunState> runs(RunKey name, List<WorkflowEvent> history, @Nullable StageState stages) {
        return history.isEmpty() && stages != null ? List.of(StageRun.of(name, stages)) : RunFold.fold(history);
    }
}
