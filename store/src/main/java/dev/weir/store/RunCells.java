package dev.weir.store;

import dev.weir.core.run.RunStatus;
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
 * What is counted of all runs over time: outcomes, durations and retries by workflow, once by when runs started and once by
 * when they ended. A run that is followed by another of its id is counted apart from then on, so that both questions have an
 * answer: of every run, and of the newest of each id.
 */
final class RunCells {
    private static final int BY_START = 0;
    private static final int BY_END = 1;
    /** A quarter of an hour, an hour, a day. */
    private static final long[] UNITS = {900_000_000L, 3_600_000_000L, 86_400_000_000L};

    private static final long DAY = UNITS[2];

    private static final List<String> SUMS =
            List.of("runs", "pending", "completed", "failed", "cancelled", "timed", "duration_ms", "retries");
    private static final int FETCH_SIZE = 1000;

    /** Day by day, so that the cells of one day of one source are in memory, and not all of them. */
    private static final String ROWS_BY_DAY = "SELECT " + RunFigures.COLUMNS + """
            FROM runs WHERE %1$s IS NOT NULL ORDER BY source, floor(extract(epoch FROM %1$s) / 86400)
            """;

    private static final String DAYS = """
            SELECT DISTINCT source, at FROM run_cells WHERE basis = ? AND unit = 2
            UNION SELECT DISTINCT source, floor(at / 24.0)::int FROM run_cells WHERE basis = ? AND unit = 1
            UNION SELECT DISTINCT source, floor(at / 96.0)::int FROM run_cells WHERE basis = ? AND unit = 0
            """;
    private static final String OF_DAY = """
            source = %d AND basis = %d AND (unit = 2 AND at = %3$d OR unit = 1 AND at >= %3$d * 24 AND at < %3$d * 24 + 24
              OR unit = 0 AND at >= %3$d * 96 AND at < %3$d * 96 + 96)
            """;

    private record Cell(int source, int basis, int unit, int at, String name, boolean earlier)
            implements Comparable<Cell> {
        private static final Comparator<Cell> ORDER = Comparator.comparingInt(Cell::source)
                .thenComparingInt(Cell::basis)
                .thenComparingInt(Cell::unit)
                .thenComparingInt(Cell::at)
                .thenComparing(Cell::name)
                .thenComparing(Cell::earlier);

        @Override
        public int compareTo(Cell other) {
            return ORDER.compare(this, other);
        }

        String words() {
            return "of " + (earlier ? "earlier" : "newest") + " runs of " + name + " of source " + source + " that "
                    + (basis == BY_START ? "started" : "ended") + " in "
                    + List.of("quarter", "hour", "day").get(unit)
                    + " " + at;
        }
    }

    private record SourceDay(int source, int day) {}

    private static final HistogramRollUp<Cell> CELLS = new HistogramRollUp<>(
            "run_cells",
            List.of(
                    new Column<>("source", "int4", Cell::source),
                    new Column<>("basis", "int2", Cell::basis),
                    new Column<>("unit", "int2", Cell::unit),
                    new Column<>("at", "int4", Cell::at),
                    new Column<>("workflow_name", "text", Cell::name),
                    new Column<>("earlier", "bool", Cell::earlier)),
            SUMS,
            List.of("durations"),
            row -> new Cell(
                    row.getInt(1), row.getInt(2), row.getInt(3), row.getInt(4), row.getString(5), row.getBoolean(6)));

    private final Map<Cell, Counts> cells = new HashMap<>();

    private RunCells() {}

    static void add(Connection connection, int slot, Collection<RunFigures> before, Collection<RunFigures> after)
            throws SQLException {
        RunCells differences = new RunCells();
        before.forEach(run -> differences.count(run, -1));
        after.forEach(run -> differences.count(run, 1));
        CELLS.add(connection, slot, differences.cells);
    }

    private void count(RunFigures run, long n) {
        count(run, BY_START, run.startedAt(), n);
        count(run, BY_END, run.endedAt(), n);
    }

    private void count(RunFigures run, int basis, @Nullable Long at, long n) {
        if (at == null) {
            return;
        }
        long[] added = sums(run);
        Long ms = run.completedMs();
        for (int unit = 0; unit < UNITS.length; unit++) {
            int place = (int) Math.floorDiv(at, UNITS[unit]);
            Cell cell = new Cell(run.source(), basis, unit, place, run.workflowName(), !run.newest());
            Counts counts = CELLS.of(cells, cell);
            for (int i = 0; i < added.length; i++) {
                counts.sums()[i] += n * added[i];
            }
            if (ms != null) {
                counts.durations()[0].add(StageBuckets.of(ms), n);
            }
        }
    }

    /** In the order of {@link #SUMS}. */
    private static long[] sums(RunFigures run) {
        Long ms = run.completedMs();
        return new long[] {
            1,
            run.status() == RunStatus.PENDING ? 1 : 0,
            run.status() == RunStatus.COMPLETED ? 1 : 0,
            run.status() == RunStatus.FAILED ? 1 : 0,
            run.status() == RunStatus.CANCELLED ? 1 : 0,
            ms == null ? 0 : 1,
            ms == null ? 0 : ms,
            run.retries()
        };
    }

    /** Finds where the cells are off and, unless only asked to look, mends them. The connection must be in a transaction. */
    static List<String> differences(Connection connection, int slot, boolean mend) throws SQLException {
        List<String> found = new ArrayList<>();
        for (int basis : List.of(BY_START, BY_END)) {
            Set<SourceDay> unseen = days(connection, basis);
            String sql = ROWS_BY_DAY.formatted(basis == BY_START ? "started_at" : "ended_at");
            try (PreparedStatement select = connection.prepareStatement(sql)) {
                select.setFetchSize(FETCH_SIZE);
                try (ResultSet row = select.executeQuery()) {
                    RunCells actual = new RunCells();
                    SourceDay last = null;
                    while (row.next()) {
                        RunFigures run = RunFigures.read(row);
                        Long at = basis == BY_START ? run.startedAt() : run.endedAt();
                        SourceDay day = new SourceDay(run.source(), (int) Math.floorDiv(at == null ? 0 : at, DAY));
                        if (last != null && !last.equals(day)) {
                            found.addAll(compare(connection, slot, mend, basis, last, actual));
                            actual = new RunCells();
                        }
                        unseen.remove(day);
                        actual.count(run, basis, at, 1);
                        last = day;
                    }
                    if (last != null) {
                        found.addAll(compare(connection, slot, mend, basis, last, actual));
                    }
                }
            }
            for (SourceDay day : unseen) {
                found.addAll(compare(connection, slot, mend, basis, day, new RunCells()));
            }
        }
        return found;
    }

    private static List<String> compare(
            Connection connection, int slot, boolean mend, int basis, SourceDay day, RunCells actual)
            throws SQLException {
        String where = OF_DAY.formatted(day.source(), basis, day.day());
        return CELLS.differences(connection, slot, mend, actual.cells, where, Cell::words);
    }

    /** Those that the table knows. */
    private static Set<SourceDay> days(Connection connection, int basis) throws SQLException {
        Set<SourceDay> days = new HashSet<>();
        try (PreparedStatement select = connection.prepareStatement(DAYS)) {
            for (int i = 1; i <= UNITS.length; i++) {
                select.setInt(i, basis);
            }
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    days.add(new SourceDay(row.getInt(1), row.getInt(2)));
                }
            }
        }
        return days;
    }
}
