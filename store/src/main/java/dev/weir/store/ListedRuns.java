package dev.weir.store;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunState;
import dev.weir.store.RunStore.RunChange;
import dev.weir.store.RunStore.StoredRun;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Runs as lists show them, and which keys have an open run. */
public final class ListedRuns {
    private static final String COLUMNS = "SELECT " + RunStateReader.COLUMNS + """
            , o.id AS org_id, r.source, r.env, r.service_key, r.workflow_id, micros(r.updated_at) AS updated_at
            """;
    private static final String LOAD = COLUMNS + """
            FROM unnest(?::uuid[]) AS wanted(id) JOIN runs r ON r.id = wanted.id AND r.newest
            JOIN organisations o ON o.org = r.org
            """;
    private static final String LOAD_EACH = COLUMNS + """
            FROM unnest(?::uuid[], ?::int[]) AS wanted(id, seq) JOIN runs r ON r.id = wanted.id AND r.run_seq = wanted.seq
            JOIN organisations o ON o.org = r.org
            """;
    private static final String EARLIER_OPEN = COLUMNS + """
            FROM runs r JOIN organisations o ON o.org = r.org
            WHERE NOT r.newest AND r.ended_at IS NULL
              AND coalesce(r.started_at, r.created_at) >= ? AND coalesce(r.started_at, r.created_at) < ?
            ORDER BY coalesce(r.started_at, r.created_at) DESC LIMIT ?
            """;
    private static final String OPEN = """
            SELECT id, stamp FROM runs WHERE newest AND status IN ('pending', 'running', 'paused')
            ORDER BY coalesce(started_at, created_at) DESC LIMIT ?
            """;

    private static final String SOURCE = "SELECT source FROM sources WHERE org = ? AND env = ? AND service_key = ?";

    private ListedRuns() {}

    public record ListedRun(
            UUID id,
            UUID org,
            int source,
            String env,
            String serviceKey,
            String workflowId,
            boolean isSession,
            long updatedAt,
            RunState state) {

        public OneRun number() {
            return new OneRun(id, state.seq());
        }
    }

    /** One of the runs of a key. */
    public record OneRun(UUID id, int seq) {}

    /** The newest runs of these keys; those that have been deleted meanwhile are missing. */
    public static Map<UUID, ListedRun> load(Connection connection, Collection<UUID> ids) throws SQLException {
        Map<UUID, ListedRun> runs = new HashMap<>();
        if (ids.isEmpty()) {
            return runs;
        }
        try (PreparedStatement select = connection.prepareStatement(LOAD)) {
            select.setArray(1, connection.createArrayOf("uuid", ids.toArray()));
            read(connection, select, true).forEach(run -> runs.put(run.id(), run));
        }
        return runs;
    }

    /** These runs, be they the newest of their key or not; those that have been deleted meanwhile are missing. */
    public static Map<OneRun, ListedRun> loadEach(Connection connection, Collection<OneRun> wanted)
            throws SQLException {
        Map<OneRun, ListedRun> runs = new HashMap<>();
        if (wanted.isEmpty()) {
            return runs;
        }
        try (PreparedStatement select = connection.prepareStatement(LOAD_EACH)) {
            Object[] ids = wanted.stream().map(OneRun::id).toArray();
            Object[] seqs = wanted.stream().map(OneRun::seq).toArray();
            select.setArray(1, connection.createArrayOf("uuid", ids));
            select.setArray(2, connection.createArrayOf("int4", seqs));
            read(connection, select, false).forEach(run -> runs.put(run.number(), run));
        }
        return runs;
    }

    /** Runs that had not ended when the next one of their key began; of those of a range, the ones that started last. */
    public static List<ListedRun> earlierOpen(
            Connection connection, OffsetDateTime startedFrom, OffsetDateTime startedBefore, int most)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(EARLIER_OPEN)) {
            select.setObject(1, startedFrom);
            select.setObject(2, startedBefore);
            select.setInt(3, most);
            return read(connection, select, false);
        }
    }

    /** @param newest the rows are of the newest runs, whatever numbers they have */
    private static List<ListedRun> read(Connection connection, PreparedStatement select, boolean newest)
            throws SQLException {
        List<ListedRun> runs = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                StoredRun stored = RunStore.read(row);
                RunState state = stored.state() == null ? foldedNow(connection, row, newest) : stored.state();
                if (state != null) {
                    runs.add(listed(row, state));
                }
            }
        }
        return runs;
    }

    /** For a row that an older fold left and that nobody has folded again yet; null also if that is not possible. */
    private static @Nullable RunState foldedNow(Connection connection, ResultSet row, boolean newest)
            throws SQLException {
        int seq = row.getInt("run_seq");
        try {
            RunChange change = Refold.fold(connection, row.getObject("id", UUID.class));
            if (change == null || newest) {
                return change == null ? null : change.newest();
            }
            return change.runs().stream()
                    .filter(run -> run.seq() == seq)
                    .findFirst()
                    .orElse(null);
        } catch (RuntimeException e) {
            return null; // pending_folds will say why: one run must not take all others from the lists
        }
    }

    private static ListedRun listed(ResultSet row, RunState state) throws SQLException {
        return new ListedRun(
                row.getObject("id", UUID.class),
                row.getObject("org_id", UUID.class),
                row.getInt("source"),
                row.getString("env"),
                row.getString("service_key"),
                row.getString("workflow_id"),
                RunRole.of(row.getInt("stage_role")) == RunRole.SESSION,
                row.getLong("updated_at"),
                state);
    }

    /** The number of the source of a key that has events. */
    public static int source(Connection connection, int org, RunKey key) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SOURCE)) {
            select.setInt(1, org);
            select.setString(2, key.env());
            select.setString(3, key.serviceKey());
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    /** The keys whose newest run is open, each with the stamp of its last save; those that started last. */
    public static Map<UUID, Long> open(Connection connection, int most) throws SQLException {
        Map<UUID, Long> open = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(OPEN)) {
            select.setInt(1, most);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    open.put(row.getObject(1, UUID.class), row.getLong(2));
                }
            }
        }
        return open;
    }
}
