package dev.weir.server.query;

import dev.weir.server.access.Scope;
import dev.weir.store.StageFigures;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;

/** The stages of workflows that were started again most often. */
final class WorstRework {
    record Item(
            String env,
            String serviceKey,
            String workflowId,
            int runSeq,
            String workflowName,
            String workflowStage,
            int extraStarts,
            long touchMs,
            long reworkMs) {}

    private static final int MOST = 20;
    private static final Comparator<Item> WORST_FIRST = Comparator.comparingInt(Item::extraStarts)
            .thenComparingLong(Item::reworkMs)
            .reversed()
            .thenComparing(Item::workflowId, RunSort::compareUtf8)
            .thenComparing(Item::workflowStage, RunSort::compareUtf8)
            .thenComparing(Item::env, RunSort::compareUtf8)
            .thenComparing(Item::serviceKey, RunSort::compareUtf8)
            .thenComparingInt(Item::runSeq);

    private static final String SELECT = """
            SELECT s.source, w.workflow_id, s.workflow_name, s.workflow_stage, s.starts, s.touch_ms, s.rework_ms
            FROM (SELECT * FROM stages WHERE %s AND starts > 1 ORDER BY starts DESC, rework_ms DESC
                  FETCH FIRST %d ROWS WITH TIES) AS s
            JOIN stage_workflows w ON w.id = s.id
            """;

    private WorstRework() {}

    static List<Item> find(Connection connection, Scope scope, StageFilter filter, Map<Integer, VisibleSource> sources)
            throws SQLException {
        List<Item> worst = filter.isOfSteps()
                ? ofSteps(connection, scope, filter, sources)
                : ofStages(connection, filter, sources);
        return worst.stream().sorted(WORST_FIRST).limit(MOST).toList();
    }

    private static List<Item> ofStages(Connection connection, StageFilter filter, Map<Integer, VisibleSource> sources)
            throws SQLException {
        StageWhere where = StageWhere.of(filter, sources).between("at", filter.from(), filter.to());
        List<Item> items = new ArrayList<>();
        try (PreparedStatement select = where.prepare(connection, SELECT.formatted(where.sql(), MOST));
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                VisibleSource source = Objects.requireNonNull(sources.get(row.getInt(1)));
                items.add(new Item(
                        source.env(),
                        source.serviceKey(),
                        row.getString(2),
                        1,
                        row.getString(3),
                        row.getString(4),
                        row.getInt(5) - 1,
                        row.getLong(6),
                        row.getLong(7)));
            }
        }
        return items;
    }

    private static List<Item> ofSteps(
            Connection connection, Scope scope, StageFilter filter, Map<Integer, VisibleSource> sources)
            throws SQLException {
        PriorityQueue<Item> worst = new PriorityQueue<>(WORST_FIRST.reversed());
        StepFigures.each(connection, scope, filter, sources.keySet(), run -> {
            for (StageFigures step : run.stages()) {
                if (step.isReworked()) {
                    worst.add(item(run, step));
                }
            }
            while (worst.size() > MOST) {
                worst.remove();
            }
        });
        return List.copyOf(worst);
    }

    private static Item item(StepFigures.OfRun run, StageFigures step) {
        return new Item(
                run.key().env(),
                run.key().serviceKey(),
                run.key().workflowId(),
                run.run().seq(),
                step.workflowName(),
                step.stage(),
                step.extraStarts(),
                step.touchMs(),
                step.reworkMs());
    }
}
