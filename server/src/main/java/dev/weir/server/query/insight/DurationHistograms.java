package dev.weir.server.query.insight;

import dev.weir.core.run.LogBuckets;
import dev.weir.core.stage.StageBuckets;
import dev.weir.server.access.Scope;
import dev.weir.server.query.VisibleSource;
import dev.weir.server.query.insight.RunPercentiles.Figure;
import dev.weir.server.query.insight.RunPlace.By;
import dev.weir.store.RunDurations.Name;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How long completed runs took, in each environment or for each workflow in it, over edges that are the same for all. */
final class DurationHistograms {
    /** Exact below 8 ms, then four to a doubling: every edge is one of {@link StageBuckets}, so that counts are exact. */
    private static final LogBuckets BARS = new LogBuckets(2);

    /** @param toMs the first duration beyond it */
    record Bar(long fromMs, long toMs, long n) {}

    record Histogram(
            String env,
            @Nullable String serviceKey,
            @Nullable String workflowName,
            long n,
            @Nullable Double p50Ms,
            @Nullable Double p95Ms,
            boolean approximate,
            List<Bar> buckets) {}

    private final Connection connection;
    private final MetricFilter filter;
    private final Map<Integer, VisibleSource> sources;

    /** The connection must be in a transaction that sees one moment. */
    DurationHistograms(Connection connection, Scope scope, MetricFilter filter) throws SQLException {
        this.connection = connection;
        this.filter = filter;
        sources = VisibleSource.of(connection, scope, filter.envs(), filter.services());
    }

    List<Histogram> find(By by) throws SQLException {
        Map<RunPlace, Map<Name, RunSums>> places = new TreeMap<>();
        new CountedRuns(connection, sources.keySet(), filter).byName().forEach((name, sums) -> {
            VisibleSource source = Objects.requireNonNull(sources.get(name.source()));
            if (sums.timed > 0) {
                places.computeIfAbsent(by.of(source, name.workflowName()), any -> new HashMap<>())
                        .put(name, sums);
            }
        });
        List<Figure> figures = new ArrayList<>();
        places.values().forEach(parts -> figures.add(Figure.of(filter.from(), filter.to(), parts)));
        List<Percentiles> percentiles = new RunPercentiles(connection, filter, RunPercentiles.MOST_EXACT).of(figures);
        List<Histogram> histograms = new ArrayList<>();
        for (RunPlace place : places.keySet()) {
            int at = histograms.size();
            histograms.add(histogram(place, figures.get(at).all(), percentiles.get(at)));
        }
        return histograms;
    }

    private static Histogram histogram(RunPlace place, StageBuckets durations, Percentiles percentiles) {
        Map<Integer, Long> bars = new TreeMap<>();
        durations.counts().forEach((bucket, n) -> bars.merge(BARS.of(StageBuckets.from(bucket)), n, Long::sum));
        List<Bar> found = new ArrayList<>();
        bars.forEach((bar, n) -> found.add(new Bar(BARS.from(bar), BARS.from(bar + 1), n)));
        return new Histogram(
                place.env(),
                place.serviceKey(),
                place.workflowName(),
                durations.n(),
                percentiles.p50Ms(),
                percentiles.p95Ms(),
                percentiles.approximate(),
                found);
    }
}
