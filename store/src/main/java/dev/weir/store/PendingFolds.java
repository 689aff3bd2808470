package dev.weir.store;

import dev.weir.core.run.RunFold;
import dev.weir.core.session.SessionFold;
import dev.weir.core.session.SessionRules;
import dev.weir.core.stage.StageFold;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Keys whose rows are behind the log: their events wait to be folded again, or could not be folded. However many events
 * ask for the same key, it is folded once; the marks tell whether more have come while it was.
 */
public final class PendingFolds {
    private static final String ASK = """
            INSERT INTO pending_folds AS p (id, org) SELECT id, ? FROM unnest(?::uuid[]) AS asked(id) ORDER BY id
            ON CONFLICT (id) DO UPDATE SET marks = p.marks + 1
            """;
    private static final String ASK_OUTDATED = """
            INSERT INTO pending_folds (id, org)
            SELECT coalesce(f.id, r.id), r.org
            FROM runs r LEFT JOIN sessions f ON r.stage_role = 3 AND f.run_id = r.id WHERE r.fold_version <> ?
            UNION SELECT id, org FROM sessions WHERE fold_version <> ?
            UNION SELECT s.id, o.org FROM stage_workflows s JOIN sources o ON o.source = s.source
            WHERE s.source > 0 AND s.fold_version <> ?
            ON CONFLICT (id) DO NOTHING
            """;
    private static final String LEFT_OVER = "SELECT unfolded_since FROM folded_by FOR UPDATE";
    private static final String ASK_LEFT_OVER = """
            INSERT INTO pending_folds AS p (id, org)
            SELECT key, min(org) FROM event_log WHERE received_at >= ? AND key IS NOT NULL GROUP BY key ORDER BY key
            ON CONFLICT (id) DO UPDATE SET marks = p.marks + 1
            """;
    private static final String NOTHING_LEFT_OVER = "UPDATE folded_by SET unfolded_since = NULL";
    private static final String FAIL = """
            INSERT INTO pending_folds (id, org, error) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET error = excluded.error, claimed_until = NULL
            """;
    private static final String CLAIM = """
            UPDATE pending_folds p SET claimed_until = now() + interval '5 minutes'
            FROM (SELECT id FROM pending_folds
                  WHERE error IS NULL AND (claimed_until IS NULL OR claimed_until < now())
                    AND since + make_interval(secs => cost_ms * 4 / 1000.0) <= now()
                  ORDER BY since LIMIT ? FOR UPDATE SKIP LOCKED) AS due
            WHERE p.id = due.id
            RETURNING p.id, p.org, p.marks
            """;
    private static final String DONE = "DELETE FROM pending_folds WHERE id = ? AND marks = ?";
    private static final String AGAIN =
            "UPDATE pending_folds SET claimed_until = NULL, since = now(), cost_ms = ? WHERE id = ?";
    private static final String RELEASE = """
            UPDATE pending_folds SET claimed_until = NULL, since = now(), cost_ms = greatest(cost_ms, ?) WHERE id = ?
            """;
    private static final String WAITING = "SELECT id FROM pending_folds WHERE error IS NULL AND id = ANY(?)";
    private static final String MARKS = "SELECT id, marks FROM pending_folds WHERE id = ANY(?)";
    private static final String FORGET = """
            DELETE FROM pending_folds p USING unnest(?::uuid[], ?::bigint[]) AS seen(id, marks)
            WHERE p.id = seen.id AND p.marks = seen.marks
            """;

    private PendingFolds() {}

    /** A key that this process is to fold now. */
    public record Claim(UUID key, int org, long marks) {}

