package dev.weir.store;

import dev.weir.core.run.RunFold;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.run.RunStatus;
import dev.weir.store.RunStore.RunChange;
import dev.weir.store.RunStore.StoredRun;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction writes of the run fold. Changes are collected first, in the order of their keys, and readied for the
 * database on the way, which may be busy with something else meanwhile; then they are written together, and their
 * difference is added to the roll-ups.
 */
public final class RunSave {
    /** Once per connection: where changed rows wait for the one statement that takes them over. */
    public static final String STAGING = """
            CREATE TEMP TABLE IF NOT EXISTS staged_runs WITH (toast_tuple_target = 8160) ON COMMIT DELETE ROWS
              AS SELECT *, stamp AS previous_stamp FROM runs WITH NO DATA;
            SET enable_hashjoin = off; SET enable_mergejoin = off;
            """ + SignalSave.STAGING;

    /** What never changes, unless a key is folded again. */
    private static final String FIXED = "run_seq, id, created_at, org, source, env, service_key, workflow_id";

    private static final int FIXED_COUNT = 8;
    private static final int KEY_COUNT = 2; // of them, the row's own key

    private static final String CHANGING = """
            stamp, updated_at, last_event_at, started_at, completed_at, failed_at, cancelled_at, resume_at,
            duration_ms, reported_duration_ms, total_steps_executed, error_attempt, status, pause_reason, fold_version,
            stage_role, newest, overflowed, last_event_id, workflow_name, execution_id, current_step, error_message, error_step_name,
            completed_steps, inferred, state
            """;
    private static final int CHANGING_COUNT = 27;

    private static final String STAGE =
            "COPY staged_runs (previous_stamp, run_seq, id, " + CHANGING + ") FROM STDIN (FORMAT binary)";
    private static final String STAGE_WHOLE =
            "COPY staged_runs (" + FIXED + ", " + CHANGING + ") FROM STDIN (FORMAT binary)";
    private static final String INSERT = "COPY runs (" + FIXED + ", " + CHANGING + ") FROM STDIN (FORMAT binary)";

    /** Joined by nested loops in the order in which rows were staged, which is that of keys: servers cannot deadlock. */
    private static final String UPDATE = """
            UPDATE runs r SET
              stamp = s.stamp, updated_at = s.updated_at, last_event_at = s.last_event_at,
              started_at = s.started_at, completed_at = s.completed_at, failed_at = s.failed_at,
              cancelled_at = s.cancelled_at, resume_at = s.resume_at, duration_ms = s.duration_ms,
              reported_duration_ms = s.reported_duration_ms, total_steps_executed = s.total_steps_executed,
              error_attempt = s.error_attempt, status = s.status, pause_reason = s.pause_reason,
              fold_version = s.fold_version, stage_role = s.stage_role, newest = s.newest, overflowed = s.overflowed, last_event_id = s.last_event_id,
              workflow_name = s.workflow_name, execution_id = s.execution_id, current_step = s.current_step,
              error_message = s.error_message, error_step_name = s.error_step_name, completed_steps = s.completed_steps,
              inferred = s.inferred, state = s.state
            FROM staged_runs s
            WHERE r.id = s.id AND r.run_seq = s.run_seq AND r.stamp = s.previous_stamp
            """;

    private static final String STAMPS =
            "SELECT id, stamp FROM runs WHERE id = ANY(?) AND newest ORDER BY id FOR UPDATE";
    private static final String DELETE =
            """
            WITH gone AS (DELETE FROM run_overflow WHERE id = ANY(?)) DELETE FROM runs WHERE id = ANY(?) RETURNING
            """ + RunFigures.COLUMNS + ", CASE WHEN runs.ended_at IS NOT NULL THEN " + StepFigures.COLUMN
                    + " END AS steps";
    /** All columns count but those that tell when and by whom a row was saved, and those that follow from others. */
    private static final String DIFFERING = """
            SELECT DISTINCT id FROM (SELECT * FROM runs WHERE id = ANY(?)) AS r FULL JOIN staged_runs s USING (id, run_seq)
            WHERE r.stamp IS NULL OR s.stamp IS NULL
               OR to_jsonb(r) - '{stamp,updated_at,name_hash,ended_at,trailing_event_at}'::text[] IS DISTINCT FROM
                  to_jsonb(s) - '{stamp,updated_at,name_hash,ended_at,trailing_event_at,previous_stamp}'::text[]
            """;

