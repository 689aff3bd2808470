package dev.weir.store;

import dev.weir.core.event.Ids;
import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunState;
import dev.weir.core.stage.StageFlow;
import dev.weir.core.stage.StageFold;
import dev.weir.core.stage.StagePass;
import dev.weir.core.stage.StageRow;
import dev.weir.core.stage.StepStages;
import dev.weir.store.RunStore.StoredRun;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The steps of runs as stages, in the tables of stages and with their roll-ups, so that the same questions have the same
 * answers. Their source is negative. They follow from the runs' states, and are written apart from the commits that
 * change these: it would cost every event of every run.
 */
public final class StepSheets {
    static final String FOLLOWER = "steps";
    static final int SLOT = -2; // of whoever holds its row of followers

    /** Runs that are made of stages have no steps of their own. */
    private static final String RUNS = "SELECT " + RunStateReader.COLUMNS + """
            , r.env, r.service_key, r.workflow_id, r.source, o.id AS org_id
            FROM runs r JOIN organisations o ON o.org = r.org WHERE r.id = ANY(?) AND r.stage_role < 2
            """;

    private static final String STORED = "SELECT id FROM stage_workflows WHERE source < 0 AND run_id = ANY(?)";

    private StepSheets() {}

    /** Brings the rows of these runs up to date. The connection must be readied by {@link RunSave#prepare}. */
    public static void count(Connection connection, int slot, Collection<UUID> keys) throws SQLException {
        StageSave save = new StageSave();
        changes(connection, keys).forEach(save::add);
        save.write(connection, slot);
    }

    /** Which of these runs have other rows than they should. */
    static List<UUID> differing(Connection connection, Collection<UUID> keys) throws SQLException {
        List<UUID> differing = new ArrayList<>();
        for (StageChange change : changes(connection, keys)) {
            StageSheet any = change.after() == null ? change.before() : change.after();
            if (!change.isNone() && any != null) {
                differing.add(any.runId());
            }
        }
        return differing;
    }

    private static List<StageChange> changes(Connection connection, Collection<UUID> keys) throws SQLException {
        Map<UUID, StageSheet> after = sheets(connection, keys);
        Map<UUID, StageSheet> before = StageStore.load(connection, stored(connection, keys));
        List<StageChange> changes = new ArrayList<>();
        after.forEach((id, sheet) -> changes.add(new StageChange(id, before.remove(id), sheet)));
        before.forEach((id, sheet) -> changes.add(new StageChange(id, sheet, null)));
        return changes;
    }

    private static List<UUID> stored(Connection connection, Collection<UUID> keys) throws SQLException {
        List<UUID> ids = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(STORED)) {
            select.setArray(1, connection.createArrayOf("uuid", keys.toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    ids.add(row.getObject(1, UUID.class));
                }
            }
        }
        return ids;
    }

    /** A run that an older fold left is folded again soon, and counted then. */
    private static Map<UUID, StageSheet> sheets(Connection connection, Collection<UUID> keys) throws SQLException {
        Map<UUID, StageSheet> sheets = new LinkedHashMap<>();
        try (PreparedStatement select = connection.prepareStatement(RUNS)) {
            select.setArray(1, connection.createArrayOf("uuid", keys.toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    RunKey key = new RunKey(
                            row.getObject("org_id", UUID.class),
                            row.getString("env"),
                            row.getString("service_key"),
                            row.getString("workflow_id"));
                    StoredRun stored = RunStore.read(row);
                    if (stored.state() != null) {
                        UUID run = row.getObject("id", UUID.class);
                        StageSheet sheet = of(key, run, row.getInt("source"), stored.state());
                        if (!sheet.stages().isEmpty()) {
                            sheets.put(Ids.named("steps", run.toString(), Integer.toString(stored.seq())), sheet);
                        }
                    }
                }
            }
        }
        return sheets;
    }

    private static StageSheet of(RunKey key, UUID runId, int source, RunState run) {
        List<StageRow> rows = StepStages.of(key, run);
        StageFlow flow = StageFlow.of(rows);
        Map<String, List<StageArrival>> arrivals = StageSheet.arrivals(flow);
        Map<String, StageFigures> stages = new HashMap<>();
        for (StageRow row : rows) {
            stages.put(
                    row.workflowStage(),
                    StageFigures.of(row, arrivals.getOrDefault(row.workflowStage(), List.of()), run.createdAt()));
        }
        List<String> path = flow.variant();
        return new StageSheet(
                -source,
                runId,
                run.seq(),
                key.workflowId(),
                run.workflowName(),
                StageFold.VERSION,
                run.isEnded(),
                rows.stream().anyMatch(StageRow::openNow),
                run.createdAt(),
                duration(rows),
                Ids.named("variant", path.toArray(String[]::new)),
                List.copyOf(path.subList(0, Math.min(StageSheet.LONGEST_VARIANT, path.size()))),
                "[]",
                stages);
    }

    /** From the first edge of a pass to the last. */
    private static long duration(List<StageRow> rows) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        for (StageRow row : rows) {
            for (StagePass pass : row.passes()) {
                for (Instant edge : Arrays.asList(pass.startedAt(), pass.endedAt())) {
                    if (edge != null) {
                        first = Math.min(first, edge.toEpochMilli());
                        last = Math.max(last, edge.toEpochMilli());
                    }
                }
            }
        }
        return first > last ? 0 : last - first;
    }
}
