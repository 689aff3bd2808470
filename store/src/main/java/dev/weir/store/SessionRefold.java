package dev.weir.store;

import dev.weir.core.event.EventType;
import dev.weir.core.event.RunKey;
import dev.weir.core.session.CapabilityFact;
import dev.weir.core.session.SessionEvent;
import dev.weir.core.session.SessionFold;
import dev.weir.core.session.SessionKey;
import dev.weir.core.session.SessionRules;
import dev.weir.core.session.SessionRun;
import dev.weir.core.session.SessionState;
import dev.weir.core.stage.StageEventType;
import dev.weir.store.RunStore.StoredRun;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Folds a session again from the log. */
final class SessionRefold {
    private static final String ORG =
            "SELECT l.org, o.id FROM event_log l JOIN organisations o ON o.org = l.org WHERE l.key = ? AND l."
                    + Refold.NOT_TOLD + " LIMIT 1";

    /** A run that has events under its own id belongs to these, whatever is stored of it. */
    private static final String OWN_TYPES = "SELECT DISTINCT type FROM event_log WHERE key = ?";

    private SessionRefold() {}

    /**
     * As {@link Refold#fold}. The stored row is read before the history.
     *
     * @param now in microseconds since 1970
     * @param asStored make the run idle only if the stored one is, too: to compare with it
     * @return null if the log has no events of such a session
     */
    static @Nullable SessionChange fold(Connection connection, UUID id, long now, boolean asStored)
            throws SQLException {
        SessionRules rules = StoredRules.load(connection);
        StoredSession before = SessionStore.load(connection, List.of(id), rules).get(id);
        try (PreparedStatement select = connection.prepareStatement(ORG)) {
            select.setObject(1, id);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return null;
                }
                int org = row.getInt(1);
                List<SessionEvent> history = StoredNetworkEvents.ofSession(connection, id, Arrivals.EVER);
                SessionState state = SessionFold.fold(history, rules);
                if (state == null) {
                    return null;
                }
                SessionKey key = new SessionKey(
                        row.getObject(2, UUID.class), history.get(0).sessionId());
                RunKey run = SessionRun.key(key, state);
                int source = Sources.number(connection, org, run.env(), run.serviceKey());
                List<CapabilityFact> facts = Capabilities.nearest(connection, org, List.of(state.sightings()))
                        .get(0);
                boolean idle = SessionChange.isIdle(state, now, rules);
                return change(
                        connection,
                        new SessionChange.Place(id, key, org, source, rules),
                        before,
                        state,
                        facts,
                        asStored && before != null ? idle && before.settled() : idle);
            }
        }
    }

    private static SessionChange change(
            Connection connection,
            SessionChange.Place place,
            @Nullable StoredSession before,
            SessionState state,
            List<CapabilityFact> facts,
            boolean settled)
            throws SQLException {
        UUID there = SessionRun.key(place.key(), state).id();
        UUID was = before == null || before.runId() == null ? there : before.runId();
        Map<UUID, StoredRun> runs = RunStore.loadNewest(connection, new HashSet<>(List.of(there, was)));
        boolean taken = hasOwnEvents(connection, there);
        boolean leftToWorkflow = was.equals(there) ? taken : hasOwnEvents(connection, was);
        return SessionChange.anew(
                place, before, state, facts, settled, taken, runs.get(there), leftToWorkflow ? null : runs.get(was));
    }

    private static boolean hasOwnEvents(Connection connection, UUID run) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(OWN_TYPES)) {
            select.setObject(1, run);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    if (EventType.of(row.getString(1)) != null || StageEventType.of(row.getString(1)) != null) {
                        return true;
                    }
                }
                return false;
            }
        }
    }
}
