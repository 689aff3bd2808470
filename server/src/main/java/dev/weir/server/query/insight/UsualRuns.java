package dev.weir.server.query.insight;

import dev.weir.core.insight.Outcomes;
import dev.weir.core.insight.UsualRate;
import dev.weir.core.insight.UsualWeeks;
import dev.weir.core.stage.StageBuckets;
import dev.weir.server.query.CutRange;
import dev.weir.store.RunDurations.Name;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How runs fared in the same hours of the last four weeks. What is usual need not be exact at the edges: the weeks are cut at
 * whole hours, or quarters of a range of a few hours, and only cells are read.
 */
final class UsualRuns implements Habits.Usual {
    private static final long FEW_HOURS = 6 * CutRange.HOUR;
    // OFFSET 0 keeps the weeks apart: joined, the planner would rather read all cells of the sources once.
    private static final String CELLS = """
            SELECT c.source, c.workflow_name, w.week, sum(c.runs), sum(c.completed), sum(c.failed), %s
            FROM unnest(?::int4[], ?::int4[], ?::int4[], ?::int4[]) AS w(week, unit, first, after)
            CROSS JOIN LATERAL (
              SELECT source, workflow_name, runs, completed, failed, durations FROM run_cells
              WHERE source = ANY(?) AND basis = ? AND unit = w.unit AND at >= w.first AND at < w.after
              OFFSET 0) AS c
            GROUP BY 1, 2, 3
            """;

    /** Of one group, or of several. */
    static final class Sums {
        private long runs;
        private long completed;
        private long failed;
        private final StageBuckets durations = new StageBuckets();

        @Nullable
        UsualRate rate() {
            return UsualRate.of(new Outcomes(completed, failed));
        }

        @Nullable
        Double successRate() {
            UsualRate rate = rate();
            return rate == null ? null : Double.valueOf(rate.successRate());
        }

        /** That started, or ended, whichever is asked for. */
        long runs() {
            return runs;
        }

        StageBuckets durations() {
            return durations;
        }

        void add(Sums other) {
            runs += other.runs;
            completed += other.completed;
            failed += other.failed;
            durations.add(other.durations, 1);
        }
    }

    /**
     * What is asked for, cut at whole hours or quarters.
     *
     * @param durations these are most of the reading
     * @param weeks the cells of each
     */
    record Question(Set<Integer> sources, boolean byEnd, boolean durations, List<List<CellRange.Cells>> weeks) {
        static Question rates(Collection<Integer> sources, MetricFilter filter) {
            return of(sources, filter, false);
        }

        static Question withDurations(Collection<Integer> sources, MetricFilter filter) {
            return of(sources, filter, true);
        }

        private static Question of(Collection<Integer> sources, MetricFilter filter, boolean durations) {
            long unit = filter.to() - filter.from() > FEW_HOURS ? CutRange.HOUR : CellRange.QUARTER;
            List<List<CellRange.Cells>> weeks = new ArrayList<>();
            for (UsualWeeks.Range week : UsualWeeks.of(filter.from(), filter.to())) {
                weeks.add(CellRange.of(whole(week.from(), unit), whole(week.to(), unit), CutRange.DAY)
                        .cells());
            }
            return new Question(Set.copyOf(sources), filter.byEnd(), durations, weeks);
        }

        private static long whole(long micros, long unit) {
            return Math.floorDiv(micros, unit) * unit;
        }

        /** Week, unit, first and end of all cells. */
        private List<int[]> parts() {
            List<int[]> parts = new ArrayList<>();
            for (int week = 0; week < weeks.size(); week++) {
                for (CellRange.Cells cells : weeks.get(week)) {
                    parts.add(new int[] {week, cells.unit(), cells.first(), cells.end()});
                }
            }
            return parts;
        }
    }

    private final List<Map<Name, Sums>> weeks = new ArrayList<>();

    private UsualRuns() {}

    static UsualRuns read(Connection connection, Question question) throws SQLException {
        UsualRuns usual = new UsualRuns();
        question.weeks().forEach(week -> usual.weeks.add(new HashMap<>()));
        List<int[]> parts = question.parts();
        String sql = CELLS.formatted(question.durations() ? "array_agg(c.durations)" : "NULL::bytea[]");
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            for (int column = 0; column < 4; column++) {
                int place = column;
                Object[] values = parts.stream().map(part -> part[place]).toArray();
                select.setArray(column + 1, connection.createArrayOf("int4", values));
            }
            select.setArray(
                    5, connection.createArrayOf("int4", question.sources().toArray()));
            select.setInt(6, question.byEnd() ? 1 : 0);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    usual.weeks.get(row.getInt(3)).put(new Name(row.getInt(1), row.getString(2)), sums(row));
                }
            }
        }
        return usual;
    }

    private static Sums sums(ResultSet row) throws SQLException {
        Sums sums = new Sums();
        sums.runs = row.getLong(4);
        sums.completed = row.getLong(5);
        sums.failed = row.getLong(6);
        Array durations = row.getArray(7);
        for (byte[] one : durations == null ? new byte[0][] : (byte[][]) durations.getArray()) {
            sums.durations.add(one);
        }
        return sums;
    }

    @Override
    public long runs() {
        return weeks.stream()
                .flatMap(week -> week.values().stream())
                .mapToLong(Sums::runs)
                .sum();
    }

    Sums of(Predicate<Name> which) {
        Sums sum = new Sums();
        weeks.forEach(week -> week.forEach((name, sums) -> {
            if (which.test(name)) {
                sum.add(sums);
            }
        }));
        return sum;
    }

    Map<Name, Sums> byName() {
        Map<Name, Sums> byName = new HashMap<>();
        weeks.forEach(week -> week.forEach(
                (name, sums) -> byName.computeIfAbsent(name, any -> new Sums()).add(sums)));
        return byName;
    }

    /** In how many weeks there were any of these: of a week in which there was nothing yet, nothing is usual. */
    long weeksWith(Predicate<Name> which) {
        return weeks.stream()
                .filter(week -> week.entrySet().stream()
                        .anyMatch(entry ->
                                which.test(entry.getKey()) && entry.getValue().runs() > 0))
                .count();
    }
}
