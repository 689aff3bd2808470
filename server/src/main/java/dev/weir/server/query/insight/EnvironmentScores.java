package dev.weir.server.query.insight;

import dev.weir.core.insight.Outcomes;
import dev.weir.core.insight.Sentences;
import dev.weir.core.insight.Verdict;
import dev.weir.server.access.Scope;
import dev.weir.server.query.CutRange;
import dev.weir.server.query.Utf8Order;
import dev.weir.server.query.VisibleSource;
import dev.weir.server.query.insight.RunPercentiles.Figure;
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

/** How each environment fared in a range, or each workflow in each of them. */
final class EnvironmentScores {
    /**
     * What compares with the usual is null where workflows are told apart, since the printed comparison across environments has
     * nothing of it.
     *
     * @param workflowName null unless workflows are told apart; then {@code successRate} is of all runs, as it is printed
     * @param throughputPerHour runs of the basis
     * @param retriesPerRun of runs that ended
     */
    record Score(
            @Nullable String workflowName,
            String env,
            long total,
            long completed,
            long failed,
            long cancelled,
            long inProgress,
            @Nullable Double successRate,
            @Nullable Double usualSuccessRate,
            @Nullable Double p95DurationMs,
            @Nullable Double usualP95DurationMs,
            boolean approximate,
            @Nullable Double throughputPerHour,
            @Nullable Double usualThroughputPerHour,
            @Nullable Double retriesPerRun,
            @Nullable Verdict verdict,
            @Nullable String sentence) {}

    private final Connection connection;
    private final MetricFilter filter;
    private final Habits habits;
    private final Map<Integer, VisibleSource> sources;
    private final Map<Name, RunSums> sums;

    /** The connection must be in a transaction that sees one moment. */
    EnvironmentScores(Connection connection, Scope scope, MetricFilter filter, Habits habits) throws SQLException {
        this.connection = connection;
        this.filter = filter;
        this.habits = habits;
        sources = VisibleSource.of(connection, scope, filter.envs(), filter.services());
        sums = new CountedRuns(connection, sources.keySet(), filter).byName();
    }

    /** Environments that had runs in the range. */
    List<Score> byEnv() throws SQLException {
        Map<String, Map<Name, RunSums>> byEnv = new TreeMap<>(Utf8Order::compare);
        sums.forEach((name, own) ->
                byEnv.computeIfAbsent(env(name), any -> new HashMap<>()).put(name, own));
        List<Figure> figures = new ArrayList<>();
        byEnv.values().forEach(parts -> figures.add(Figure.of(filter.from(), filter.to(), parts)));
        List<Percentiles> percentiles = new RunPercentiles(connection, filter, RunPercentiles.MOST_EXACT).p95(figures);
        UsualRuns usual = habits.withDurations(connection, sources.keySet(), filter);
        List<Score> scores = new ArrayList<>();
        byEnv.forEach((env, parts) -> {
            RunSums sum = new RunSums();
            parts.values().forEach(sum::add);
            scores.add(score(env, sum, percentiles.get(scores.size()), usual));
        });
        return scores;
    }

    private Score score(String env, RunSums sum, Percentiles percentiles, UsualRuns usual) {
        UsualRuns.Sums before = usual.of(name -> isAsked(name) && env(name).equals(env));
        long weeks = usual.weeksWith(name -> isAsked(name) && env(name).equals(env));
        double hours = (filter.to() - filter.from()) / (double) CutRange.HOUR;
        Outcomes outcomes = new Outcomes(sum.completed, sum.failed);
        Verdict verdict = Verdict.of(outcomes, before.rate(), false);
        return new Score(
                null,
                env,
                sum.runs,
                sum.completed,
                sum.failed,
                sum.cancelled,
                sum.inProgress(),
                sum.successRate(),
                before.successRate(),
                percentiles.p95Ms(),
                before.durations().percentile(0.95),
                percentiles.approximate(),
                per(sum.runs, hours),
                per(before.runs(), hours * weeks),
                per(sum.retries, sum.ended()),
                verdict,
                Sentences.verdict(env, verdict, outcomes, before.rate()));
    }

    private static @Nullable Double per(long n, double of) {
        return of == 0 ? null : Double.valueOf(n / of);
    }

    private boolean isAsked(Name name) {
        return filter.names().isEmpty() || filter.names().contains(name.workflowName());
    }

    private String env(Name name) {
        return Objects.requireNonNull(sources.get(name.source())).env();
    }

    /** The printed comparison across environments. */
    List<Score> byWorkflow() {
        Map<String, Map<String, RunSums>> byName = new TreeMap<>(Utf8Order::compare);
        sums.forEach(
                (name, own) -> byName.computeIfAbsent(name.workflowName(), any -> new TreeMap<>(Utf8Order::compare))
                        .computeIfAbsent(env(name), any -> new RunSums())
                        .add(own));
        List<Score> scores = new ArrayList<>();
        byName.forEach((name, envs) -> envs.forEach((env, sum) -> scores.add(score(name, env, sum))));
        return scores;
    }

    private static Score score(String name, String env, RunSums sum) {
        return new Score(
                name,
                env,
                sum.runs,
                sum.completed,
                sum.failed,
                sum.cancelled,
                sum.inProgress(),
                per(sum.completed, sum.runs),
                null,
                null,
                null,
                false,
                null,
                null,
                null,
                null,
                null);
    }
}
