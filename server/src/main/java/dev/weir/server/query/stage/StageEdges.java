package dev.weir.server.query.stage;

import dev.weir.server.query.Condition;
import dev.weir.server.query.CutRange;
import dev.weir.server.query.VisibleSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The ways between stages. Counts are exact. Waiting times are, too, as long as there are no more transitions in all than
 * one figure may have values: the rows of a rare way are spread over all rows of its stages.
 */
final class StageEdges {
    /** @param back the first sends work back to the second */
    record Way(String fromStage, String toStage, boolean back) {}

    record Edge(String fromStage, String toStage, boolean back, long n, StageDurations.Figure waiting) {}

    private static final Comparator<Edge> MOST_FIRST = Comparator.comparingLong(Edge::n)
            .reversed()
            .thenComparing(Edge::fromStage)
            .thenComparing(Edge::toStage)
            .thenComparing(Edge::back);

    private static final String DAYS = """
            SELECT from_stage, to_stage, back, waits
            FROM (SELECT source, edge, day, waits, workflow_name, from_stage, to_stage AS workflow_stage, to_stage, back
                  FROM stage_transitions JOIN stage_edges USING (edge)) AS known
            WHERE\s""";
    /** The first pass of each stage apart from those that follow: few stages have more than one. */
    private static final List<String> ROWS = List.of("""
            SELECT came_from[1], workflow_stage, sent_back[1], array_agg(waited_ms[1])
            FROM stages WHERE cardinality(came_from) > 0 AND %s GROUP BY 1, 2, 3
            """, """
            SELECT come.from_stage, workflow_stage, come.back, array_agg(come.ms)
            FROM stages
            CROSS JOIN LATERAL unnest(came_from[2:], sent_back[2:], waited_ms[2:]) AS come(from_stage, back, ms)
            WHERE cardinality(came_from) > 1 AND %s GROUP BY 1, 2, 3
            """);

    private final Connection connection;
    private final StageFilter filter;
    private final int mostExact;
    private final Map<Way, StageDurations> ways = new HashMap<>();

    StageEdges(Connection connection, StageFilter filter, int mostExact) {
        this.connection = connection;
        this.filter = filter;
        this.mostExact = mostExact;
    }

    /**
     * @param groups all stages in the range
     * @param onlyBack only ways that send work back
     */
    List<Edge> find(Map<Integer, VisibleSource> sources, List<StageGroups.Group> groups, boolean onlyBack)
            throws SQLException {
        long passes = groups.stream()
                .mapToLong(group -> group.sums().stages + group.sums().extraStarts)
                .sum();
        read(filter.where(sources), passes, onlyBack);
        return ways.entrySet().stream()
                .map(entry -> edge(entry.getKey(), entry.getValue().figure()))
                .filter(edge -> edge.n() > 0 && (edge.back() || !onlyBack))
                .sorted(MOST_FIRST)
                .toList();
    }

    private static Edge edge(Way way, StageDurations.Figure waiting) {
        return new Edge(way.fromStage(), way.toStage(), way.back(), waiting.n(), waiting);
    }

    private StageDurations of(Way way) {
        return ways.computeIfAbsent(way, any -> new StageDurations());
    }

    private void read(Condition where, long passes, boolean onlyBack) throws SQLException {
        if (passes <= mostExact) {
            addRows(where.copy().between("at", filter.from(), filter.to()), onlyBack);
            return;
        }
        CutRange range = CutRange.of(filter.from(), filter.to(), CutRange.DAY);
        if (range.hasWhole()) {
            Condition days = where.copy().and("day >= ?", range.firstUnit()).and("day < ?", range.endUnit());
            try (PreparedStatement select =
                            days.prepare(connection, DAYS + days.sql() + (onlyBack ? " AND back" : ""));
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    of(new Way(row.getString(1), row.getString(2), row.getBoolean(3)))
                            .add(row.getBytes(4));
                }
            }
        }
        for (CutRange.Part part : range.parts()) {
            addRows(where.copy().between("at", part.from(), part.to()), onlyBack);
        }
    }

    private void addRows(Condition where, boolean onlyBack) throws SQLException {
        for (String rows : ROWS) {
            String sql = rows.formatted(where.sql() + (onlyBack ? " AND true = ANY(sent_back)" : ""));
            try (PreparedStatement select = where.prepare(connection, sql);
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    of(new Way(row.getString(1), row.getString(2), row.getBoolean(3)))
                            .addAll(row.getArray(4));
                }
            }
        }
    }
}
