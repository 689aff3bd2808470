package dev.weir.server.query.session;

import dev.weir.core.session.ParameterUpdateRow;
import dev.weir.core.session.SegmentRow;
import dev.weir.core.session.SessionEdge;
import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionFold;
import dev.weir.core.session.SessionKey;
import dev.weir.core.session.SessionRow;
import dev.weir.core.session.SessionRules;
import dev.weir.core.session.SessionState;
import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import dev.weir.store.Arrivals;
import dev.weir.store.SessionStore;
import dev.weir.store.StoredNetworkEvents;
import dev.weir.store.StoredSession;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.springframework.http.HttpStatus;

/** Finds one session, within what one may see. */
final class SessionLookup {
    private static final String SESSION = "SELECT * FROM fact_workflow_sessions WHERE id = ?";
    private static final String SEGMENTS =
            "SELECT * FROM fact_workflow_session_segments WHERE session = ? ORDER BY segment_index";
    private static final String UPDATES =
            "SELECT * FROM fact_workflow_parameter_updates WHERE session = ? ORDER BY update_index";

    private final Connection connection;
    private final SessionRules rules;
    private final long idleSince;

    SessionLookup(Connection connection, SessionRules rules, long idleSince) {
        this.connection = connection;
        this.rules = rules;
        this.idleSince = idleSince;
    }

    /** What is read of one row. */
    private interface Read<T> {
        T row(ResultSet row) throws SQLException;
    }

    SessionDetail find(Scope scope, String workflowSessionId) throws SQLException {
        UUID id = new SessionKey(scope.org(), workflowSessionId).id();
        List<SessionRow> found = select(SESSION, id, SessionRead::session);
        SessionRow session = found.isEmpty() ? null : found.get(0);
        if (session == null || !scope.includes(session.env(), session.serviceKey())) {
            throw new Problem(
                    HttpStatus.NOT_FOUND,
                    "unknown_session",
                    "There is no session " + workflowSessionId + " in what you may see.");
        }
        List<SegmentRow> segments = select(SEGMENTS, id, SessionRead::segment);
        List<ParameterUpdateRow> updates = select(UPDATES, id, SessionRead::parameterUpdate);
        List<SessionEvent> history = StoredNetworkEvents.ofSession(connection, id, Arrivals.EVER);
        return SessionDetail.of(
                SessionItem.of(session, idleSince), segments, edges(id, history), updates, history, rules);
    }

    /** A state that another version of the fold made is none. */
    private List<SessionEdge> edges(UUID id, List<SessionEvent> history) throws SQLException {
        StoredSession stored = SessionStore.load(connection, Set.of(id), rules).get(id);
        SessionState state = stored == null ? null : stored.state();
        if (state == null) {
            state = SessionFold.fold(history, rules);
        }
        return state == null ? List.of() : state.edges();
    }

    private <T> List<T> select(String sql, UUID id, Read<T> read) throws SQLException {
        List<T> rows = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setObject(1, id);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    rows.add(read.row(row));
                }
            }
        }
        return rows;
    }
}
