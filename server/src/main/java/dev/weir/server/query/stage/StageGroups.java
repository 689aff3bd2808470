package dev.weir.server.query.stage;

import dev.weir.server.access.Scope;
import dev.weir.server.query.Condition;
import dev.weir.server.query.Micros;
import dev.weir.server.query.VisibleSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private final StagePrecision precision;

    /** @param now in microseconds, if it is asked what is overdue */
    StageGroups(
            Connection connection,
            StageFilter filter,
            Set<StageFigure> wanted,
            @Nullable Long now,
            StagePrecision precision) {
        this.connection = connection;
        this.filter = filter;
        this.wanted = wanted;
        this.now = now;
        this.precision = precision;
    }

    List<Group> find(Scope scope) throws SQLException {
        Map<Integer, VisibleSource> sources = filter.sources(connection, scope);
        Condition where = filter.where(sources);
        Map<String, StageSums> sums = StageSums.of(connection, filter, where);
        Map<StageFigure, Map<String, StageDurations.Figure>> figures =
                new FigureReader(connection, filter, where, precision).read(wanted, sums);
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
    private Map<String, StageDurations> overdue(Condition where) throws SQLException {
        Map<String, StageDurations> overdue = new HashMap<>();
        if (now == null) {
            return overdue;
        }
        Condition open = where.copy()
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
}
