package dev.weir.server.query.insight;

import dev.weir.server.query.Condition;
import dev.weir.server.query.CutRange;
import dev.weir.store.StepFigures;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Steps of the runs that started in a range, added up by workflow and step and, if asked for, by time. Ended runs are in cells;
 * the ends of the range and open runs are read from rows. Where there are few runs, all are, and percentiles are exact.
 */
final class CountedSteps {
    /** Runs whose steps are read from rows within some tens of milliseconds. */
    static final int MOST_ROWS = 5_000;

    /** Runs that are read, for about a second, if somebody asks for it. */
    static final int MOST_EXACT_ROWS = 100_000;

    private static final int QUARTERS = 0;
    private static final int HOURS = 1;
    private static final String CELLS =
            "SELECT source, workflow_name, step_name, at, " + StepSums.OF_CELLS + " FROM step_cells WHERE ";
    private static final String ROWS =
            "SELECT source, workflow_name, micros(started_at), " + StepFigures.STORED + " FROM runs WHERE ";
    private static final String FEW = "SELECT count(*) FROM (SELECT FROM runs WHERE %s LIMIT %d) AS counted";

    record Step(int source, String workflowName, String stepName) {}

    /** @param from when the time begins that these have in common */
    record Group(Step step, long from) {}

    private final Connection connection;
    private final Collection<Integer> sources;
    private final MetricFilter filter;
    private final int mostRows;
    private final Map<Group, StepSums> groups = new HashMap<>();

    /** The connection must be in a transaction that sees one moment. */
    CountedSteps(Connection connection, Collection<Integer> sources, MetricFilter filter, int mostRows) {
        this.connection = connection;
        this.sources = sources;
        this.filter = filter;
        this.mostRows = mostRows;
    }

    Map<Step, StepSums> byStep() throws SQLException {
        read(CutRange.DAY, at -> filter.from());
        Map<Step, StepSums> byStep = new HashMap<>();
        groups.forEach((group, sums) -> byStep.put(group.step(), sums));
        return byStep;
    }

    /** @param length of a bucket, hours or days */
    Map<Group, StepSums> byTime(long length) throws SQLException {
        read(length, at -> Math.floorDiv(at, length) * length);
        return groups;
    }

    private void read(long longest, Function<Long, Long> bucket) throws SQLException {
        if (areFew()) {
            readRows(new CutRange.Part(filter.from(), filter.to()), "", bucket);
            return;
        }
        CellRange range = CellRange.of(filter.from(), filter.to(), longest);
        for (CellRange.Cells cells : range.cells()) {
            readCells(cells, bucket);
            long from = CellRange.start(cells.unit(), cells.first());
            long to = CellRange.start(cells.unit(), cells.end());
            readRows(new CutRange.Part(from, to), " AND status IN ('pending', 'running', 'paused')", bucket);
        }
        for (CutRange.Part part : range.rest()) {
            readRows(part, "", bucket);
        }
        groups.values().removeIf(sums -> sums.steps == 0);
    }

    private boolean areFew() throws SQLException {
        long n = 0;
        for (String which : which()) {
            Condition where = common().and(which).between("started_at", filter.from(), filter.to());
            try (PreparedStatement select = where.prepare(connection, FEW.formatted(where.sql(), mostRows + 1));
                    ResultSet row = select.executeQuery()) {
                row.next();
                n += row.getLong(1);
            }
        }
        return n <= mostRows;
    }

    /** Newest runs and earlier ones have indexes of their own. */
    private List<String> which() {
        return filter.newestOnly() ? List.of("newest") : List.of("newest", "NOT newest");
    }

    private void readCells(CellRange.Cells cells, Function<Long, Long> bucket) throws SQLException {
        boolean hours = cells.unit() == HOURS; // there are only days and quarters
        int unit = hours ? QUARTERS : cells.unit();
        Condition where = common().and("unit = ?", unit)
                .and("at >= ?", hours ? cells.first() * 4 : cells.first())
                .and("at < ?", hours ? cells.end() * 4 : cells.end());
        if (filter.newestOnly()) {
            where.and("NOT earlier");
        }
        try (PreparedStatement select = where.prepare(connection, CELLS + where.sql());
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                Step step = new Step(row.getInt(1), row.getString(2), row.getString(3));
                of(step, bucket.apply(CellRange.start(unit, row.getInt(4)))).addCells(row, 5);
            }
        }
    }

    private void readRows(CutRange.Part part, String open, Function<Long, Long> bucket) throws SQLException {
        for (String which : which()) {
            Condition where = common().and(which + open).between("started_at", part.from(), part.to());
            try (PreparedStatement select = where.prepare(connection, ROWS + where.sql());
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    for (StepFigures figures : StepFigures.readSteps(row, 4)) {
                        Step step = new Step(row.getInt(1), row.getString(2), figures.name());
                        of(step, bucket.apply(row.getLong(3))).add(figures);
                    }
                }
            }
        }
    }

    private Condition common() {
        Condition where = new Condition().any("source", "int4", sources);
        return filter.names().isEmpty() ? where : where.any("workflow_name", "text", filter.names());
    }

    private StepSums of(Step step, long from) {
        return groups.computeIfAbsent(new Group(step, from), any -> new StepSums());
    }
}
