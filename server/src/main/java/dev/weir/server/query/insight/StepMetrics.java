package dev.weir.server.query.insight;

import dev.weir.core.run.RunRows;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Utf8Order;
import dev.weir.server.query.VisibleSource;
import dev.weir.server.query.insight.CountedSteps.Step;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How each step of each workflow fared, and how often it was tried again, in the runs that started in a range. */
final class StepMetrics {
    /**
     * @param n steps of runs; durations are of those that completed, over all their attempts
     * @param workflowsWithRetries runs in which it was tried again
     */
    record Item(
            String env,
            String serviceKey,
            String workflowName,
            String stepName,
            long n,
            @Nullable Double p50DurationMs,
            @Nullable Double p95DurationMs,
            @Nullable Double avgDurationMs,
            long failed,
            double avgRetries,
            long maxRetries,
            long workflowsWithRetries,
            boolean approximate) {}

    /** @param hours or days, in which the step was; none unless they are asked for */
    record Retried(
            String env,
            String serviceKey,
            String workflowName,
            String stepName,
            long steps,
            long retries,
            double avgRetries,
            long maxRetries,
            long workflowsWithRetries,
            List<Hour> hours) {}

    record Hour(Instant from, long steps, long retries) {}

    private final Connection connection;
    private final Map<Integer, VisibleSource> sources;
    private final MetricFilter filter;
    private final int mostRows;

    /** The connection must be in a transaction that sees one moment. */
    StepMetrics(Connection connection, Scope scope, MetricFilter filter, int mostRows) throws SQLException {
        this.connection = connection;
        this.filter = filter;
        this.mostRows = mostRows;
        sources = VisibleSource.of(connection, scope, filter.envs(), filter.services());
    }

    private CountedSteps counted() {
        return new CountedSteps(connection, sources.keySet(), filter, mostRows);
    }

    List<Item> find() throws SQLException {
        List<Item> items = new ArrayList<>();
        counted().byStep().forEach((step, sums) -> items.add(item(source(step), step, sums)));
        items.sort(Comparator.comparing(Item::env, Utf8Order::compare)
                .thenComparing(Item::serviceKey, Utf8Order::compare)
                .thenComparing(Item::workflowName, Utf8Order::compare)
                .thenComparing(Item::stepName, Utf8Order::compare));
        return items;
    }

    private VisibleSource source(Step step) {
        return Objects.requireNonNull(sources.get(step.source()));
    }

    private static Item item(VisibleSource source, Step step, StepSums sums) {
        Percentiles percentiles = sums.percentiles();
        return new Item(
                source.env(),
                source.serviceKey(),
                step.workflowName(),
                step.stepName(),
                sums.steps,
                percentiles.p50Ms(),
                percentiles.p95Ms(),
                sums.avgDurationMs(),
                sums.failed,
                sums.avgRetries(),
                sums.maxRetries(),
                sums.retried,
                percentiles.approximate());
    }

    /** Only what was tried again, the most often on average first. */
    List<Retried> retried(@Nullable Long bucket) throws SQLException {
        Map<Step, List<Hour>> hours = new HashMap<>();
        List<Retried> items = new ArrayList<>();
        Map<Step, StepSums> all = bucket == null ? counted().byStep() : byHour(bucket, hours);
        all.forEach((step, sums) -> {
            if (sums.retries > 0) {
                items.add(retried(source(step), step, sums, hours.getOrDefault(step, List.of())));
            }
        });
        items.sort(Comparator.comparingDouble(Retried::avgRetries)
                .reversed()
                .thenComparing(Retried::env, Utf8Order::compare)
                .thenComparing(Retried::serviceKey, Utf8Order::compare)
                .thenComparing(Retried::workflowName, Utf8Order::compare)
                .thenComparing(Retried::stepName, Utf8Order::compare));
        return items;
    }

    /** All of the range, and what of it was in each hour. */
    private Map<Step, StepSums> byHour(long length, Map<Step, List<Hour>> hours) throws SQLException {
        Map<Step, StepSums> all = new HashMap<>();
        counted().byTime(length).forEach((group, sums) -> {
            all.computeIfAbsent(group.step(), any -> new StepSums()).add(sums);
            hours.computeIfAbsent(group.step(), any -> new ArrayList<>())
                    .add(new Hour(RunRows.instant(group.from()), sums.steps, sums.retries));
        });
        hours.values().forEach(some -> some.sort(Comparator.comparing(Hour::from)));
        return all;
    }

    private static Retried retried(VisibleSource source, Step step, StepSums sums, List<Hour> hours) {
        return new Retried(
                source.env(),
                source.serviceKey(),
                step.workflowName(),
                step.stepName(),
                sums.steps,
                sums.retries,
                sums.avgRetries(),
                sums.maxRetries(),
                sums.retried,
                hours);
    }
}
