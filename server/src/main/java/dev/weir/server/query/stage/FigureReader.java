package dev.weir.server.query.stage;

import dev.weir.server.query.Condition;
import dev.weir.server.query.CutRange;
import dev.weir.server.query.RankedBuckets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * How long stages took, by group. A figure with few values is made of all of them; one with many of the buckets of whole
 * days, and of the values of the rest of the range. Where these are not too many, percentiles are exact nevertheless: then
 * the buckets only tell which values to read.
 */
final class FigureReader {
    private final Connection connection;
    private final StageFilter filter;
    private final Condition where;
    private final StagePrecision precision;
    private final Map<StageFigure, Map<String, StageDurations>> durations = new EnumMap<>(StageFigure.class);

    FigureReader(Connection connection, StageFilter filter, Condition where, StagePrecision precision) {
        this.connection = connection;
        this.filter = filter;
        this.where = where;
        this.precision = precision;
    }

    Map<StageFigure, Map<String, StageDurations.Figure>> read(
            Collection<StageFigure> wanted, Map<String, StageSums> groups) throws SQLException {
        durations(wanted, groups);
        Map<StageFigure, Map<String, RankedBuckets>> exact = ranks(groups);
        Map<StageFigure, Map<String, StageDurations.Figure>> figures = new EnumMap<>(StageFigure.class);
        for (StageFigure figure : wanted) {
            Map<String, StageDurations.Figure> all = new HashMap<>();
            groups.forEach((group, sums) -> {
                RankedBuckets ranks = exact.getOrDefault(figure, Map.of()).get(group);
                all.put(group, of(figure, group).figure(figure.sum(sums), ranks));
            });
            figures.put(figure, all);
        }
        return figures;
    }

    /** Of the figures that have too many values to read all, and few enough to be exact. */
    private Map<StageFigure, Map<String, RankedBuckets>> ranks(Map<String, StageSums> groups) throws SQLException {
        Map<StageFigure, Map<String, RankedBuckets>> ranks = new EnumMap<>(StageFigure.class);
        durations.forEach((figure, own) -> groups.forEach((group, sums) -> {
            if (precision.readsRanks(figure.count(sums))) {
                ranks.computeIfAbsent(figure, any -> new HashMap<>())
                        .put(group, of(figure, group).ranks());
            }
        }));
        if (!ranks.isEmpty()) {
            new RankReader(connection, filter, where).read(ranks);
            readAllInsteadOf(ranks);
        }
        return ranks;
    }

    /** Whatever is not whole is read value by value. */
    private void readAllInsteadOf(Map<StageFigure, Map<String, RankedBuckets>> ranks) throws SQLException {
        Map<StageFigure, Set<String>> again = new EnumMap<>(StageFigure.class);
        ranks.forEach((figure, own) -> own.forEach((group, one) -> {
            if (!one.isWhole()) {
                again.computeIfAbsent(figure, any -> new HashSet<>()).add(group);
            }
        }));
        again.forEach((figure, names) -> names.forEach(group -> {
            ranks.getOrDefault(figure, Map.of()).remove(group);
            of(figure).put(group, new StageDurations(precision.mostExact()));
        }));
        addRows(again, filter.from(), filter.to());
    }

    /** Of every group, be it that it has none. */
    Map<StageFigure, Map<String, StageDurations>> durations(
            Collection<StageFigure> wanted, Map<String, StageSums> groups) throws SQLException {
        Map<StageFigure, Set<String>> few = new EnumMap<>(StageFigure.class);
        Map<StageFigure, Set<String>> many = new EnumMap<>(StageFigure.class);
        for (StageFigure figure : wanted) {
            Map<String, StageDurations> own = new HashMap<>();
            groups.forEach((group, sums) -> {
                own.put(group, new StageDurations(Math.max(precision.mostExact(), 1)));
                long n = figure.count(sums);
                if (n > 0) {
                    (precision.readsAll(n) ? few : many)
                            .computeIfAbsent(figure, any -> new HashSet<>())
                            .add(group);
                }
            });
            durations.put(figure, own);
        }
        addRows(few, filter.from(), filter.to());
        addDays(many);
        return durations;
    }

