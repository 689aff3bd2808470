package dev.weir.server.query.stage;

import dev.weir.server.query.Condition;
import dev.weir.server.query.Utf8Order;
import dev.weir.server.query.VisibleSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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
            .thenComparing(Item::workflowId, Utf8Order::compare)
            .thenComparing(Item::workflowStage, Utf8Order::compare)
            .thenComparing(Item::env, Utf8Order::compare)
            .thenComparing(Item::serviceKey, Utf8Order::compare)
            .thenComparingInt(Item::runSeq);

    /** Source by source, as each has its worst in order. */
    private static final String SELECT = """
            SELECT s.source, w.workflow_id, s.workflow_name, s.workflow_stage, s.starts, s.touch_ms, s.rework_ms, w.run_seq
            FROM unnest(?::int[]) AS wanted(number)
            CROSS JOIN LATERAL (
              SELECT * FROM stages WHERE source = wanted.number AND starts > 1%s
              ORDER BY starts DESC, rework_ms DESC FETCH FIRST %d ROWS WITH TIES) AS s
            JOIN stage_workflows w ON w.id = s.id
            """;

    private WorstRework() {}

    static List<Item> find(Connection connection, StageFilter filter, Map<Integer, VisibleSource> sources)
            throws SQLException {
        Condition where = filter.where().between("at", filter.from(), filter.to());
        String sql = SELECT.formatted(where.sql().isEmpty() ? "" : " AND " + where.sql(), MOST);
        List<Item> items = new ArrayList<>();
        try (PreparedStatement select =
                        where.prepareAfter(connection, sql, VisibleSource.numbers(connection, sources));
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                VisibleSource source = Objects.requireNonNull(sources.get(row.getInt(1)));
                items.add(new Item(
                        source.env(),
                        source.serviceKey(),
                        row.getString(2),
                        row.getInt(8),
                        row.getString(3),
                        row.getString(4),
                        row.getInt(5) - 1,
                        row.getLong(6),
                        row.getLong(7)));
            }
        }
        return items.stream().sorted(WORST_FIRST).limit(MOST).toList();
    }
}
