package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Rows that nothing in the log speaks for: what to look for among the keys after one and up to another, what to say of it,
 * and how to remove it.
 *
 * @param select has both keys as parameters, in turn, as often as it needs them
 * @param words with {@code %s} where the id goes
 * @param delete has the id as its parameters
 */
record Orphans(String select, String words, String delete) {
    /** By the keys of the log. */
    static final List<Orphans> OF_KEYS = List.of(
            new Orphans(
                    """
                    SELECT DISTINCT id FROM runs r
                    WHERE id > ? AND id <= ? AND NOT EXISTS (SELECT FROM event_log WHERE key = r.id AND %s)
                      AND NOT EXISTS (SELECT FROM sessions f WHERE f.run_id = r.id)
                    """.formatted(Refold.NOT_TOLD),
                    "run %s is in no event of the log",
                    "WITH gone AS (DELETE FROM run_overflow WHERE id = ?) DELETE FROM runs WHERE id = ?"),
            new Orphans(
                    """
                    SELECT id FROM (SELECT id FROM stage_workflows WHERE id > ? AND id <= ? AND source > 0
                                    UNION SELECT id FROM stages WHERE id > ? AND id <= ? AND source > 0) AS known
                    WHERE NOT EXISTS (SELECT FROM event_log WHERE key = known.id
                                        AND type IN ('stage_started', 'stage_completed'))
                    """,
                    "stages of run %s are in no event of the log",
                    "WITH gone AS (DELETE FROM stages WHERE id = ?) DELETE FROM stage_workflows WHERE id = ?"),
            new Orphans("""
                    SELECT id FROM (SELECT id FROM sessions WHERE id > ? AND id <= ?
                                    UNION SELECT session FROM session_sightings WHERE session > ? AND session <= ?) AS known
                    WHERE NOT EXISTS (SELECT FROM event_log WHERE key = known.id AND %s)
                    """.formatted(Refold.NOT_TOLD), "session %s is in no event of the log", """
                    WITH run AS (DELETE FROM runs WHERE stage_role = 3
                                   AND id = (SELECT run_id FROM sessions WHERE id = ?)),
                         seen AS (DELETE FROM session_sightings WHERE session = ?),
                         counted AS (DELETE FROM session_tallies WHERE id = ?)
                    DELETE FROM sessions WHERE id = ?
                    """),
            new Orphans("""
                    SELECT id FROM sessions f
                    WHERE id > ? AND id <= ? AND NOT EXISTS (SELECT FROM session_tallies t WHERE t.id = f.id)
                    UNION SELECT id FROM session_tallies t
                    WHERE id > ? AND id <= ? AND NOT EXISTS (SELECT FROM sessions f WHERE f.id = t.id)
                    """, "only a part of session %s is stored", """
                    WITH counted AS (DELETE FROM session_tallies WHERE id = ?) DELETE FROM sessions WHERE id = ?
                    """),
            new Orphans(
                    """
                    SELECT job_id FROM scheduler.first_signal_snapshots s
                    WHERE job_id > ? AND job_id <= ? AND fold_version IS NOT NULL
                      AND NOT EXISTS (SELECT FROM runs r WHERE r.id = s.job_id)
                    """,
                    "the signal of job %s is of no run",
                    "DELETE FROM scheduler.first_signal_snapshots WHERE job_id = ?"));

    /** Steps of runs that are not there, and what is left of such. They have ids of their own. */
    static final Orphans STEPS = new Orphans(
            """
            SELECT id FROM stage_workflows w WHERE source < 0 AND NOT EXISTS (SELECT FROM runs r WHERE r.id = w.run_id)
            UNION SELECT id FROM stages s WHERE source < 0 AND NOT EXISTS (SELECT FROM stage_workflows w WHERE w.id = s.id)
            """,
            "steps %s are of no run",
            "WITH gone AS (DELETE FROM stages WHERE id = ?) DELETE FROM stage_workflows WHERE id = ?");

    void find(Connection connection, UUID after, UUID upTo, boolean verify, Consumer<String> differences)
            throws SQLException {
        List<UUID> orphans = ids(connection, after, upTo);
        orphans.forEach(id -> differences.accept(words.formatted(id)));
        if (!verify && !orphans.isEmpty()) {
            remove(connection, orphans);
        }
    }

    private List<UUID> ids(Connection connection, UUID after, UUID upTo) throws SQLException {
        List<UUID> ids = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(select)) {
            for (int i = 1; i <= parametersOf(select); i++) {
                statement.setObject(i, i % 2 == 1 ? after : upTo);
            }
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    ids.add(row.getObject(1, UUID.class));
                }
            }
        }
        return ids;
    }

    private void remove(Connection connection, List<UUID> orphans) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(delete)) {
            for (UUID id : orphans) {
                for (int i = 1; i <= parametersOf(delete); i++) {
                    statement.setObject(i, id);
                }
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private static int parametersOf(String sql) {
        return (int) sql.chars().filter(c -> c == '?').count();
    }
}
