package dev.weir.server.query.stage;

import dev.weir.server.access.Scope;
import dev.weir.server.query.Condition;
import dev.weir.server.query.stage.StageDurations.Bar;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How one figure is distributed, for each stage or workflow: how many durations lie where. All counts are exact. */
final class StageHistograms {
    /** Of a stage or of a workflow, whichever is told apart; the other is null. */
    record Item(@Nullable String workflowStage, @Nullable String workflowName, long n, List<Bar> bars) {}

    private final Connection connection;
    private final StageFilter filter;
    private final StageFigure figure;
    private final StagePrecision precision;

    StageHistograms(Connection connection, StageFilter filter, StageFigure figure, StagePrecision precision) {
        this.connection = connection;
        this.filter = filter;
        this.figure = figure;
        this.precision = precision;
    }

    List<Item> find(Scope scope) throws SQLException {
        Condition where = filter.where(filter.sources(connection, scope));
        Map<String, StageSums> sums = StageSums.of(connection, filter, where);
        Map<StageFigure, Map<String, StageDurations>> durations =
                new FigureReader(connection, filter, where, precision).durations(List.of(figure), sums);
        return new TreeMap<>(durations.get(figure))
                .entrySet().stream()
                        .map(group -> item(group.getKey(), group.getValue().bars()))
                        .toList();
    }

    private Item item(String group, List<Bar> bars) {
        long n = bars.stream().mapToLong(Bar::n).sum();
        return filter.byWorkflow() ? new Item(null, group, n, bars) : new Item(group, null, n, bars);
    }
}