    /**
     * Under a new stamp: whoever remembers the session as a run may write it without looking at the run. Sessions that are
     * saved with the workflow know already that they are no run.
     */
    private static final String TAKE_FROM_SESSIONS = """
            WITH taken AS (
              UPDATE session_tallies t SET stamp = ? FROM sessions f
              WHERE f.run_id = ANY(?) AND f.id <> ALL(?) AND t.id = f.id RETURNING t.id)
            UPDATE sessions f SET run_id = NULL FROM taken WHERE f.id = taken.id
            """;

    private static final String SAVE_OVERFLOW = """
            INSERT INTO run_overflow (id, run_seq, list, chunk, items) VALUES (?, ?, ?, ?, ?::json)
            ON CONFLICT (id, run_seq, list, chunk) DO UPDATE SET items = excluded.items
            """;
    private static final String TRIM_OVERFLOW =
            "DELETE FROM run_overflow WHERE id = ? AND run_seq = ? AND list = ? AND chunk > ?";

    private final long stamp;
    private final long now;
    private final BinaryCopy updates = new BinaryCopy();
    private final BinaryCopy inserts = new BinaryCopy();
    private final JsonText json = new JsonText();
    private final Map<UUID, @Nullable StoredRun> replaced = new HashMap<>();
    private final List<RunChange> changes = new ArrayList<>();
    private final List<RunFigures> before = new ArrayList<>();
    private final List<RunFigures> after = new ArrayList<>();
    private final StageSave stages = new StageSave();
    private final List<SessionChange.Gone> gone = new ArrayList<>(0);
    private final SessionSave sessions;
    private final SignalSave signals;

    /**
     * @param stamp the number of this save, which the next one of the same rows must have seen
     * @param now in microseconds since 1970
     */
    public RunSave(long stamp, long now, SignalOutlook outlook) {
        this.stamp = stamp;
        this.now = now;
        sessions = new SessionSave(stamp);
        signals = new SignalSave(outlook, now);
    }

