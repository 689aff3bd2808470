package dev.weir.server.query.insight;

import dev.weir.server.query.Condition;
import dev.weir.server.query.CutRange;
import dev.weir.server.query.insight.CountedRuns.Group;
import dev.weir.store.RunDurations.Name;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** How many runs started over time: {@link CountedRuns} without all else, which is most of the reading. */
final class StartsOverTime {
    private static final String CELLS =
            "SELECT source, %1$s, at, sum(runs)::bigint FROM run_cells WHERE %2$s GROUP BY 1, 2, 3";
    private static final String ROWS = "SELECT source, %1$s, micros(started_at), 1::bigint FROM runs WHERE %2$s";

    private final Connection connection;
    private final Collection<Integer> sources;
    private final MetricFilter filter;
    private final long length;
    private final String name;
    private final Map<Group, Long> starts = new HashMap<>();

    /**
     * The connection must be in a transaction that sees one moment.
     *
     * @param length of a bucket, in microseconds
     * @param byName whether workflows are told apart; else all are under an empty name
     */
    StartsOverTime(
            Connection connection, Collection<Integer> sources, MetricFilter filter, long length, boolean byName) {
        this.connection = connection;
        this.sources = sources;
        this.filter = filter;
        this.length = length;
        name = byName ? "workflow_name" : "''";
    }

    Map<Group, Long> count() throws SQLException {
        CellRange range = CellRange.of(filter.from(), filter.to(), length);
        for (CellRange.Cells cells : range.cells()) {
            Condition where = common().and("basis = 0")
                    .and("unit = ?", cells.unit())
                    .and("at >= ?", cells.first())
                    .and("at < ?", cells.end());
            if (filter.newestOnly()) {
                where.and("NOT earlier");
            }
            read(CELLS, where, cells.unit());
        }
        for (CutRange.Part part : range.rest()) {
            readRows(part, "newest");
            if (!filter.newestOnly()) {
                readRows(part, "NOT newest");
            }
        }
        starts.values().removeIf(runs -> runs == 0);
        return starts;
    }

    /** Newest runs and earlier ones have indexes of their own. */
    private void readRows(CutRange.Part part, String which) throws SQLException {
        read(ROWS, common().and(which).between("started_at", part.from(), part.to()), -1);
    }

    private Condition common() {
        Condition where = new Condition().any("source", "int4", sources);
        return filter.names().isEmpty() ? where : where.any("workflow_name", "text", filter.names());
    }

    /** @param unit of cells, -1 for rows */
    private void read(String sql, Condition where, int unit) throws SQLException {
        try (PreparedStatement select = where.prepare(connection, sql.formatted(name, where.sql()));
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                long at = unit < 0 ? row.getLong(3) : CellRange.start(unit, row.getInt(3));
                Name of = new Name(row.getInt(1), row.getString(2));
                starts.merge(new Group(of, Math.floorDiv(at, length) * length), row.getLong(4), Long::sum);
            }
        }
    }
}
