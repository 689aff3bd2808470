package dev.weir.server.query.insight;

import dev.weir.core.insight.Slowness;
import dev.weir.server.access.Scope;
import dev.weir.server.query.VisibleSource;
import dev.weir.server.query.insight.RunPercentiles.Figure;
import dev.weir.store.RunDurations.Name;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Workflows that took longer than usual, the worst first. */
final class SlowerWorkflows {
    /** @param usualP50DurationMs with the other usual ones within one per cent: from buckets */
    record Slower(
            String env,
            String serviceKey,
            String workflowName,
            long n,
            @Nullable Double p50DurationMs,
            double usualP50DurationMs,
            @Nullable Double p95DurationMs,
            double usualP95DurationMs,
            double ratio,
            boolean approximate) {}

    private SlowerWorkflows() {}

    /** The connection must be in a transaction that sees one moment. */
    static List<Slower> find(Connection connection, Scope scope, MetricFilter filter, Habits habits)
            throws SQLException {
        Map<Integer, VisibleSource> sources = VisibleSource.of(connection, scope, filter.envs(), filter.services());
        Map<Name, RunSums> sums = new CountedRuns(connection, sources.keySet(), filter).byName();
        Map<Name, UsualRuns.Sums> usual =
                habits.withDurations(connection, sources.keySet(), filter).byName();
        Map<Name, Slowness> slower = new LinkedHashMap<>();
        List<Figure> figures = new ArrayList<>();
        sums.forEach((name, own) -> {
            UsualRuns.Sums before = usual.get(name);
            Slowness slowness = before == null ? null : Slowness.of(own.durations, before.durations());
            if (slowness != null) {
                slower.put(name, slowness);
                figures.add(Figure.of(filter.from(), filter.to(), Map.of(name, own)));
            }
        });
        List<Percentiles> percentiles = new RunPercentiles(connection, filter, RunPercentiles.MOST_EXACT).of(figures);
        List<Slower> found = new ArrayList<>();
        slower.forEach((name, slowness) -> found.add(item(
                Objects.requireNonNull(sources.get(name.source())),
                name.workflowName(),
                Objects.requireNonNull(sums.get(name)).timed,
                slowness,
                percentiles.get(found.size()))));
        found.sort(Comparator.comparingDouble(Slower::ratio).reversed());
        return found;
    }

    private static Slower item(VisibleSource source, String name, long n, Slowness slowness, Percentiles percentiles) {
        return new Slower(
                source.env(),
                source.serviceKey(),
                name,
                n,
                percentiles.p50Ms(),
                slowness.usualP50Ms(),
                percentiles.p95Ms(),
                slowness.usualP95Ms(),
                slowness.ratio(),
                percentiles.approximate());
    }
}