    /** Readies a connection for {@link #write}. */
    public static void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(STAGING);
        }
    }

    public void add(RunChange change) {
        changes.add(change);
        if (change.stages() != null) {
            stages.add(change.stages());
        }
        StoredRun previous = change.previous();
        if (change.foldedAgain()) {
            replaced.put(change.id(), previous);
        }
        for (RunState run : change.runs()) {
            after.add(RunFigures.of(
                    change.source(), run, run.seq() == change.newest().seq()));
            if (!change.foldedAgain() && previous != null && previous.seq() == run.seq()) {
                before.add(RunFigures.of(change.source(), Objects.requireNonNull(previous.state()), true));
                updates.row(1 + KEY_COUNT + CHANGING_COUNT)
                        .bigint(previous.stamp())
                        .integer(run.seq())
                        .uuid(change.id());
                changing(updates, change, run);
            } else {
                whole(inserts, change, run);
            }
        }
    }

    /** A session, and the run that it is. */
    public void add(SessionChange change) {
        sessions.add(change);
        if (change.run() != null) {
            add(change.run());
        }
        if (change.gone() != null) {
            gone.add(change.gone());
            replaced.put(change.gone().id(), change.gone().run());
        }
    }

    public List<SessionChange> sessions() {
        return Collections.unmodifiableList(sessions.changes());
    }

    /** The runs that this changes, those included that are no more. */
    public Set<UUID> runs() {
        Set<UUID> runs = new LinkedHashSet<>();
        changes.forEach(change -> runs.add(change.id()));
        gone.forEach(run -> runs.add(run.id()));
        return runs;
    }

    /** The sessions that this changes, and the runs that they are, changed or not. */
    public Set<UUID> heard() {
        Set<UUID> heard = new LinkedHashSet<>();
        for (SessionChange session : sessions.changes()) {
            heard.add(session.id());
            if (session.runId() != null) {
                heard.add(session.runId());
            }
        }
        return heard;
    }

    public List<RunChange> changes() {
        return Collections.unmodifiableList(changes);
    }

    /**
     * Replaces rows, but only as the caller has seen them.
     *
     * @param slot of this writer, in the roll-ups
     * @throws StaleRunException if another writer was faster: roll back, load and fold again
     */
    public void write(Connection connection, int slot) throws SQLException {
        delete(connection);
        if (updates.rows() > 0) {
            updates.send(connection, STAGE);
            update(connection, updates.rows());
        }
        if (inserts.rows() > 0) {
            inserts.send(connection, INSERT);
        }
        for (RunChange change : changes) {
            saveOverflow(connection, change);
        }
        signals.write(
                connection, changes, gone.stream().map(SessionChange.Gone::id).toList());
        takeFromSessions(connection);
        sessions.write(connection, slot);
        stages.write(connection, slot);
        // last: the other lane of this server waits for its roll-ups until this commit is over
        RunRollUps.add(connection, slot, before, after);
    }

    /** A workflow that has events of its own is no session, even if one of the same name was there first. */
    private void takeFromSessions(Connection connection) throws SQLException {
        List<UUID> taken = new ArrayList<>(0);
        for (RunChange change : changes) {
            StoredRun previous = change.previous();
            if (previous != null && previous.role() == RunRole.SESSION && change.role() != RunRole.SESSION) {
                taken.add(change.id());
            }
        }
        if (!taken.isEmpty()) {
            try (PreparedStatement take = connection.prepareStatement(TAKE_FROM_SESSIONS)) {
                take.setLong(1, stamp);
                take.setArray(2, connection.createArrayOf("uuid", taken.toArray()));
                take.setArray(
                        3,
                        connection.createArrayOf(
                                "uuid",
                                sessions.changes().stream()
                                        .map(SessionChange::id)
                                        .toArray()));
                take.executeUpdate();
            }
        }
    }

    /** Which of these keys, all folded again, are not stored as they were folded now: of runs, and of sessions. */
    Set<UUID> differing(Connection connection) throws SQLException {
        Set<UUID> differing = sessions.differing(connection);
        differing.addAll(signals.differing(connection, changes));
        for (RunChange change : changes) {
            boolean hasOtherStages = change.stages() != null && !change.stages().isNone();
            if (hasOtherStages || !isOverflowStored(connection, change)) {
                differing.add(change.id());
            }
        }
        try (Statement clear = connection.createStatement();
                PreparedStatement select = connection.prepareStatement(DIFFERING)) {
            inserts.send(connection, STAGE_WHOLE);
            select.setArray(
                    1,
                    connection.createArrayOf(
                            "uuid", changes.stream().map(RunChange::id).toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    differing.add(row.getObject(1, UUID.class));
                }
            }
            clear.execute("DELETE FROM staged_runs");
        }
        return differing;
    }

    private static boolean isOverflowStored(Connection connection, RunChange change) throws SQLException {
        List<OverflowChunk> stored = new ArrayList<>();
        List<OverflowChunk> folded = new ArrayList<>();
        for (RunState run : change.runs()) {
            if (RunOverflow.has(run)) { // the flag itself is among the columns that are compared
                stored.addAll(RunStore.overflow(connection, change.id(), run.seq()));
                folded.addAll(RunOverflow.changed(change.id(), run, null));
            }
        }
        return Set.copyOf(stored).equals(Set.copyOf(folded));
    }

    private void delete(Connection connection) throws SQLException {
        if (replaced.isEmpty()) {
            return;
        }
        Object[] keys = replaced.keySet().toArray();
        Map<UUID, Long> stamps = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(STAMPS);
                PreparedStatement delete = connection.prepareStatement(DELETE)) {
            select.setArray(1, connection.createArrayOf("uuid", keys));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    stamps.put(row.getObject(1, UUID.class), row.getLong(2));
                }
            }
            for (Map.Entry<UUID, @Nullable StoredRun> entry : replaced.entrySet()) {
                Long expected = entry.getValue() == null
                        ? null
                        : Long.valueOf(entry.getValue().stamp());
                if (!Objects.equals(expected, stamps.get(entry.getKey()))) {
                    throw new StaleRunException(1);
                }
            }
            delete.setArray(1, connection.createArrayOf("uuid", keys));
            delete.setArray(2, connection.createArrayOf("uuid", keys));
            try (ResultSet row = delete.executeQuery()) {
                while (row.next()) {
                    before.add(RunFigures.readWithSteps(row));
                }
            }
        }
    }

    private static void update(Connection connection, int expected) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(UPDATE)) {
            int updated = update.executeUpdate();
            if (updated != expected) {
                throw new StaleRunException(expected - updated);
            }
        }
    }

    private void whole(BinaryCopy copy, RunChange change, RunState run) {
        copy.row(FIXED_COUNT + CHANGING_COUNT)
                .integer(run.seq())
                .uuid(change.id())
                .timestamp(run.createdAt())
                .integer(change.org())
                .integer(change.source())
                .text(change.key().env())
                .text(change.key().serviceKey())
                .text(change.key().workflowId());
        changing(copy, change, run);
    }

    private void changing(BinaryCopy copy, RunChange change, RunState run) {
        RunStatus status = run.status();
        boolean isNewest = run.seq() == change.newest().seq();
        copy.bigint(stamp)
                .timestamp(now)
                .timestamp(run.last().at())
                .timestamp(run.startedAt() != null ? run.startedAt() : run.firstActivityAt())
                .timestamp(status == RunStatus.COMPLETED ? run.endedAt() : null)
                .timestamp(status == RunStatus.FAILED ? run.endedAt() : null)
                .timestamp(status == RunStatus.CANCELLED ? run.endedAt() : null)
                .timestamp(run.resumeAt())
                .bigint(RunRows.durationMs(run))
                .bigint(run.reportedMs())
                .integer(run.attempts().size())
                .integer(RunRows.errorAttempt(run))
                .text(status.label())
                .text(run.pauseReason() == null ? null : run.pauseReason().label())
                .smallint(RunFold.VERSION)
                .smallint(isNewest ? change.role().ordinal() : 0)
                .bool(isNewest)
                .bool(RunOverflow.has(run))
                .uuid(run.last().id())
                .text(run.workflowName())
                .text(run.executionId())
                .text(RunRows.currentStep(run))
                .text(run.errorMessage())
                .text(run.errorStep())
                .texts(RunRows.completedSteps(run))
                .texts(RunRows.inferred(run))
                .text(RunStateJson.head(run, json));
    }

    private static void saveOverflow(Connection connection, RunChange change) throws SQLException {
        for (RunState run : change.runs()) {
            RunState before = RunOverflow.before(change, run);
            if (!RunOverflow.has(run) && (before == null || !RunOverflow.has(before))) {
                continue;
            }
            try (PreparedStatement save = connection.prepareStatement(SAVE_OVERFLOW);
                    PreparedStatement trim = connection.prepareStatement(TRIM_OVERFLOW)) {
                for (OverflowChunk chunk : RunOverflow.changed(change.id(), run, before)) {
                    save.setObject(1, chunk.id());
                    save.setInt(2, chunk.runSeq());
                    save.setString(3, chunk.list());
                    save.setInt(4, chunk.chunk());
                    save.setString(5, chunk.items());
                    save.addBatch();
                }
                save.executeBatch();
                for (String list : RunOverflow.LISTS) {
                    trim.setObject(1, change.id());
                    trim.setInt(2, run.seq());
                    trim.setString(3, list);
                    trim.setInt(4, RunOverflow.lastChunk(run, list));
                    trim.addBatch();
                }
                trim.executeBatch();
            }
        }
    }
}
