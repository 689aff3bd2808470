package dev.weir.server.query.insight;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Utf8Order;
import dev.weir.server.query.VisibleSource;
import dev.weir.server.query.insight.RunPercentiles.Figure;
import dev.weir.store.RunDurations.Name;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How each workflow of each service fared in a range and, if asked for, in the range before. */
final class WorkflowMetrics {
    /** @param before null unless it is asked for */
    record Item(
            String env,
            String serviceKey,
            String workflowName,
            @JsonUnwrapped RunStats stats,
            @Nullable RunStats before) {}

    private final Connection connection;
    private final Map<Integer, VisibleSource> sources;
    private final MetricFilter filter;
    private final int mostExact;

    /** The connection must be in a transaction that sees one moment. */
    WorkflowMetrics(Connection connection, Scope scope, MetricFilter filter, int mostExact) throws SQLException {
        this.connection = connection;
        this.filter = filter;
        this.mostExact = mostExact;
        sources = VisibleSource.of(connection, scope, filter.envs(), filter.services());
    }

    List<Item> find(boolean withBefore) throws SQLException {
        Map<Name, RunStats> now = stats(filter);
        Map<Name, RunStats> before = withBefore ? stats(filter.before()) : Map.of();
        Map<Name, Item> items = new TreeMap<>(order());
        now.forEach((name, stats) -> items.put(name, item(name, stats, withBefore ? orNone(before, name) : null)));
        before.forEach((name, stats) -> items.computeIfAbsent(name, any -> item(name, orNone(now, name), stats)));
        return List.copyOf(items.values());
    }

    private Comparator<Name> order() {
        return Comparator.<Name, String>comparing(name -> source(name).env(), Utf8Order::compare)
                .thenComparing(name -> source(name).serviceKey(), Utf8Order::compare)
                .thenComparing(Name::workflowName, Utf8Order::compare);
    }

    private VisibleSource source(Name name) {
        return Objects.requireNonNull(sources.get(name.source()));
    }

    private Item item(Name name, RunStats stats, @Nullable RunStats before) {
        return new Item(source(name).env(), source(name).serviceKey(), name.workflowName(), stats, before);
    }

    private static RunStats orNone(Map<Name, RunStats> stats, Name name) {
        return stats.getOrDefault(name, RunStats.of(new RunSums(), new Percentiles(null, null, false)));
    }

    private Map<Name, RunStats> stats(MetricFilter range) throws SQLException {
        Map<Name, RunSums> sums = new CountedRuns(connection, sources.keySet(), range).byName();
        List<Name> names = List.copyOf(sums.keySet());
        List<Figure> figures = new ArrayList<>();
        for (Name name : names) {
            figures.add(Figure.of(range.from(), range.to(), Map.of(name, Objects.requireNonNull(sums.get(name)))));
        }
        List<Percentiles> percentiles = new RunPercentiles(connection, range, mostExact).of(figures);
        Map<Name, RunStats> stats = new HashMap<>();
        for (int i = 0; i < names.size(); i++) {
            Name name = names.get(i);
            stats.put(name, RunStats.of(Objects.requireNonNull(sums.get(name)), percentiles.get(i)));
        }
        return stats;
    }
}
