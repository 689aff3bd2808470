package dev.weir.server.query;

import dev.weir.server.access.Scope;
import dev.weir.store.StageFigures;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Stages told apart by stage or by workflow, each with its sums and with the figures that are asked for. */
final class StageGroups {

    record Group(
            String name,
            StageSums sums,
            Map<StageFigure, StageDurations.Figure> figures,
            StageDurations.Figure overdueBy) {

        StageDurations.Figure figure(StageFigure figure) {
            StageDurations.Figure known = figures.get(figure);
            return known == null ? new StageDurations().figure() : known;
        }
    }

    private final Connection connection;
    private final StageFilter filter;
    private final Set<StageFigure> wanted;
    private final @Nullable Long now;
    private final int mostExact;

    /** @param now in microseconds, if it is asked what is overdue */
    StageGroups(Connection connection, StageFilter filter, Set<StageFigure> wanted, @Nullable Long now, int mostExact) {
        this.connection = connection;
        this.filter = filter;
        this.wanted = wanted;
        this.now = now;
        this.mostExact = mostExact;
    }

    List<Group> find(Scope scope) throws SQLException {
        Map<Integer, VisibleSource> sources = filter.sources(connection, scope);
        return filter.isOfSteps() ? ofSteps(scope, sources) : ofStages(sources);
    }

    private List<Group> ofStages(Map<Integer, VisibleSource> sources) throws SQLException {
        StageWhere where = StageWhere.of(filter, sources);
        Map<String, StageSums> sums = StageSums.of(connection, filter, where);
        Map<StageFigure, Map<String, StageDurations.Figure>> figures = new EnumMap<>(StageFigure.class);
        for (StageFigure figure : wanted) {
            figures.put(figure, figure.of(connection, filter, where, sums, mostExact));
        }
        Map<String, StageDurations> overdue = overdue(where);
        return sums.entrySet().stream()
                .map(entry -> new Group(
                        entry.getKey(),
                        entry.getValue(),
                        of(figures, entry.getKey()),
                        overdue.getOrDefault(entry.getKey(), new StageDurations())
                                .figure()))
                .toList();
    }

    private static Map<StageFigure, StageDurations.Figure> of(
            Map<StageFigure, Map<String, StageDurations.Figure>> figures, String group) {
        Map<StageFigure, StageDurations.Figure> own = new EnumMap<>(StageFigure.class);
        figures.forEach((figure, groups) -> {
            StageDurations.Figure known = groups.get(group);
            if (known != null) {
                own.put(figure, known);
            }
        });
        return own;
    }

    /** What is open is little: it has an index of its own. */
    private Map<String, StageDurations> overdue(StageWhere where) throws SQLException {
        Map<String, StageDurations> overdue = new HashMap<>();
        if (now == null) {
            return overdue;
        }
        StageWhere open = where.copy()
                .between("at", filter.from(), filter.to())
                .and("open_now")
                .and("last_sla_due < ?", Micros.time(now));
        String sql = "SELECT " + filter.groupColumn() + ", micros(last_sla_due) FROM stages WHERE " + open.sql();
        try (PreparedStatement select = open.prepare(connection, sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                overdue.computeIfAbsent(row.getString(1), group -> new StageDurations())
                        .add((now - row.getLong(2)) / 1000);
            }
        }
        return overdue;
    }

    private static final class Tally {
        final StageSums sums = new StageSums();
        final Map<StageFigure, StageDurations> durations = new EnumMap<>(StageFigure.class);
    }

    /** Steps have no SLA: nothing of them is overdue. */
    private List<Group> ofSteps(Scope scope, Map<Integer, VisibleSource> sources) throws SQLException {
        Map<String, Tally> tallies = new TreeMap<>();
        StepFigures.each(
                connection, scope, filter, sources.keySet(), run -> run.stages().forEach(step -> add(tallies, step)));
        return tallies.entrySet().stream()
                .map(entry -> new Group(
                        entry.getKey(),
                        entry.getValue().sums,
                        figures(entry.getValue()),
                        new StageDurations().figure()))
                .toList();
    }

    private void add(Map<String, Tally> tallies, StageFigures step) {
        Tally tally = tallies.computeIfAbsent(filter.group(step), group -> new Tally());
        tally.sums.add(step);
        for (StageFigure figure : wanted) {
            figure.add(step, tally.durations.computeIfAbsent(figure, any -> new StageDurations()));
        }
    }

    private static Map<StageFigure, StageDurations.Figure> figures(Tally tally) {
        Map<StageFigure, StageDurations.Figure> figures = new EnumMap<>(StageFigure.class);
        tally.durations.forEach((figure, durations) -> figures.put(figure, durations.figure()));
        return figures;
    }
}