    public static void ask(Connection connection, int org, Collection<UUID> keys) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(ASK)) {
            ask.setInt(1, org);
            ask.setArray(2, connection.createArrayOf("uuid", keys.toArray()));
            ask.executeUpdate();
        }
    }

    /** After an upgrade: the rows of older folds. @return how many keys */
    public static int askOutdated(Connection connection, SessionRules rules) throws SQLException {
        try (PreparedStatement ask = connection.prepareStatement(ASK_OUTDATED)) {
            ask.setInt(1, RunFold.VERSION);
            ask.setInt(2, SessionFold.version(rules));
            ask.setInt(3, StageFold.VERSION);
            return ask.executeUpdate();
        }
    }

    /**
     * After a database was taken over from a job: the keys of events that it has logged and may not have folded. Events that
     * come later go on from rows that lack them, until their keys are folded again. @return how many keys
     */
    public static int askLeftOver(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(LEFT_OVER);
                ResultSet row = select.executeQuery()) {
            OffsetDateTime since = row.next() ? row.getObject(1, OffsetDateTime.class) : null;
            if (since == null) {
                return 0;
            }
            try (PreparedStatement ask = connection.prepareStatement(ASK_LEFT_OVER);
                    PreparedStatement done = connection.prepareStatement(NOTHING_LEFT_OVER)) {
                ask.setObject(1, since);
                int keys = ask.executeUpdate();
                done.executeUpdate();
                return keys;
            }
        }
    }

    /** The key keeps its last rows, and its events carry the error until a rebuild folds it. */
    public static void fail(Connection connection, int org, UUID key, String error) throws SQLException {
        try (PreparedStatement fail = connection.prepareStatement(FAIL)) {
            fail.setObject(1, key);
            fail.setInt(2, org);
            fail.setString(3, error);
            fail.executeUpdate();
        }
    }

    /** Takes keys that are due. A claim of a process that died runs out. */
    public static List<Claim> claim(Connection connection, int most) throws SQLException {
        List<Claim> claims = new ArrayList<>();
        try (PreparedStatement claim = connection.prepareStatement(CLAIM)) {
            claim.setInt(1, most);
            try (ResultSet row = claim.executeQuery()) {
                while (row.next()) {
                    claims.add(new Claim(row.getObject(1, UUID.class), row.getInt(2), row.getLong(3)));
                }
            }
        }
        return claims;
    }

    /** In the transaction that saves the key: it is up to date, unless it was asked for again since it was claimed. */
    public static void done(Connection connection, Claim claim, long costMs) throws SQLException {
        try (PreparedStatement done = connection.prepareStatement(DONE);
                PreparedStatement again = connection.prepareStatement(AGAIN)) {
            done.setObject(1, claim.key());
            done.setLong(2, claim.marks());
            if (done.executeUpdate() == 0) {
                again.setLong(1, costMs);
                again.setObject(2, claim.key());
                again.executeUpdate();
            }
        }
    }

    /** Gives a claim back undone, to be tried again after a while. */
    public static void release(Connection connection, Claim claim, long costMs) throws SQLException {
        try (PreparedStatement release = connection.prepareStatement(RELEASE)) {
            release.setLong(1, costMs);
            release.setObject(2, claim.key());
            release.executeUpdate();
        }
    }

    /** Which of these are to be folded yet; one whose fold failed is not. */
    static Set<UUID> waiting(Connection connection, Collection<UUID> keys) throws SQLException {
        Set<UUID> waiting = new HashSet<>();
        try (PreparedStatement select = connection.prepareStatement(WAITING)) {
            select.setArray(1, connection.createArrayOf("uuid", keys.toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    waiting.add(row.getObject(1, UUID.class));
                }
            }
        }
        return waiting;
    }

    /** How often each of these that waits was asked for: to be read before it is folded, for {@link #forget}. */
    static Map<UUID, Long> marks(Connection connection, Collection<UUID> keys) throws SQLException {
        Map<UUID, Long> marks = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(MARKS)) {
            select.setArray(1, connection.createArrayOf("uuid", keys.toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    marks.put(row.getObject(1, UUID.class), row.getLong(2));
                }
            }
        }
        return marks;
    }

    /** For a rebuild, which has folded these keys; one that was asked for again since stays. */
    static void forget(Connection connection, Map<UUID, Long> folded) throws SQLException {
        try (PreparedStatement forget = connection.prepareStatement(FORGET)) {
            forget.setArray(1, connection.createArrayOf("uuid", folded.keySet().toArray()));
            forget.setArray(2, connection.createArrayOf("int8", folded.values().toArray()));
            forget.executeUpdate();
        }
    }
}
