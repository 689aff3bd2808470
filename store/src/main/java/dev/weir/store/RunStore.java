package dev.weir.store;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunFold;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.run.RunStatus;
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
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of the run fold: loads what a fold goes on from, saves what it made. */
public final class RunStore {
    private static final String LOAD_NEWEST = "SELECT " + RunStateReader.COLUMNS + """
            FROM unnest(?::uuid[]) AS wanted(id)
            JOIN LATERAL (SELECT * FROM runs WHERE runs.id = wanted.id ORDER BY run_seq DESC LIMIT 1) AS r ON true
            """;
    private static final String LOCK = "SELECT FROM runs WHERE id = ANY(?) ORDER BY id, run_seq FOR UPDATE";
    private static final String LOAD_ALL =
            "SELECT " + RunStateReader.COLUMNS + " FROM runs r WHERE r.id = ? ORDER BY r.run_seq";
    private static final String OVERFLOW = """
            SELECT id, run_seq, list, chunk, items::text FROM run_overflow WHERE id = ANY(?) ORDER BY id, run_seq, list, chunk
            """;

    /** Once per connection: where changed rows wait for the one statement that takes them over. */
    public static final String STAGING = """
            CREATE TEMP TABLE IF NOT EXISTS staged_runs (LIKE runs, previous_stamp bigint) ON COMMIT DELETE ROWS;
            SET enable_hashjoin = off; SET enable_mergejoin = off
            """;

    private static final String COLUMNS = """
            stamp, created_at, updated_at, last_event_at, started_at, completed_at, failed_at, cancelled_at, resume_at,
            duration_ms, reported_duration_ms, org, source, run_seq, total_steps_executed, error_attempt, status, pause_reason,
            fold_version, newest, overflowed, id, last_event_id, env, service_key, workflow_id, workflow_name, execution_id,
            current_step, error_message, error_step_name, completed_steps, inferred, state
            """;
    private static final int COLUMN_COUNT = 34;
    private static final String STAGE = "COPY staged_runs (" + COLUMNS + ", previous_stamp) FROM STDIN (FORMAT binary)";
    private static final String INSERT = "COPY runs (" + COLUMNS + ") FROM STDIN (FORMAT binary)";

    /** Joined by nested loops in the order in which rows were staged, which is that of keys: servers cannot deadlock. */
    private static final String UPDATE = """
            UPDATE runs r SET
              stamp = s.stamp, created_at = s.created_at, updated_at = s.updated_at, last_event_at = s.last_event_at,
              started_at = s.started_at, completed_at = s.completed_at, failed_at = s.failed_at,
              cancelled_at = s.cancelled_at, resume_at = s.resume_at, duration_ms = s.duration_ms,
              reported_duration_ms = s.reported_duration_ms, total_steps_executed = s.total_steps_executed,
              error_attempt = s.error_attempt, status = s.status, pause_reason = s.pause_reason,
              fold_version = s.fold_version, newest = s.newest, overflowed = s.overflowed, last_event_id = s.last_event_id,
              workflow_name = s.workflow_name, execution_id = s.execution_id, current_step = s.current_step,
              error_message = s.error_message, error_step_name = s.error_step_name, completed_steps = s.completed_steps,
              inferred = s.inferred, state = s.state
            FROM staged_runs s
            WHERE r.id = s.id AND r.run_seq = s.run_seq AND r.stamp = s.previous_stamp
            """;

    private static final String STAMPS =
            "SELECT id, stamp FROM runs WHERE id = ANY(?) AND newest ORDER BY id FOR UPDATE";
    private static final String DELETE = """
            WITH gone AS (DELETE FROM run_overflow WHERE id = ANY(?)) DELETE FROM runs WHERE id = ANY(?)
            """;
    /** All columns count but those that tell when and by whom a row was saved. */
    private static final String DIFFERING = """
            SELECT DISTINCT id FROM (SELECT * FROM runs WHERE id = ANY(?)) AS r FULL JOIN staged_runs s USING (id, run_seq)
            WHERE r.stamp IS NULL OR s.stamp IS NULL
               OR to_jsonb(r) - 'stamp' - 'updated_at' IS DISTINCT FROM to_jsonb(s) - 'stamp' - 'updated_at' - 'previous_stamp'
            """;

