package dev.weir.server.query;

import dev.weir.server.access.Scope;
import dev.weir.store.StageArrival;
import dev.weir.store.StageFigures;
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
            SELECT from_stage, to_stage, back, bucket, sum(n)
            FROM (SELECT source, edge, day, bucket, n, workflow_name, from_stage, to_stage AS workflow_stage, to_stage, back
                  FROM stage_transitions JOIN stage_edges USING (edge)) AS known
            WHERE\s""";
    private static final String ROWS = """
            SELECT arrival->>0, workflow_stage, arrival->>1 = '1', (arrival->>2)::bigint
            FROM stages CROSS JOIN LATERAL json_array_elements(arrivals) AS arrival WHERE\s""";

    private final Connection connection;
    private final StageFilter filter;
    private final int mostExact;
    private final Map<Way, StageDurations> ways = new HashMap<>();

    StageEdges(Connection connection, StageFilter filter, int mostExact) {
        this.connection = connection;
        this.filter = filter;
        this.mostExact = mostExact;
    }

    List<Edge> find(Scope scope, Map<Integer, VisibleSource> sources) throws SQLException {
        if (filter.isOfSteps()) {
            StepFigures.each(
                    connection,
                    scope,
                    filter,
                    sources.keySet(),
                    run -> run.stages().forEach(this::add));
        } else {
            ofStages(StageWhere.of(filter, sources));
        }
        return ways.entrySet().stream()
                .map(entry -> edge(entry.getKey(), entry.getValue().figure()))
                .filter(edge -> edge.n() > 0)
                .sorted(MOST_FIRST)
                .toList();
    }

    private static Edge edge(Way way, StageDurations.Figure waiting) {
        return new Edge(way.fromStage(), way.toStage(), way.back(), waiting.n(), waiting);
    }

    private void add(StageFigures figures) {
        for (StageArrival arrival : figures.arrivals()) {
            of(new Way(arrival.from(), figures.stage(), arrival.back())).add(arrival.waitMs());
        }
    }

    private StageDurations of(Way way) {
        return ways.computeIfAbsent(way, any -> new StageDurations());
    }

    private void ofStages(StageWhere where) throws SQLException {
        StageRange range = StageRange.of(filter, StageRange.DAY);
        Map<String, StageSums> sums = StageSums.of(connection, filter, where);
        long passes = sums.values().stream()
                .mapToLong(group -> group.stages + group.extraStarts)
                .sum();
        if (passes <= mostExact) {
            addRows(where.copy().between("at", filter.from(), filter.to()));
            return;
        }
        if (range.firstUnit() < range.endUnit()) {
            StageWhere days = where.copy().and("day >= ?", range.firstUnit()).and("day < ?", range.endUnit());
            String sql = DAYS + days.sql() + " GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0";
            try (PreparedStatement select = days.prepare(connection, sql);
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    of(new Way(row.getString(1), row.getString(2), row.getBoolean(3)))
                            .add(row.getInt(4), row.getLong(5));
                }
            }
        }
        for (StageRange.Part part : range.parts()) {
            addRows(where.copy().between("at", part.from(), part.to()));
        }
    }

    private void addRows(StageWhere where) throws SQLException {
        try (PreparedStatement select = where.prepare(connection, ROWS + where.sql());
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                of(new Way(row.getString(1), row.getString(2), row.getBoolean(3)))
                        .add(row.getLong(4));
            }
        }
    }
}
