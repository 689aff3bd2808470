package dev.weir.store;

import dev.weir.core.event.Ids;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A way from one stage to another: the words behind the ids in {@code stage_transitions}. */
record StageEdge(String workflowName, String from, String to, boolean back) {
    private static final String SAVE = """
            INSERT INTO stage_edges (edge, workflow_name, from_stage, to_stage, back)
            SELECT * FROM unnest(?::uuid[], ?::text[], ?::text[], ?::text[], ?::boolean[]) ON CONFLICT (edge) DO NOTHING
            """;
    private static final String USED = """
            SELECT DISTINCT s.workflow_name, come.from_stage, s.workflow_stage, come.back
            FROM stages s CROSS JOIN LATERAL unnest(s.came_from, s.sent_back) AS come(from_stage, back)
            """;
    private static final String KNOWN = "SELECT workflow_name, from_stage, to_stage, back, edge FROM stage_edges";

    UUID id() {
        return Ids.named("edge", workflowName, from, to, Boolean.toString(back));
    }

    /** Those that are new, in the order of ids, so that writers cannot deadlock. */
    static void save(Connection connection, Map<StageEdge, UUID> edges) throws SQLException {
        if (edges.isEmpty()) {
            return;
        }
        List<Map.Entry<StageEdge, UUID>> ordered = new ArrayList<>(edges.entrySet());
        ordered.sort((a, b) -> Ids.compareUnsigned(a.getValue(), b.getValue()));
        List<StageEdge> keys = ordered.stream().map(Map.Entry::getKey).toList();
        try (PreparedStatement save = connection.prepareStatement(SAVE)) {
            save.setArray(
                    1,
                    connection.createArrayOf(
                            "uuid", ordered.stream().map(Map.Entry::getValue).toArray()));
            save.setArray(
                    2,
                    connection.createArrayOf(
                            "text", keys.stream().map(StageEdge::workflowName).toArray()));
            save.setArray(
                    3,
                    connection.createArrayOf(
                            "text", keys.stream().map(StageEdge::from).toArray()));
            save.setArray(
                    4,
                    connection.createArrayOf(
                            "text", keys.stream().map(StageEdge::to).toArray()));
            save.setArray(
                    5,
                    connection.createArrayOf(
                            "bool", keys.stream().map(StageEdge::back).toArray()));
            save.executeUpdate();
        }
    }

    /** Words that are missing, though rows use them. */
    static List<String> differences(Connection connection, boolean mend) throws SQLException {
        Map<StageEdge, UUID> missing = new HashMap<>();
        try (Statement select = connection.createStatement()) {
            try (ResultSet row = select.executeQuery(USED)) {
                while (row.next()) {
                    StageEdge edge = read(row);
                    missing.put(edge, edge.id());
                }
            }
            try (ResultSet row = select.executeQuery(KNOWN)) {
                while (row.next()) {
                    missing.remove(read(row), row.getObject(5, UUID.class));
                }
            }
        }
        if (mend) {
            save(connection, missing);
        }
        return missing.keySet().stream()
                .map(edge -> "the transition from stage " + edge.from + " to " + edge.to + " of " + edge.workflowName
                        + " has no words")
                .toList();
    }

    private static StageEdge read(ResultSet row) throws SQLException {
        return new StageEdge(row.getString(1), row.getString(2), row.getString(3), row.getBoolean(4));
    }
}