    private static final String SAVE_OVERFLOW = """
            INSERT INTO run_overflow (id, run_seq, list, chunk, items) VALUES (?, ?, ?, ?, ?::json)
            ON CONFLICT (id, run_seq, list, chunk) DO UPDATE SET items = excluded.items
            """;
    private static final String TRIM_OVERFLOW =
            "DELETE FROM run_overflow WHERE id = ? AND run_seq = ? AND list = ? AND chunk > ?";

    private RunStore() {}

    /**
     * A run as it is stored.
     *
     * @param stamp which save made it
     * @param state null if another version of the fold made it: then it has to be folded again
     */
    public record StoredRun(
            int seq, RunStatus status, long stamp, @Nullable RunState state) {

        public static StoredRun of(RunState state, long stamp) {
            return new StoredRun(state.seq(), state.status(), stamp, state);
        }
    }

    /**
     * What has become of one key.
     *
     * @param previous the newest run as it was stored, null if there was none
     * @param runs those that changed, or all of them if the key was folded again
     * @param foldedAgain the rows of the key are replaced as a whole
     */
    public record RunChange(
            RunKey key,
            UUID id,
            int org,
            int source,
            @Nullable StoredRun previous,
            List<RunState> runs,
            boolean foldedAgain) {

        public RunState newest() {
            return runs.get(runs.size() - 1);
        }
    }

