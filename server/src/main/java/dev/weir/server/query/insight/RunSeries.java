package dev.weir.server.query.insight;

import dev.weir.core.run.RunRows;
import dev.weir.server.access.Scope;
import dev.weir.server.query.VisibleSource;
import dev.weir.server.query.insight.CountedRuns.Group;
import dev.weir.server.query.insight.RunPercentiles.Figure;
import dev.weir.store.RunDurations.Name;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How runs went over time: starts by when they started, the rest by when they ended. What is not there was not. */
final class RunSeries {
    /**
     * @param from of the bucket, which the range may begin or end inside of
     * @param retries of runs that ended
     * @param p95DurationMs of runs that completed; null if none did
     */
    record Bucket(
            Instant from,
            long started,
            long completed,
            long failed,
            long cancelled,
            long retries,
            @Nullable Double p95DurationMs,
            boolean approximate) {}

    record Item(
            String env,
            @Nullable String serviceKey,
            @Nullable String workflowName,
            List<Bucket> buckets) {}

    record Series(Instant from, Instant to, long bucketMs, List<Item> items) {}

    /** What is in one bucket. */
    private static final class Counted {
        long started;
        final RunSums ended = new RunSums();
        final Map<Name, RunSums> endedByName = new HashMap<>();
    }

    private final Connection connection;
    private final Map<Integer, VisibleSource> sources;
    private final MetricFilter filter;
    private final RunPlace.By by;
    private final long length;
    private final TreeMap<RunPlace, TreeMap<Long, Counted>> places = new TreeMap<>();

    /**
     * The connection must be in a transaction that sees one moment.
     *
     * @param length of a bucket, in microseconds
     */
    RunSeries(Connection connection, Scope scope, MetricFilter filter, RunPlace.By by, long length)
            throws SQLException {
        this.connection = connection;
        this.filter = filter;
        this.by = by;
        this.length = length;
        sources = VisibleSource.of(connection, scope, filter.envs(), filter.services());
    }

    Series find() throws SQLException {
        boolean byName = by == RunPlace.By.WORKFLOW;
        new StartsOverTime(connection, sources.keySet(), filter, length, byName)
                .count()
                .forEach((group, runs) -> of(group).started += runs);
        new CountedRuns(connection, sources.keySet(), filter.byEnd(true))
                .byTime(length)
                .forEach((group, sums) -> {
                    Counted counted = of(group);
                    counted.ended.add(sums);
                    counted.endedByName.put(group.name(), sums);
                });
        return new Series(RunRows.instant(filter.from()), RunRows.instant(filter.to()), length / 1000, items());
    }

    private Counted of(Group group) {
        VisibleSource source = Objects.requireNonNull(sources.get(group.name().source()));
        return places.computeIfAbsent(by.of(source, group.name().workflowName()), place -> new TreeMap<>())
                .computeIfAbsent(group.from(), from -> new Counted());
    }

    private List<Item> items() throws SQLException {
        List<Figure> figures = new ArrayList<>();
        places.values()
                .forEach(buckets -> buckets.forEach((from, counted) -> figures.add(Figure.of(
                        Math.max(from, filter.from()), Math.min(from + length, filter.to()), counted.endedByName))));
        List<Percentiles> percentiles =
                new RunPercentiles(connection, filter.byEnd(true), RunPercentiles.MOST_EXACT).p95(figures);
        List<Item> items = new ArrayList<>();
        int next = 0;
        for (Map.Entry<RunPlace, TreeMap<Long, Counted>> place : places.entrySet()) {
            List<Bucket> buckets = new ArrayList<>();
            for (Map.Entry<Long, Counted> bucket : place.getValue().entrySet()) {
                buckets.add(bucket(bucket.getKey(), bucket.getValue(), percentiles.get(next++)));
            }
            RunPlace where = place.getKey();
            items.add(new Item(where.env(), where.serviceKey(), where.workflowName(), buckets));
        }
        return items;
    }

    private static Bucket bucket(long from, Counted counted, Percentiles percentiles) {
        return new Bucket(
                RunRows.instant(from),
                counted.started,
                counted.ended.completed,
                counted.ended.failed,
                counted.ended.cancelled,
                counted.ended.retries,
                percentiles.p95Ms(),
                percentiles.approximate());
    }
}
