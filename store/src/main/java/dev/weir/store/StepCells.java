package dev.weir.store;

import dev.weir.core.stage.StageBuckets;
import dev.weir.store.HistogramRollUp.Counts;
import dev.weir.store.RollUp.Column;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is counted of the steps of ended runs over time, by when the run started. A run enters once, when it ends, and not with
 * each of its events.
 */
final class StepCells {
    private static final int QUARTERS = 0;
    private static final int DAYS = 2;
    private static final long QUARTER = 900_000_000L;
    private static final long DAY = 86_400_000_000L;
    private static final int FETCH_SIZE = 1000;
    private static final List<String> SUMS = List.of("steps", "failed", "retries", "retried", "timed", "duration_ms");

    /** Day by day, so that the cells of one day of one source are in memory, and not all of them. */
    private static final String ROWS_BY_DAY =
            "SELECT source, workflow_name, newest, micros(started_at), " + StepFigures.COLUMN + """
             FROM runs WHERE started_at IS NOT NULL AND ended_at IS NOT NULL
            ORDER BY source, floor(extract(epoch FROM started_at) / 86400)
            """;

    private static final String KNOWN_DAYS = """
            SELECT DISTINCT source, at FROM step_cells WHERE unit = 2
            UNION SELECT DISTINCT source, floor(at / 96.0)::int FROM step_cells WHERE unit = 0
            """;
    private static final String OF_DAY = """
            source = %d AND (unit = 2 AND at = %2$d OR unit = 0 AND at >= %2$d * 96 AND at < %2$d * 96 + 96)
            """;

    private record Cell(int source, int unit, int at, String workflow, String step, boolean earlier)
            implements Comparable<Cell> {
        private static final Comparator<Cell> ORDER = Comparator.comparingInt(Cell::source)
                .thenComparingInt(Cell::unit)
                .thenComparingInt(Cell::at)
                .thenComparing(Cell::workflow)
                .thenComparing(Cell::step)
                .thenComparing(Cell::earlier);

        @Override
        public int compareTo(Cell other) {
            return ORDER.compare(this, other);
        }

        String words() {
            return "of " + step + " in " + (earlier ? "earlier" : "newest") + " runs of " + workflow + " of source "
                    + source + " that started in " + (unit == DAYS ? "day " : "quarter ") + at;
        }
    }

    private record SourceDay(int source, int day) {}

    private static final HistogramRollUp<Cell> CELLS = new HistogramRollUp<>(
            "step_cells",
            List.of(
                    new Column<>("source", "int4", Cell::source),
                    new Column<>("unit", "int2", Cell::unit),
                    new Column<>("at", "int4", Cell::at),
                    new Column<>("workflow_name", "text", Cell::workflow),
                    new Column<>("step_name", "text", Cell::step),
                    new Column<>("earlier", "bool", Cell::earlier)),
            SUMS,
            List.of("durations", "retry_counts"),
            row -> new Cell(
                    row.getInt(1),
                    row.getInt(2),
                    row.getInt(3),
                    row.getString(4),
                    row.getString(5),
                    row.getBoolean(6)));

    private final Map<Cell, Counts> cells = new HashMap<>();

    private StepCells() {}

    static void add(Connection connection, int slot, Collection<RunFigures> before, Collection<RunFigures> after)
            throws SQLException {
        StepCells differences = new StepCells();
        before.forEach(run -> differences.count(run, -1));
        after.forEach(run -> differences.count(run, 1));
        CELLS.add(connection, slot, differences.cells);
    }

    private void count(RunFigures run, long n) {
        Long at = run.startedAt();
        if (at != null && run.endedAt() != null) {
            count(run.source(), run.workflowName(), !run.newest(), at, run.steps(), n);
        }
    }

    private void count(int source, String workflow, boolean earlier, long at, List<StepFigures> steps, long n) {
        for (StepFigures step : steps) {
            int quarter = (int) Math.floorDiv(at, QUARTER);
            int day = (int) Math.floorDiv(at, DAY);
            add(new Cell(source, QUARTERS, quarter, workflow, step.name(), earlier), step, n);
            add(new Cell(source, DAYS, day, workflow, step.name(), earlier), step, n);
        }
    }

    private void add(Cell cell, StepFigures step, long n) {
        Counts counts = CELLS.of(cells, cell);
        Long ms = step.completedMs();
        long[] sums = counts.sums();
        sums[0] += n;
        sums[1] += step.failed() ? n : 0;
        sums[2] += n * step.retries();
        sums[3] += step.retries() > 0 ? n : 0;
        if (ms != null) {
            sums[4] += n;
            sums[5] += n * ms;
            counts.durations()[0].add(StageBuckets.of(ms), n);
        }
        if (step.retries() > 0) {
            counts.durations()[1].add(step.retries(), n); // not in buckets: they are few, and the most is exact
        }
    }

    /** Finds where the cells are off and, unless only asked to look, mends them. The connection must be in a transaction. */
    static List<String> differences(Connection connection, int slot, boolean mend) throws SQLException {
        List<String> found = new ArrayList<>();
        Set<SourceDay> unseen = days(connection);
        try (PreparedStatement select = connection.prepareStatement(ROWS_BY_DAY)) {
            select.setFetchSize(FETCH_SIZE);
            try (ResultSet row = select.executeQuery()) {
                StepCells actual = new StepCells();
                SourceDay last = null;
                while (row.next()) {
                    long at = row.getLong(4);
                    SourceDay day = new SourceDay(row.getInt(1), (int) Math.floorDiv(at, DAY));
                    if (!day.equals(last)) {
                        found.addAll(compare(connection, slot, mend, last, actual));
                        actual = new StepCells();
                    }
                    unseen.remove(day);
                    List<StepFigures> steps = StepFigures.read(row.getArray(5));
                    actual.count(row.getInt(1), row.getString(2), !row.getBoolean(3), at, steps, 1);
                    last = day;
                }
                found.addAll(compare(connection, slot, mend, last, actual));
            }
        }
        for (SourceDay day : unseen) {
            found.addAll(compare(connection, slot, mend, day, new StepCells()));
        }
        return found;
    }

    private static List<String> compare(
            Connection connection, int slot, boolean mend, @Nullable SourceDay day, StepCells actual)
            throws SQLException {
        if (day == null) {
            return List.of();
        }
        String where = OF_DAY.formatted(day.source(), day.day());
        return CELLS.differences(connection, slot, mend, actual.cells, where, Cell::words);
    }

    /** Those that the table knows. */
    private static Set<SourceDay> days(Connection connection) throws SQLException {
        Set<SourceDay> days = new HashSet<>();
        try (PreparedStatement select = connection.prepareStatement(KNOWN_DAYS);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                days.add(new SourceDay(row.getInt(1), row.getInt(2)));
            }
        }
        return days;
    }
}