    private void addDays(Map<StageFigure, Set<String>> many) throws SQLException {
        if (many.isEmpty()) {
            return;
        }
        CutRange range = CutRange.of(filter.from(), filter.to(), CutRange.DAY);
        if (range.hasWhole()) {
            List<String> columns = many.keySet().stream()
                    .flatMap(figure -> figure.buckets().stream())
                    .distinct()
                    .toList();
            Condition days = of(many).and("day >= ?", range.firstUnit()).and("day < ?", range.endUnit());
            String sql = "SELECT " + filter.groupColumn() + ", " + String.join(", ", columns)
                    + " FROM stage_days WHERE " + days.sql();
            try (PreparedStatement select = days.prepare(connection, sql);
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    addDay(many, row, columns);
                }
            }
        }
        for (CutRange.Part part : range.parts()) {
            addRows(many, part.from(), part.to());
        }
    }

    private void addDay(Map<StageFigure, Set<String>> many, ResultSet row, List<String> columns) throws SQLException {
        String group = row.getString(1);
        for (int i = 0; i < columns.size(); i++) {
            byte[] buckets = row.getBytes(2 + i);
            for (Map.Entry<StageFigure, Set<String>> entry : many.entrySet()) {
                if (buckets.length > 0
                        && entry.getValue().contains(group)
                        && entry.getKey().buckets().contains(columns.get(i))) {
                    of(entry.getKey(), group).add(buckets);
                }
            }
        }
    }

    private void addRows(Map<StageFigure, Set<String>> wanted, long from, long to) throws SQLException {
        if (wanted.isEmpty()) {
            return;
        }
        List<StageFigure> figures = new ArrayList<>(wanted.keySet());
        Condition rows = of(wanted).between("at", from, to);
        String values = figures.stream()
                .map(figure -> "array_agg(" + figure.value() + ") FILTER (WHERE " + figure.value() + " IS NOT NULL)")
                .collect(Collectors.joining(", "));
        String sql =
                "SELECT " + filter.groupColumn() + ", " + values + " FROM stages WHERE " + rows.sql() + " GROUP BY 1";
        try (PreparedStatement select = rows.prepare(connection, sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                for (int i = 0; i < figures.size(); i++) {
                    add(wanted, figures.get(i), row.getString(1), row.getArray(2 + i));
                }
            }
        }
        if (wanted.containsKey(StageFigure.PER_PASS)) {
            addFurtherPasses(wanted, rows);
        }
    }

    private void addFurtherPasses(Map<StageFigure, Set<String>> wanted, Condition rows) throws SQLException {
        String sql = "SELECT " + filter.groupColumn() + ", array_agg(ms) FROM stages CROSS JOIN LATERAL"
                + " unnest(pass_ms[2:]) AS ms WHERE " + rows.sql() + " AND cardinality(pass_ms) > 1 GROUP BY 1";
        try (PreparedStatement select = rows.prepare(connection, sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                add(wanted, StageFigure.PER_PASS, row.getString(1), row.getArray(2));
            }
        }
    }

    private void add(Map<StageFigure, Set<String>> wanted, StageFigure figure, String group, Array values)
            throws SQLException {
        if (values != null && wanted.getOrDefault(figure, Set.of()).contains(group)) {
            of(figure, group).addAll(values);
        }
    }

    /** All groups of any of these. */
    private Condition of(Map<StageFigure, Set<String>> wanted) {
        Set<String> groups = new HashSet<>();
        wanted.values().forEach(groups::addAll);
        return where.copy().any(filter.groupColumn(), "text", groups);
    }

    private StageDurations of(StageFigure figure, String group) {
        return of(figure).computeIfAbsent(group, any -> new StageDurations());
    }

    private Map<String, StageDurations> of(StageFigure figure) {
        return durations.computeIfAbsent(figure, any -> new HashMap<>());
    }
}
