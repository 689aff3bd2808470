package dev.weir.server.query.insight;

import dev.weir.core.run.RunRows;
import dev.weir.server.access.Scope;
import dev.weir.server.query.VisibleSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** How many runs ended, and how many of them failed, in each environment over time. What is not there was not. */
record FailureRate(Instant from, Instant to, long bucketMs, List<Item> items) {

    record Bucket(Instant from, long ended, long failed) {}

    record Item(String env, List<Bucket> buckets) {}

    /** @param length of a bucket, in microseconds */
    static FailureRate of(Connection connection, Scope scope, MetricFilter filter, long length) throws SQLException {
        Map<Integer, VisibleSource> sources = VisibleSource.of(connection, scope, filter.envs(), filter.services());
        Map<String, TreeMap<Long, RunSums>> environments = new TreeMap<>();
        new CountedRuns(connection, sources.keySet(), filter.byEnd(true))
                .byTime(length)
                .forEach((group, sums) -> {
                    VisibleSource source =
                            Objects.requireNonNull(sources.get(group.name().source()));
                    environments
                            .computeIfAbsent(source.env(), env -> new TreeMap<>())
                            .computeIfAbsent(group.from(), from -> new RunSums())
                            .add(sums);
                });
        List<Item> items = new ArrayList<>();
        environments.forEach((env, buckets) -> items.add(new Item(
                env,
                buckets.entrySet().stream()
                        .map(bucket -> bucket(bucket.getKey(), bucket.getValue()))
                        .toList())));
        return new FailureRate(RunRows.instant(filter.from()), RunRows.instant(filter.to()), length / 1000, items);
    }

    private static Bucket bucket(long from, RunSums sums) {
        return new Bucket(RunRows.instant(from), sums.ended(), sums.failed);
    }
}
