package dev.weir.server.query.insight;

import dev.weir.core.insight.Course;
import dev.weir.core.insight.Outcomes;
import dev.weir.core.insight.Sentences;
import dev.weir.core.insight.Slowness;
import dev.weir.core.insight.UsualRate;
import dev.weir.core.run.RunRows;
import dev.weir.server.query.CutRange;
import dev.weir.server.query.Micros;
import dev.weir.server.query.insight.Attention.Kind;
import dev.weir.server.query.insight.Attention.Said;
import dev.weir.server.query.insight.Attention.Spark;
import dev.weir.server.query.insight.Attention.Where;
import dev.weir.store.RunDurations.Name;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Workflows of which more fail than usual, or which take longer, in the hours up to now. */
final class UnusualRuns {
    private static final long HOURS = 6 * CutRange.HOUR;
    /** The step at which most fail. Newest runs and earlier ones have indexes of their own. */
    private static final String STEPS = """
            SELECT error_step_name, count(*) FROM (
              SELECT error_step_name FROM runs WHERE newest AND ended_at IS NOT NULL AND status = 'failed' AND source = ?
                AND name_hash = hashtextextended(?, 0) AND ended_at >= ?
              UNION ALL
              SELECT error_step_name FROM runs WHERE NOT newest AND status = 'failed' AND source = ?
                AND workflow_name = ? AND ended_at >= ? AND started_at >= ?) AS failed
            WHERE error_step_name IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1
            """;

    private record Blamed(@Nullable String step, long n) {}

    private final Connection connection;
    private final Map<Integer, KnownSource> sources;
    private final Habits habits;
    private final MetricFilter filter;
    private final long now;

    /** The connection must be in a transaction that sees one moment. */
    UnusualRuns(Connection connection, Map<Integer, KnownSource> sources, Habits habits, long now) {
        this.connection = connection;
        this.sources = sources;
        this.habits = habits;
        this.now = now;
        long from = Math.floorDiv(now - HOURS, CellRange.QUARTER) * CellRange.QUARTER;
        filter = new MetricFilter(Set.of(), Set.of(), Set.of(), from, now, true, false);
    }

    List<Attention> find() throws SQLException {
        Map<Name, EndedSeries> ended =
                new EndsOverTime(connection, sources.keySet(), filter, CellRange.QUARTER).byName();
        Map<Name, RunSums> sums = new CountedRuns(connection, sources.keySet(), filter).byName();
        UsualRuns usual = habits.withDurations(connection, sources.keySet(), filter);
        Map<Name, UsualRuns.Sums> usualByName = usual.byName();
        List<Attention> found = new ArrayList<>();
        for (Map.Entry<Name, EndedSeries> entry : ended.entrySet()) {
            Name name = entry.getKey();
            UsualRuns.Sums before = usualByName.getOrDefault(name, new UsualRuns.Sums());
            Attention failing = failing(name, entry.getValue(), before.rate());
            RunSums own = sums.get(name);
            Attention slower = own == null ? null : slower(name, entry.getValue(), own, before);
            if (failing != null) {
                found.add(failing);
            }
            if (slower != null) {
                found.add(slower);
            }
        }
        return found;
    }

    private @Nullable Attention failing(Name name, EndedSeries series, @Nullable UsualRate usual) throws SQLException {
        Course course = series.course();
        if (!UsualRate.isOutside(course.newest(), usual)) {
            return null;
        }
        Long since = course.outsideSince(usual);
        long from = since == null ? filter.from() : since;
        Outcomes outcomes = course.from(from);
        Blamed blamed = blamed(name, from);
        Where where = where(name, blamed.step());
        return Attention.of(
                Kind.FAILING,
                where,
                new Said(
                        Sentences.failing(name.workflowName(), outcomes, from, now, blamed.step(), blamed.n()),
                        Sentences.usualFailures(usual)),
                outcomes.failed(),
                RunRows.instant(from),
                new Spark(series.from(), series.length() / 1000, series.failures()),
                where.href(
                        "/runs",
                        "name",
                        name.workflowName(),
                        "status",
                        "failed",
                        "basis",
                        "ended",
                        "from",
                        RunRows.instant(from).toString()));
    }

    private Blamed blamed(Name name, long from) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(STEPS)) {
            for (int i = 1; i <= 4; i += 3) {
                select.setInt(i, name.source());
                select.setString(i + 1, name.workflowName());
                select.setObject(i + 2, Micros.time(from));
            }
            select.setObject(7, Micros.time(from - CutRange.DAY));
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? new Blamed(row.getString(1), row.getLong(2)) : new Blamed(null, 0);
            }
        }
    }

    private @Nullable Attention slower(Name name, EndedSeries series, RunSums sums, UsualRuns.Sums usual) {
        Slowness slowness = Slowness.of(sums.durations, usual.durations());
        if (slowness == null) {
            return null;
        }
        Where where = where(name, null);
        Instant since = RunRows.instant(filter.from());
        return Attention.of(
                Kind.SLOWER,
                where,
                new Said(
                        Sentences.slower(name.workflowName(), slowness, sums.timed),
                        Sentences.usuallyTakes(name.workflowName(), Math.round(slowness.usualP50Ms()))),
                sums.timed,
                since,
                new Spark(series.from(), series.length() / 1000, series.ends()),
                where.href("/runs", "name", name.workflowName(), "basis", "ended", "from", since.toString()));
    }

    private Where where(Name name, @Nullable String step) {
        KnownSource source = Objects.requireNonNull(sources.get(name.source()));
        return new Where(source.env(), source.serviceKey(), name.workflowName(), step);
    }
}