    /** Readies a connection for {@link #save}. */
    public static void prepare(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(STAGING);
        }
    }

    /** The newest run of each of these keys that has one. */
    public static Map<UUID, StoredRun> loadNewest(Connection connection, Collection<UUID> keys) throws SQLException {
        Map<UUID, StoredRun> runs = new HashMap<>();
        if (keys.isEmpty()) {
            return runs;
        }
        try (PreparedStatement select = connection.prepareStatement(LOAD_NEWEST)) {
            select.setArray(1, connection.createArrayOf("uuid", keys.toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    runs.put(row.getObject("id", UUID.class), read(connection, row));
                }
            }
        }
        return runs;
    }

    /** All runs of a key, oldest first: as they are stored, or folded now if an older fold stored them. */
    public static List<RunState> loadAll(Connection connection, UUID key) throws SQLException {
        List<RunState> runs = new ArrayList<>();
        for (StoredRun run : loadStored(connection, key)) {
            if (run.state() == null) {
                RunChange change = Refold.fold(connection, key);
                return change == null ? List.of() : change.runs();
            }
            runs.add(run.state());
        }
        return runs;
    }

    private static List<StoredRun> loadStored(Connection connection, UUID key) throws SQLException {
        List<StoredRun> runs = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(LOAD_ALL)) {
            select.setObject(1, key);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    runs.add(read(connection, row));
                }
            }
        }
        return runs;
    }

    private static StoredRun read(Connection connection, ResultSet row) throws SQLException {
        int seq = row.getInt("run_seq");
        RunStatus status = RunStatus.of(row.getString("status"));
        if (row.getInt("fold_version") != RunFold.VERSION) {
            return new StoredRun(seq, status, row.getLong("stamp"), null);
        }
        List<OverflowChunk> overflow =
                row.getBoolean("overflowed") ? overflow(connection, row.getObject("id", UUID.class), seq) : List.of();
        return new StoredRun(seq, status, row.getLong("stamp"), RunStateReader.read(row, overflow));
    }

    private static List<OverflowChunk> overflow(Connection connection, UUID id, int runSeq) throws SQLException {
        List<OverflowChunk> chunks = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(OVERFLOW)) {
            select.setArray(1, connection.createArrayOf("uuid", new UUID[] {id}));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    if (row.getInt(2) == runSeq) {
                        chunks.add(new OverflowChunk(id, runSeq, row.getString(3), row.getInt(4), row.getString(5)));
                    }
                }
            }
        }
        return chunks;
    }

    /** Holds other writers off these keys until the end of the transaction. */
    public static void lock(Connection connection, Collection<UUID> keys) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(LOCK)) {
            select.setArray(1, connection.createArrayOf("uuid", keys.toArray()));
            select.execute();
        }
    }

    /**
     * Replaces rows, but only as the caller has seen them.
     *
     * @param changes in the order of their keys
     * @throws StaleRunException if another writer was faster: roll back, load and fold again
     */
    public static void save(Connection connection, long stamp, long now, List<RunChange> changes) throws SQLException {
        BinaryCopy updates = new BinaryCopy();
        BinaryCopy inserts = new BinaryCopy();
        Map<UUID, @Nullable StoredRun> replaced = new HashMap<>();
        for (RunChange change : changes) {
            if (change.foldedAgain()) {
                replaced.put(change.id(), change.previous());
            }
            for (RunState run : change.runs()) {
                StoredRun previous = change.previous();
                if (!change.foldedAgain() && previous != null && previous.seq() == run.seq()) {
                    row(updates, COLUMN_COUNT + 1, change, run, stamp, now).bigint(previous.stamp());
                } else {
                    row(inserts, COLUMN_COUNT, change, run, stamp, now);
                }
            }
        }
        delete(connection, replaced);
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
    }

    /** Which of these keys, all folded again, are not stored as they were folded now. */
    static Set<UUID> differing(Connection connection, long stamp, long now, List<RunChange> changes)
            throws SQLException {
        Set<UUID> differing = new HashSet<>();
        BinaryCopy rows = new BinaryCopy();
        for (RunChange change : changes) {
            for (RunState run : change.runs()) {
                row(rows, COLUMN_COUNT + 1, change, run, stamp, now).nothing();
            }
            if (!isOverflowStored(connection, change)) {
                differing.add(change.id());
            }
        }
        try (Statement clear = connection.createStatement();
                PreparedStatement select = connection.prepareStatement(DIFFERING)) {
            rows.send(connection, STAGE);
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
                stored.addAll(overflow(connection, change.id(), run.seq()));
                folded.addAll(RunOverflow.changed(change.id(), run, null));
            }
        }
        return Set.copyOf(stored).equals(Set.copyOf(folded));
    }

    private static void delete(Connection connection, Map<UUID, @Nullable StoredRun> seen) throws SQLException {
        if (seen.isEmpty()) {
            return;
        }
        Object[] keys = seen.keySet().toArray();
        Map<UUID, Long> stamps = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(STAMPS);
                PreparedStatement delete = connection.prepareStatement(DELETE)) {
            select.setArray(1, connection.createArrayOf("uuid", keys));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    stamps.put(row.getObject(1, UUID.class), row.getLong(2));
                }
            }
            for (Map.Entry<UUID, @Nullable StoredRun> entry : seen.entrySet()) {
                Long expected = entry.getValue() == null
                        ? null
                        : Long.valueOf(entry.getValue().stamp());
                if (!Objects.equals(expected, stamps.get(entry.getKey()))) {
                    throw new StaleRunException(1);
                }
            }
            delete.setArray(1, connection.createArrayOf("uuid", keys));
            delete.setArray(2, connection.createArrayOf("uuid", keys));
            delete.execute();
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

    private static BinaryCopy row(BinaryCopy copy, int columns, RunChange change, RunState run, long stamp, long now) {
        RunStatus status = run.status();
        return copy.row(columns)
                .bigint(stamp)
                .timestamp(run.createdAt())
                .timestamp(now)
                .timestamp(run.last().at())
                .timestamp(run.startedAt() != null ? run.startedAt() : run.firstActivityAt())
                .timestamp(status == RunStatus.COMPLETED ? run.endedAt() : null)
                .timestamp(status == RunStatus.FAILED ? run.endedAt() : null)
                .timestamp(status == RunStatus.CANCELLED ? run.endedAt() : null)
                .timestamp(run.resumeAt())
                .bigint(RunRows.durationMs(run))
                .bigint(run.reportedMs())
                .integer(change.org())
                .integer(change.source())
                .integer(run.seq())
                .integer(run.attempts().size())
                .integer(RunRows.errorAttempt(run))
                .text(status.label())
                .text(run.pauseReason() == null ? null : run.pauseReason().label())
                .smallint(RunFold.VERSION)
                .bool(run.seq() == change.newest().seq())
                .bool(RunOverflow.has(run))
                .uuid(change.id())
                .uuid(run.last().id())
                .text(change.key().env())
                .text(change.key().serviceKey())
                .text(change.key().workflowId())
                .text(run.workflowName())
                .text(run.executionId())
                .text(RunRows.currentStep(run))
                .text(run.errorMessage())
                .text(run.errorStep())
                .texts(RunRows.completedSteps(run))
                .texts(RunRows.inferred(run))
                .text(RunStateJson.head(run));
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
