package dev.weir.store;

import dev.weir.core.session.SessionRules;
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

/** Sessions whose rows are behind the snapshots: another orchestrator, model or GPU may be known of them by now. */
public final class Attributions {
    /** Held until the end of the transaction: whoever asks again meanwhile waits, and then really asks again. */
    private static final String CLAIM = """
            SELECT session FROM pending_attributions ORDER BY since, session LIMIT ? FOR UPDATE SKIP LOCKED
            """;

    private static final String DONE = "DELETE FROM pending_attributions WHERE session = ANY(?)";
    private static final String WAITING = "SELECT session FROM pending_attributions WHERE session = ANY(?)";
    private static final String ASK_OUTDATED = """
            INSERT INTO pending_attributions (session, org)
            SELECT id, org FROM sessions WHERE row_version <> ? ON CONFLICT (session) DO NOTHING
            """;

    private Attributions() {}

    public static List<UUID> claim(Connection connection, int most) throws SQLException {
        try (PreparedStatement claim = connection.prepareStatement(CLAIM)) {
            claim.setInt(1, most);
            return ids(claim);
        }
    }

    /** In the transaction that claimed and saved them, or that folds them again. */
    public static void done(Connection connection, Collection<UUID> sessions) throws SQLException {
        try (PreparedStatement done = connection.prepareStatement(DONE)) {
            Capabilities.set(done, 1, "uuid", sessions, id -> id);
            done.executeUpdate();
        }
    }

    static Set<UUID> waiting(Connection connection, Collection<UUID> sessions) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(WAITING)) {
            Capabilities.set(select, 1, "uuid", sessions, id -> id);
            return new HashSet<>(ids(select));
        }
    }

    /** After other rules were configured. @return how many */
    public static int askOutdated(Connection connection, SessionRules rules) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(ASK_OUTDATED)) {
            ask.setInt(1, SessionSave.rowVersion(rules));
            return ask.executeUpdate();
        }
    }

    private static List<UUID> ids(PreparedStatement select) throws SQLException {
        List<UUID> ids = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                ids.add(row.getObject(1, UUID.class));
            }
        }
        return ids;
    }
}
