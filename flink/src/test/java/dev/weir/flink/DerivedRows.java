package dev.weir.flink;

import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a database has, but for what is about the moment and the writer: times of receipt, stamps, numbers of sources, and how
 * earlier runs of the same workflow had ended by then, with the estimates from them. These are compared where the moment is
 * the same: see {@link #predictions}.
 */
public final class DerivedRows {
    private static final List<String> TABLES = List.of(
            "event_log",
            "runs",
            "stage_workflows",
            "stages",
            "stage_events",
            "sessions",
            "session_tallies",
            "session_sightings",
            "capability_facts",
            "orchestrator_identities",
            "scheduler.ttfs_events",
            "scheduler.first_signal_snapshots",
            "failures",
            "rejected_events");
    private static final String ROWS = """
            SELECT (to_jsonb(t) - ARRAY['stamp', 'run_stamp', 'batch', 'source', 'received_at', 'updated_at', 'first_at',
                                        'last_at', 'ingested_at', 'slot', 'last_known_outcome', 'eta_seconds']
                    - CASE jsonb_typeof(to_jsonb(t)->'id') WHEN 'number' THEN 'id' ELSE '' END)::text
            FROM %s t
            """; // an id that is a number was only drawn
    private static final String ACCOUNTS = """
            SELECT concat_ws(' ', s.env, s.service_key, sum(a.received), sum(a.accepted), sum(a.duplicates), sum(a.ignored),
                             sum(a.rejected))
            FROM accounting a JOIN sources s ON s.source = a.source GROUP BY s.env, s.service_key
            """;

    private static final String PREDICTIONS = """
            SELECT concat_ws(' ', r.workflow_id, s.kind, s.phase, coalesce(s.eta_seconds::text, 'no eta'),
                             coalesce(s.last_known_outcome::text, 'no outcome'))
            FROM scheduler.first_signal_snapshots s JOIN runs r ON r.id = s.job_id WHERE r.workflow_id LIKE '%s%%'
            """;

    private DerivedRows() {}

    public static Map<String, List<String>> of(TestDatabase database) throws SQLException {
        Map<String, List<String>> rows = new LinkedHashMap<>();
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
                rows.put(table, sorted(statement, ROWS.formatted(table)));
            }
            rows.put("accounting", sorted(statement, ACCOUNTS));
        }
        return rows;
    }

    /** What signals of these workflows say of the past and the future. */
    static List<String> predictions(TestDatabase database, String beginning) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            return sorted(statement, PREDICTIONS.formatted(beginning));
        }
    }

    private static List<String> sorted(Statement statement, String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                rows.add(row.getString(1));
            }
        }
        rows.sort(null);
        return rows;
    }
}
