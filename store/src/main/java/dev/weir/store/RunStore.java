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
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of the run fold, as they are stored: what a fold goes on from. {@link RunSave} writes them. */
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

    private RunStore() {}

    /**
     * A run as it is stored.
     *
     * @param stamp which save made it
     * @param durationMs what the roll-up of durations has of it
     * @param state null if another version of the fold made it: then it has to be folded again
     * @param role whether there are stages to go on from, too
     */
    public record StoredRun(
            int seq,
            RunStatus status,
            long stamp,
            String workflowName,
            @Nullable Long durationMs,
            @Nullable RunState state,
            RunRole role) {

        public static StoredRun of(RunState state, long stamp, RunRole role) {
            return new StoredRun(
                    state.seq(), state.status(), stamp, state.workflowName(), RunRows.durationMs(state), state, role);
        }
    }

    /**
     * What has become of one key.
     *
     * @param previous the newest run as it was stored, null if there was none
     * @param runs those that changed, or all of them if the key was folded again
     * @param foldedAgain the rows of the key are replaced as a whole
     * @param role of the key's stages, as of now
     * @param stages what has become of them, null if nothing has
     */
    public record RunChange(
            RunKey key,
            UUID id,
            int org,
            int source,
            @Nullable StoredRun previous,
            List<RunState> runs,
            boolean foldedAgain,
            RunRole role,
            @Nullable StageChange stages) {

        /** Of a key that has no stages. */
        public RunChange(
                RunKey key,
                UUID id,
                int org,
                int source,
                @Nullable StoredRun previous,
                List<RunState> runs,
                boolean foldedAgain) {
            this(key, id, org, source, previous, runs, foldedAgain, RunRole.PLAIN, null);
        }

        public RunState newest() {
            return runs.get(runs.size() - 1);
        }

        boolean isSession() {
            return role == RunRole.SESSION;
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
                    runs.put(row.getObject("id", UUID.class), read(row));
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
                    runs.add(read(row));
                }
            }
        }
        return runs;
    }

    static StoredRun read(ResultSet row) throws SQLException {
        int seq = row.getInt("run_seq");
        return new StoredRun(
                seq,
                RunStatus.of(row.getString("status")),
                row.getLong("stamp"),
                row.getString("workflow_name"),
                row.getObject("duration_ms", Long.class),
                row.getInt("fold_version") == RunFold.VERSION ? RunStateReader.read(row) : null,
                RunRole.of(row.getInt("stage_role")));
    }

    static List<OverflowChunk> overflow(Connection connection, UUID id, int runSeq) throws SQLException {
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
}
