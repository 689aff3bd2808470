package dev.weir.store;

import dev.weir.core.session.SessionFold;
import dev.weir.core.session.SessionKey;
import dev.weir.core.session.SessionRules;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of the session fold, as they are stored: what a fold goes on from. {@link RunSave} writes them. */
public final class SessionStore {
    private static final String LOAD = """
            SELECT f.id, f.org, o.id AS org_id, f.workflow_session_id, f.source, f.run_id, f.settled,
                   f.fold_version, f.state::text AS state, floor(extract(epoch FROM f.session_start_ts) / 3600)::int AS hour,
                   f.gateway, f.pipeline, f.model_id, f.gpu_id, f.orchestrator_address, f.known_stream, f.startup_success,
                   f.startup_excused, f.startup_unexcused, f.session_has_swap, f.error_count, f.excusable_error_count,
                   f.edge_inversions, f.startup_ms, f.e2e_proxy_ms, f.prompt_to_playable_ms, f.gateway_runner_lag_ms,
            """ + SessionTallies.READ + """

            FROM sessions f JOIN session_tallies t ON t.id = f.id JOIN organisations o ON o.org = f.org
            """;
    private static final String BY_ID = LOAD + "WHERE f.id = ANY(?) ORDER BY f.id";
    private static final String OF_RUN = "SELECT id FROM sessions WHERE run_id = ?";

    /** Runs first, as writers have it; both in the order of the sessions. */
    private static final String LOCK_RUNS = """
            SELECT FROM sessions f JOIN runs r ON r.id = f.run_id WHERE f.id = ANY(?) ORDER BY f.id FOR UPDATE OF r
            """;

    private static final String LOCK = "SELECT id, stamp FROM session_tallies WHERE id = ANY(?) ORDER BY id FOR UPDATE";
    private static final String IDLE = """
            SELECT f.id FROM sessions f JOIN session_tallies t ON t.id = f.id
            WHERE f.closed_ts IS NULL AND NOT f.settled AND t.last_at <= ? ORDER BY f.id LIMIT ?
            """;

    private SessionStore() {}

    /** Those of these that are stored, in the order of their ids. */
    public static Map<UUID, StoredSession> load(Connection connection, Collection<UUID> ids, SessionRules rules)
            throws SQLException {
        Map<UUID, StoredSession> sessions = new LinkedHashMap<>();
        if (ids.isEmpty()) {
            return sessions;
        }
        int version = SessionFold.version(rules);
        try (PreparedStatement select = connection.prepareStatement(BY_ID)) {
            select.setArray(1, connection.createArrayOf("uuid", ids.toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    StoredSession session = read(row, version);
                    sessions.put(session.id(), session);
                }
            }
        }
        return sessions;
    }

    private static StoredSession read(ResultSet row, int version) throws SQLException {
        return new StoredSession(
                row.getObject("id", UUID.class),
                new SessionKey(row.getObject("org_id", UUID.class), row.getString("workflow_session_id")),
                row.getInt("org"),
                row.getLong("stamp"),
                row.getLong("run_stamp"),
                row.getInt("source"),
                row.getObject("run_id", UUID.class),
                row.getBoolean("settled"),
                row.getInt("fold_version") == version
                        ? SessionStateReader.read(row.getString("state"), SessionTallies.Read.of(row))
                        : null,
                figures(row),
                null);
    }

    private static SessionFigures figures(ResultSet row) throws SQLException {
        return new SessionFigures(
                row.getInt("source"),
                row.getInt("hour"),
                SessionGroup.read(row, row.findColumn("gateway")),
                List.of(
                        1,
                        row.getBoolean("known_stream") ? 1 : 0,
                        row.getBoolean("startup_success") ? 1 : 0,
                        row.getBoolean("startup_excused") ? 1 : 0,
                        row.getBoolean("startup_unexcused") ? 1 : 0,
                        row.getBoolean("session_has_swap") ? 1 : 0,
                        row.getInt("error_count"),
                        row.getInt("excusable_error_count"),
                        row.getInt("edge_inversions")),
                Arrays.asList(
                        row.getObject("startup_ms", Long.class),
                        row.getObject("e2e_proxy_ms", Long.class),
                        row.getObject("prompt_to_playable_ms", Long.class),
                        row.getObject("gateway_runner_lag_ms", Long.class)));
    }

    /**
     * Holds other writers off these sessions and their runs until the end of the transaction.
     *
     * @return the stamps of those that are stored
     */
    public static Map<UUID, Long> lock(Connection connection, Collection<UUID> ids) throws SQLException {
        try (PreparedStatement lockRuns = connection.prepareStatement(LOCK_RUNS);
                PreparedStatement lock = connection.prepareStatement(LOCK)) {
            lockRuns.setArray(1, connection.createArrayOf("uuid", ids.toArray()));
            lockRuns.execute();
            lock.setArray(1, connection.createArrayOf("uuid", ids.toArray()));
            Map<UUID, Long> stamps = new HashMap<>();
            try (ResultSet row = lock.executeQuery()) {
                while (row.next()) {
                    stamps.put(row.getObject(1, UUID.class), row.getLong(2));
                }
            }
            return stamps;
        }
    }

    /** The session that a run is: the key of its events in the log. Null if it is a workflow. */
    public static @Nullable UUID ofRun(Connection connection, UUID run) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(OF_RUN)) {
            select.setObject(1, run);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getObject(1, UUID.class) : null;
            }
        }
    }

    /** Sessions that have become idle since they were saved. */
    public static List<UUID> idle(Connection connection, long lastEventUntil, int most) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(IDLE)) {
            select.setObject(1, Capabilities.time(lastEventUntil));
            select.setInt(2, most);
            List<UUID> ids = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    ids.add(row.getObject(1, UUID.class));
                }
            }
            return ids;
        }
    }
}
