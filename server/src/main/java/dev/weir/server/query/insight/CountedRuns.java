package dev.weir.server.query.insight;

import dev.weir.core.run.RunStatus;
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
import java.util.function.Function;

/** Runs of a range, added up by workflow and, if asked for, by time: from cells where these are whole, and from rows. */
final class CountedRuns {
    private static final String CELLS =
            "SELECT source, workflow_name, at, " + RunSums.OF_CELLS + " FROM run_cells WHERE ";
    private static final String ROWS = """
            SELECT source, workflow_name, micros(%1$s), status::text, duration_ms,
              CASE WHEN ended_at IS NULL THEN 0 ELSE run_retries(id, run_seq, state, overflowed) END
            FROM runs WHERE\s""";

    /** @param from when the time begins that these runs have in common */
    record Group(Name name, long from) {}

    private final Connection connection;
    private final Collection<Integer> sources;
    private final MetricFilter filter;
    private final Map<Group, RunSums> groups = new HashMap<>();

    /** The connection must be in a transaction that sees one moment. */
    CountedRuns(Connection connection, Collection<Integer> sources, MetricFilter filter) {
        this.connection = connection;
        this.sources = sources;
        this.filter = filter;
    }

    /** All of the range. */
    Map<Name, RunSums> byName() throws SQLException {
        read(CutRange.DAY, at -> filter.from());
        Map<Name, RunSums> byName = new HashMap<>();
        groups.forEach((group, sums) -> byName.put(group.name(), sums));
        return byName;
    }

    /** @param length of a bucket, a quarter of an hour or a multiple of it that a day can be divided by */
    Map<Group, RunSums> byTime(long length) throws SQLException {
        read(length, at -> Math.floorDiv(at, length) * length);
        return groups;
    }

    private void read(long longest, Function<Long, Long> bucket) throws SQLException {
        CellRange range = CellRange.of(filter.from(), filter.to(), longest);
        for (CellRange.Cells cells : range.cells()) {
            readCells(cells, bucket);
        }
        for (CutRange.Part part : range.rest()) {
            readRows(part, bucket);
        }
        groups.values().removeIf(sums -> sums.runs == 0);
    }

    private void readCells(CellRange.Cells cells, Function<Long, Long> bucket) throws SQLException {
        Condition where = common().and("basis = ?", filter.byEnd() ? 1 : 0)
                .and("unit = ?", cells.unit())
                .and("at >= ?", cells.first())
                .and("at < ?", cells.end());
        if (filter.newestOnly()) {
            where.and("NOT earlier");
        }
        try (PreparedStatement select = where.prepare(connection, CELLS + where.sql());
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                of(row, bucket.apply(CellRange.start(cells.unit(), row.getInt(3))))
                        .addCells(row, 4);
            }
        }
    }

    /** Newest runs and earlier ones have indexes of their own. */
    private void readRows(CutRange.Part part, Function<Long, Long> bucket) throws SQLException {
        readRows(part, "newest", bucket);
        if (!filter.newestOnly()) {
            readRows(part, "NOT newest", bucket);
        }
    }

    private void readRows(CutRange.Part part, String which, Function<Long, Long> bucket) throws SQLException {
        String time = filter.byEnd() ? "ended_at" : "started_at";
        Condition where = common().and(which).between(time, part.from(), part.to());
        try (PreparedStatement select = where.prepare(connection, ROWS.formatted(time) + where.sql());
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                of(row, bucket.apply(row.getLong(3)))
                        .addRun(RunStatus.of(row.getString(4)), row.getObject(5, Long.class), row.getLong(6));
            }
        }
    }

    private Condition common() {
        Condition where = new Condition().any("source", "int4", sources);
        return filter.names().isEmpty() ? where : where.any("workflow_name", "text", filter.names());
    }

    private RunSums of(ResultSet row, long from) throws SQLException {
        Group group = new Group(new Name(row.getInt(1), row.getString(2)), from);
        return groups.computeIfAbsent(group, any -> new RunSums());
    }
}
