package dev.weir.store;

import dev.weir.core.signal.Outcome;
import dev.weir.store.EarlierEnds.Asking;
import dev.weir.store.RunDurations.Name;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Looks up again, once all runs are there, how the run before each one ended. Runs whose end came after the next one began
 * may have been missed when they were looked for.
 */
final class OutcomeRebuild {
    private static final int PAGE = 1000;

    /** In the order in which ingest locks them. */
    private static final String NEXT = """
            SELECT s.job_id, r.source, r.workflow_name, micros(r.created_at)
            FROM scheduler.first_signal_snapshots s JOIN runs r ON r.id = s.job_id AND r.newest
            WHERE s.job_id > ? AND s.fold_version IS NOT NULL AND r.run_seq = 1
            ORDER BY s.job_id LIMIT ? FOR UPDATE OF s
            """;

    private static final String SAVE = """
            UPDATE scheduler.first_signal_snapshots s SET last_known_outcome = found.outcome::jsonb
            FROM unnest(?::uuid[], ?::text[]) AS found(id, outcome)
            WHERE s.job_id = found.id AND s.last_known_outcome IS DISTINCT FROM found.outcome::jsonb
            """;

    private OutcomeRebuild() {}

    static void run(Connection connection) throws SQLException {
        UUID last = new UUID(0, 0);
        List<Asking> page;
        do {
            page = next(connection, last);
            if (!page.isEmpty()) {
                save(connection, page, EarlierEnds.before(connection, page));
                last = page.get(page.size() - 1).id();
            }
            connection.commit();
        } while (page.size() == PAGE);
    }

    private static List<Asking> next(Connection connection, UUID last) throws SQLException {
        List<Asking> page = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(NEXT)) {
            select.setObject(1, last);
            select.setInt(2, PAGE);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    Name name = new Name(row.getInt(2), row.getString(3));
                    page.add(new Asking(row.getObject(1, UUID.class), name, row.getLong(4)));
                }
            }
        }
        return page;
    }

    private static void save(Connection connection, List<Asking> page, Map<UUID, Outcome> outcomes)
            throws SQLException {
        JsonText json = new JsonText();
        List<String> texts = new ArrayList<>(page.size());
        for (Asking run : page) {
            Outcome outcome = outcomes.get(run.id());
            if (outcome == null) {
                texts.add(null);
            } else {
                SignalJson.outcome(json, outcome);
                texts.add(new String(json.buffer(), 0, json.size(), StandardCharsets.UTF_8));
            }
        }
        try (PreparedStatement save = connection.prepareStatement(SAVE)) {
            save.setArray(
                    1,
                    connection.createArrayOf(
                            "uuid", page.stream().map(Asking::id).toArray()));
            save.setArray(2, connection.createArrayOf("text", texts.toArray()));
            save.executeUpdate();
        }
    }
}
