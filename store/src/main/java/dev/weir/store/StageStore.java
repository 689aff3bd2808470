package dev.weir.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of the stage fold, as they are stored. {@link StageSave} writes them. */
public final class StageStore {
    /** What {@link #read} needs of a row of {@code stages}, times as microseconds. */
    public static final String COLUMNS = """
            s.id, s.workflow_stage, s.workflow_name, micros(s.at) AS at, micros(s.first_started_at) AS first_started_at,
            micros(s.last_started_at) AS last_started_at, micros(s.first_completed_at) AS first_completed_at,
            micros(s.last_completed_at) AS last_completed_at, micros(s.open_since) AS open_since,
            micros(s.first_sla_due) AS first_sla_due, micros(s.last_sla_due) AS last_sla_due,
            micros(s.earliest_sla_due) AS earliest_sla_due, s.first_pass_ms, s.span_ms, s.late_ms, s.touch_ms, s.rework_ms,
            s.source, s.starts, s.completions, s.inverted_passes, s.unstarted_passes, s.inverted, s.open_now,
            s.never_completed, s.abandoned, s.pass_ms, s.came_from, s.sent_back, s.waited_ms
            """;

    private static final String STAGES = "SELECT " + COLUMNS + " FROM stages s WHERE s.id = ANY(?)";
    private static final String WORKFLOWS = """
            SELECT id, source, workflow_id, workflow_name, fold_version, run_ended, open, micros(created_at) AS created_at,
                   duration_ms, variant_hash, variant, state::text AS state, run_seq, run_id
            FROM stage_workflows WHERE id = ANY(?)
            """;
    private static final UUID NOBODY = new UUID(0, 0);

    private StageStore() {}

    /** Of each of these keys that has stages. */
    public static Map<UUID, StageSheet> load(Connection connection, Collection<UUID> keys) throws SQLException {
        Map<UUID, StageSheet> sheets = new HashMap<>();
        if (keys.isEmpty()) {
            return sheets;
        }
        Map<UUID, Integer> sources = new HashMap<>();
        Map<UUID, Map<String, StageFigures>> stages = stages(connection, keys, sources);
        try (PreparedStatement select = connection.prepareStatement(WORKFLOWS)) {
            select.setArray(1, connection.createArrayOf("uuid", keys.toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    UUID id = row.getObject("id", UUID.class);
                    sheets.put(id, sheet(row, stages.getOrDefault(id, Map.of())));
                }
            }
        }
        stages.forEach((id, rows) -> sheets.putIfAbsent(id, torn(sources.getOrDefault(id, 0), rows)));
        return sheets;
    }

    /** Rows whose workflow somebody took away: they have to be replaced, and nothing can be folded on from them. */
    private static StageSheet torn(int source, Map<String, StageFigures> stages) {
        return new StageSheet(source, NOBODY, 1, "", "", -1, false, false, 0, 0, NOBODY, List.of(), "[]", stages);
    }

    private static Map<UUID, Map<String, StageFigures>> stages(
            Connection connection, Collection<UUID> keys, Map<UUID, Integer> sources) throws SQLException {
        Map<UUID, Map<String, StageFigures>> stages = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(STAGES)) {
            select.setArray(1, connection.createArrayOf("uuid", keys.toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    StageFigures figures = read(row);
                    sources.put(row.getObject("id", UUID.class), row.getInt("source"));
                    stages.computeIfAbsent(row.getObject("id", UUID.class), id -> new HashMap<>())
                            .put(figures.stage(), figures);
                }
            }
        }
        return stages;
    }

    private static StageSheet sheet(ResultSet row, Map<String, StageFigures> stages) throws SQLException {
        return new StageSheet(
                row.getInt("source"),
                row.getObject("run_id", UUID.class),
                row.getInt("run_seq"),
                row.getString("workflow_id"),
                row.getString("workflow_name"),
                row.getInt("fold_version"),
                row.getBoolean("run_ended"),
                row.getBoolean("open"),
                row.getLong("created_at"),
                row.getLong("duration_ms"),
                row.getObject("variant_hash", UUID.class),
                Arrays.asList((String[]) row.getArray("variant").getArray()),
                row.getString("state"),
                stages);
    }

    public static StageFigures read(ResultSet row) throws SQLException {
        return new StageFigures(
                row.getString("workflow_stage"),
                row.getString("workflow_name"),
                row.getLong("at"),
                number(row, "first_started_at"),
                number(row, "last_started_at"),
                number(row, "first_completed_at"),
                number(row, "last_completed_at"),
                number(row, "open_since"),
                number(row, "first_sla_due"),
                number(row, "last_sla_due"),
                number(row, "earliest_sla_due"),
                number(row, "first_pass_ms"),
                number(row, "span_ms"),
                number(row, "late_ms"),
                row.getLong("touch_ms"),
                row.getLong("rework_ms"),
                row.getInt("starts"),
                row.getInt("completions"),
                row.getInt("inverted_passes"),
                row.getInt("unstarted_passes"),
                row.getBoolean("inverted"),
                row.getBoolean("open_now"),
                row.getBoolean("never_completed"),
                row.getBoolean("abandoned"),
                Arrays.asList((Long[]) row.getArray("pass_ms").getArray()),
                arrivals(row));
    }

    private static List<StageArrival> arrivals(ResultSet row) throws SQLException {
        String[] from = (String[]) row.getArray("came_from").getArray();
        if (from.length == 0) {
            return List.of();
        }
        Boolean[] back = (Boolean[]) row.getArray("sent_back").getArray();
        Long[] waitMs = (Long[]) row.getArray("waited_ms").getArray();
        List<StageArrival> arrivals = new ArrayList<>(from.length);
        for (int i = 0; i < from.length; i++) {
            arrivals.add(new StageArrival(from[i], back[i], waitMs[i]));
        }
        return arrivals;
    }

    private static @Nullable Long number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : Long.valueOf(value);
    }
}
