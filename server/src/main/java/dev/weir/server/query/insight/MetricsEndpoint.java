package dev.weir.server.query.insight;

import dev.weir.server.access.Scope;
import dev.weir.server.query.CutRange;
import dev.weir.server.query.OneMoment;
import dev.weir.server.query.Page;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.Takes;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** How runs fare over a range of time. Every run counts, unless only the newest of each workflow id are asked for. */
@RestController
final class MetricsEndpoint {
    private static final Map<String, Long> BUCKETS = Map.of(
            "15m", CellRange.QUARTER,
            "30m", 2 * CellRange.QUARTER,
            "1h", CutRange.HOUR,
            "1d", CutRange.DAY);
    private static final long MOST_BUCKETS = 10_000;
    private static final long MOST_RETRY_BUCKETS = 8 * 24;

    private final OneMoment moment;
    private final Habits habits;
    private final Clock clock;

    MetricsEndpoint(DataSource database, Habits habits, Clock clock) {
        moment = new OneMoment(database, "runs");
        this.habits = habits;
        this.clock = clock;
    }

    @GetMapping("/api/v1/metrics/workflows")
    @Takes({
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.NAME,
        Parameter.FROM,
        Parameter.TO,
        Parameter.COUNTED_BY,
        Parameter.RUNS,
        Parameter.COMPARE
    })
    Page<WorkflowMetrics.Item> workflows(Scope scope, Parameters parameters) throws SQLException {
        MetricFilter filter = filter(parameters);
        boolean withBefore = parameters.text(Parameter.COMPARE) != null;
        return moment.answer(connection -> new Page<>(
                new WorkflowMetrics(connection, scope, filter, RunPercentiles.MOST_EXACT).find(withBefore), null));
    }

    @GetMapping("/api/v1/metrics/series")
    @Takes({
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.NAME,
        Parameter.FROM,
        Parameter.TO,
        Parameter.RUNS,
        Parameter.SERIES_BUCKET,
        Parameter.SERIES_BY
    })
    RunSeries.Series series(Scope scope, Parameters parameters) throws SQLException {
        MetricFilter filter = filter(parameters);
        long length = bucket(parameters.text(Parameter.SERIES_BUCKET, "1h"), filter);
        RunPlace.By by =
                RunPlace.By.valueOf(parameters.text(Parameter.SERIES_BY, "env").toUpperCase(Locale.ROOT));
        return moment.answer(connection -> new RunSeries(connection, scope, filter, by, length).find());
    }

    @GetMapping("/api/v1/metrics/environments")
    @Takes({
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.NAME,
        Parameter.FROM,
        Parameter.TO,
        Parameter.COUNTED_BY,
        Parameter.RUNS,
        Parameter.SCORE_BY
    })
    Page<EnvironmentScores.Score> environments(Scope scope, Parameters parameters) throws SQLException {
        MetricFilter filter = filter(parameters);
        boolean byWorkflow = isByWorkflow(parameters);
        return moment.answer(connection -> {
            EnvironmentScores scores = new EnvironmentScores(connection, scope, filter, habits);
            return new Page<>(byWorkflow ? scores.byWorkflow() : scores.byEnv(), null);
        });
    }

    @GetMapping("/api/v1/metrics/durations")
    @Takes({
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.NAME,
        Parameter.FROM,
        Parameter.TO,
        Parameter.COUNTED_BY,
        Parameter.RUNS,
        Parameter.SCORE_BY
    })
    Page<DurationHistograms.Histogram> durations(Scope scope, Parameters parameters) throws SQLException {
        MetricFilter filter = filter(parameters);
        RunPlace.By by = isByWorkflow(parameters) ? RunPlace.By.WORKFLOW : RunPlace.By.ENV;
        return moment.answer(
                connection -> new Page<>(new DurationHistograms(connection, scope, filter).find(by), null));
    }

    private static boolean isByWorkflow(Parameters parameters) {
        return parameters.text(Parameter.SCORE_BY, "env").equals("workflow");
    }

    @GetMapping("/api/v1/metrics/slower")
    @Takes({
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.NAME,
        Parameter.FROM,
        Parameter.TO,
        Parameter.COUNTED_BY,
        Parameter.RUNS
    })
    Page<SlowerWorkflows.Slower> slower(Scope scope, Parameters parameters) throws SQLException {
        MetricFilter filter = filter(parameters);
        return moment.answer(connection -> new Page<>(SlowerWorkflows.find(connection, scope, filter, habits), null));
    }

    @GetMapping("/api/v1/metrics/steps")
    @Takes({
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.NAME,
        Parameter.FROM,
        Parameter.TO,
        Parameter.RUNS,
        Parameter.PRECISION
    })
    Page<StepMetrics.Item> steps(Scope scope, Parameters parameters) throws SQLException {
        MetricFilter filter = filter(parameters);
        boolean exact = parameters.text(Parameter.PRECISION, "quick").equals("exact");
        int mostRows = exact ? CountedSteps.MOST_EXACT_ROWS : CountedSteps.MOST_ROWS;
        return moment.answer(
                connection -> new Page<>(new StepMetrics(connection, scope, filter, mostRows).find(), null));
    }

    @GetMapping("/api/v1/metrics/retries")
    @Takes({
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.NAME,
        Parameter.FROM,
        Parameter.TO,
        Parameter.RUNS,
        Parameter.RETRY_BUCKET
    })
    Page<StepMetrics.Retried> retries(Scope scope, Parameters parameters) throws SQLException {
        MetricFilter filter = filter(parameters);
        String bucket = parameters.text(Parameter.RETRY_BUCKET);
        Long length = bucket == null ? null : Objects.requireNonNull(BUCKETS.get(bucket));
        if (length != null && (filter.to() - filter.from()) / length > MOST_RETRY_BUCKETS) {
            throw OneMoment.tooWide("hours");
        }
        return moment.answer(connection ->
                new Page<>(new StepMetrics(connection, scope, filter, CountedSteps.MOST_ROWS).retried(length), null));
    }

    private MetricFilter filter(Parameters parameters) {
        return MetricFilter.of(parameters, clock.instant());
    }

    /** How long a bucket of that name is, in microseconds. */
    static long bucket(String name, MetricFilter filter) {
        long length = Objects.requireNonNull(BUCKETS.get(name));
        if ((filter.to() - filter.from()) / length > MOST_BUCKETS) {
            throw OneMoment.tooWide("buckets");
        }
        return length;
    }
}
