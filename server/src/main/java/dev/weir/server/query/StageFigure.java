package dev.weir.server.query;

import dev.weir.store.StageFigures;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** What of a stage is measured in time; in the order of {@code stage_durations.figure}. */
enum StageFigure {
    FIRST_PASS("first_pass_ms", sums -> sums.pairs, sums -> sums.firstPassMs),
    PER_PASS("unnest(pass_ms)", sums -> sums.passes, sums -> sums.touchMs),
    SPAN("span_ms", sums -> sums.spans, sums -> sums.spanMs),
    LATE("late_ms", sums -> sums.missed, sums -> sums.lateMs);

    private final String values;
    private final ToLongFunction<StageSums> count;
    private final ToLongFunction<StageSums> sum;

    StageFigure(String values, ToLongFunction<StageSums> count, ToLongFunction<StageSums> sum) {
        this.values = values;
        this.count = count;
        this.sum = sum;
    }

    void add(StageFigures figures, StageDurations durations) {
        if (this == PER_PASS) {
            figures.passMs().forEach(durations::add);
            return;
        }
        Long ms = this == FIRST_PASS ? figures.firstPassMs() : this == SPAN ? figures.spanMs() : figures.lateMs();
        if (ms != null) {
            durations.add(ms);
        }
    }

    /** Groups with few values from their rows, the others from the roll-up of whole days and the rows of the rest. */
    Map<String, StageDurations.Figure> of(
            Connection connection, StageFilter filter, StageWhere where, Map<String, StageSums> groups, int mostExact)
            throws SQLException {
        Map<String, StageDurations> durations = new HashMap<>();
        List<String> few = new ArrayList<>();
        List<String> many = new ArrayList<>();
        groups.forEach((group, sums) -> {
            durations.put(group, new StageDurations(Math.max(mostExact, 1)));
            long n = count.applyAsLong(sums);
            if (n > 0) {
                (n <= mostExact ? few : many).add(group);
            }
        });
        if (!few.isEmpty()) {
            StageWhere rows = where.copy().any(filter.groupColumn(), "text", few);
            addRows(connection, filter, rows.between("at", filter.from(), filter.to()), durations);
        }
        if (!many.isEmpty()) {
            addDays(connection, filter, where.copy().any(filter.groupColumn(), "text", many), durations);
        }
        Map<String, StageDurations.Figure> figures = new HashMap<>();
        groups.forEach((group, sums) -> figures.put(group, figure(durations.get(group), sum.applyAsLong(sums))));
        return figures;
    }

    private static StageDurations.Figure figure(@Nullable StageDurations durations, long sum) {
        return durations == null ? new StageDurations().figure() : durations.figure(sum);
    }

    private void addDays(
            Connection connection, StageFilter filter, StageWhere where, Map<String, StageDurations> durations)
            throws SQLException {
        StageRange range = StageRange.of(filter, StageRange.DAY);
        if (range.firstUnit() < range.endUnit()) {
            StageWhere days = where.copy()
                    .and("figure = ?", ordinal())
                    .and("day >= ?", range.firstUnit())
                    .and("day < ?", range.endUnit());
            String sql = "SELECT " + filter.groupColumn() + ", bucket, sum(n) FROM stage_durations WHERE " + days.sql()
                    + " GROUP BY 1, 2 HAVING sum(n) <> 0";
            try (PreparedStatement select = days.prepare(connection, sql);
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    of(durations, row.getString(1)).add(row.getInt(2), row.getLong(3));
                }
            }
        }
        for (StageRange.Part part : range.parts()) {
            addRows(connection, filter, where.copy().between("at", part.from(), part.to()), durations);
        }
    }

    private void addRows(
            Connection connection, StageFilter filter, StageWhere where, Map<String, StageDurations> durations)
            throws SQLException {
        String notNull = this == PER_PASS ? "" : " AND " + values + " IS NOT NULL";
        String sql = "SELECT " + filter.groupColumn() + ", " + values + " FROM stages WHERE " + where.sql() + notNull;
        try (PreparedStatement select = where.prepare(connection, sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                of(durations, row.getString(1)).add(row.getLong(2));
            }
        }
    }

    private static StageDurations of(Map<String, StageDurations> durations, String group) {
        return durations.computeIfAbsent(group, unknown -> new StageDurations());
    }
}
