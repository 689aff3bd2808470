package dev.weir.server.query.insight;

import dev.weir.server.query.Condition;
import dev.weir.server.query.CutRange;
import dev.weir.store.RunDurations.Name;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** How runs ended over time: {@link CountedRuns} without what only durations and retries need, which is most of the reading. */
final class EndsOverTime {
    private static final String CELLS = """
            SELECT source, %1$s, at, sum(completed), sum(failed), sum(cancelled) FROM run_cells
            WHERE %2$s GROUP BY 1, 2, 3
            """;
    private static final String ROWS = """
            SELECT source, %1$s, micros(ended_at), (status = 'completed')::int, (status = 'failed')::int,
              (status = 'cancelled')::int
            FROM runs WHERE %2$s
            """;

    private final Connection connection;
    private final Collection<Integer> sources;
    private final MetricFilter filter;
    private final long length;
    private final Map<Name, EndedSeries> found = new HashMap<>();

    /**
     * The connection must be in a transaction that sees one moment.
     *
     * @param length of a bucket, in microseconds
     */
    EndsOverTime(Connection connection, Collection<Integer> sources, MetricFilter filter, long length) {
        this.connection = connection;
        this.sources = sources;
        this.filter = filter;
        this.length = length;
    }

    Map<Name, EndedSeries> byName() throws SQLException {
        read("workflow_name");
        return found;
    }

    Map<Integer, EndedSeries> bySource() throws SQLException {
        read("''");
        Map<Integer, EndedSeries> bySource = new HashMap<>();
        found.forEach((name, series) -> bySource.put(name.source(), series));
        return bySource;
    }

    private void read(String name) throws SQLException {
        CellRange range = CellRange.of(filter.from(), filter.to(), length);
        for (CellRange.Cells cells : range.cells()) {
            Condition where = common().and("basis = 1")
                    .and("unit = ?", cells.unit())
                    .and("at >= ?", cells.first())
                    .and("at < ?", cells.end());
            read(CELLS.formatted(name, where.sql()), where, cells.unit());
        }
        for (CutRange.Part part : range.rest()) {
            Condition where = common().between("ended_at", part.from(), part.to());
            read(ROWS.formatted(name, where.sql()), where, -1);
        }
    }

    private Condition common() {
        Condition where = new Condition().any("source", "int4", sources);
        return filter.names().isEmpty() ? where : where.any("workflow_name", "text", filter.names());
    }

    /** @param unit of cells, -1 for rows */
    private void read(String sql, Condition where, int unit) throws SQLException {
        try (PreparedStatement select = where.prepare(connection, sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                long at = unit < 0 ? row.getLong(3) : CellRange.start(unit, row.getInt(3));
                found.computeIfAbsent(
                                new Name(row.getInt(1), row.getString(2)),
                                any -> new EndedSeries(filter.from(), filter.to(), length))
                        .add(at, row.getLong(4), row.getLong(5), row.getLong(6));
            }
        }
    }
}
