package dev.weir.store;

import dev.weir.core.stage.StageBuckets;
import dev.weir.store.HistogramRollUp.Counts;
import dev.weir.store.RollUp.Column;
import dev.weir.store.RollUp.Rows;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What is counted of stages: sums by hour, and by day with how long they took, how they follow each other, and paths. */
final class StageRollUps {
    /** The columns of {@code stage_hours} that are summed, and what a row of {@code stages} adds to each. */
    private static final List<String> SUMS = List.of(
            "stages",
            "started",
            "completed",
            "pairs",
            "passes",
            "missed",
            "met",
            "without_sla",
            "left_out",
            "inverted",
            "inverted_passes",
            "unstarted_passes",
            "spans",
            "reworked",
            "extra_starts",
            "first_pass_ms",
            "touch_ms",
            "rework_ms",
            "span_ms",
            "late_ms");

    private static final String SUMMED = """
            SELECT source, workflow_name, workflow_stage, floor(extract(epoch FROM at) / 3600)::int,
              count(*), count(first_started_at), count(first_completed_at), count(first_pass_ms), sum(cardinality(pass_ms)),
              count(late_ms),
              count(*) FILTER (WHERE first_pass_ms IS NOT NULL AND earliest_sla_due IS NOT NULL AND late_ms IS NULL),
              count(*) FILTER (WHERE first_pass_ms IS NOT NULL AND earliest_sla_due IS NULL),
              count(*) FILTER (WHERE first_completed_at IS NOT NULL AND first_pass_ms IS NULL),
              count(*) FILTER (WHERE inverted), sum(inverted_passes), sum(unstarted_passes), count(span_ms),
              count(*) FILTER (WHERE starts > 1), sum(greatest(0, starts - 1)), coalesce(sum(first_pass_ms), 0), sum(touch_ms),
              sum(rework_ms), coalesce(sum(span_ms), 0), coalesce(sum(late_ms), 0)
            FROM stages GROUP BY 1, 2, 3, 4
            """;
    private static final String ROWS = "SELECT " + StageStore.COLUMNS + " FROM stages s";
    private static final String WORKFLOWS = """
            SELECT source, workflow_name, variant_hash, micros(created_at), open, duration_ms FROM stage_workflows
            """;
    private static final int FETCH_SIZE = 1000;

    private record Hour(int source, String name, String stage, int hour) implements Comparable<Hour> {
        private static final Comparator<Hour> ORDER = Comparator.comparingInt(Hour::source)
                .thenComparing(Hour::name)
                .thenComparing(Hour::stage)
                .thenComparingInt(Hour::hour);

        @Override
        public int compareTo(Hour other) {
            return ORDER.compare(this, other);
        }

        String words() {
            return "in hour " + hour + " of stage " + stage + " of " + name + " of source " + source;
        }
    }

    private record Day(int source, String name, String stage, int day) implements Comparable<Day> {
        private static final Comparator<Day> ORDER = Comparator.comparingInt(Day::source)
                .thenComparing(Day::name)
                .thenComparing(Day::stage)
                .thenComparingInt(Day::day);

        @Override
        public int compareTo(Day other) {
            return ORDER.compare(this, other);
        }

        String words() {
            return "on day " + day + " of stage " + stage + " of " + name + " of source " + source;
        }
    }

    private record ComeTo(int source, UUID edge, int day) implements Comparable<ComeTo> {
        private static final Comparator<ComeTo> ORDER = Comparator.comparingInt(ComeTo::source)
                .thenComparing(ComeTo::edge)
                .thenComparingInt(ComeTo::day);

        @Override
        public int compareTo(ComeTo other) {
            return ORDER.compare(this, other);
        }

        String words() {
            return "of transition " + edge + " of source " + source + " on day " + day;
        }
    }

    private record Taken(int source, UUID variant, String name, int day) implements Comparable<Taken> {
        private static final Comparator<Taken> ORDER = Comparator.comparingInt(Taken::source)
                .thenComparing(Taken::variant)
                .thenComparing(Taken::name)
                .thenComparingInt(Taken::day);

        @Override
        public int compareTo(Taken other) {
            return ORDER.compare(this, other);
        }

        String words() {
            return "of path " + variant + " of " + name + " of source " + source + " on day " + day;
        }
    }

    private static final RollUp.GroupReader<Hour> HOUR_ROW =
            row -> new Hour(row.getInt(1), row.getString(2), row.getString(3), row.getInt(4));
    private static final RollUp<Hour> HOURS = new RollUp<>(
            "stage_hours",
            List.of(
                    new Column<>("source", "int4", Hour::source),
                    new Column<>("workflow_name", "text", Hour::name),
                    new Column<>("workflow_stage", "text", Hour::stage),
                    new Column<>("hour", "int4", Hour::hour)),
            SUMS,
            HOUR_ROW,
            new Rows<>(SUMMED, 5, HOUR_ROW));

    private static final HistogramRollUp<Day> DAYS = new HistogramRollUp<>(
            "stage_days",
            List.of(
                    new Column<>("source", "int4", Day::source),
                    new Column<>("workflow_name", "text", Day::name),
                    new Column<>("workflow_stage", "text", Day::stage),
                    new Column<>("day", "int4", Day::day)),
            SUMS,
            List.of("first_passes", "other_passes", "other_spans", "late"),
            row -> new Day(row.getInt(1), row.getString(2), row.getString(3), row.getInt(4)));

    private static final HistogramRollUp<ComeTo> TRANSITIONS = new HistogramRollUp<>(
            "stage_transitions",
            List.of(
                    new Column<>("source", "int4", ComeTo::source),
                    new Column<>("edge", "uuid", ComeTo::edge),
                    new Column<>("day", "int4", ComeTo::day)),
            List.of("n"),
            List.of("waits"),
            row -> new ComeTo(row.getInt(1), row.getObject(2, UUID.class), row.getInt(3)));

    private static final HistogramRollUp<Taken> VARIANTS = new HistogramRollUp<>(
            "stage_variants",
            List.of(
                    new Column<>("source", "int4", Taken::source),
                    new Column<>("variant_hash", "uuid", Taken::variant),
                    new Column<>("workflow_name", "text", Taken::name),
                    new Column<>("day", "int4", Taken::day)),
            List.of("n", "open"),
            List.of("durations"),
            row -> new Taken(row.getInt(1), row.getObject(2, UUID.class), row.getString(3), row.getInt(4)));

    private final Map<Hour, long[]> hours = new HashMap<>();
    private final Map<Day, Counts> days = new HashMap<>();
    private final Map<ComeTo, Counts> transitions = new HashMap<>();
    private final Map<Taken, Counts> variants = new HashMap<>();
    private final Map<StageEdge, UUID> edges = new HashMap<>();
    private final Map<UUID, List<String>> paths = new HashMap<>();

    private StageRollUps() {}

    /** Adds what these changes change. */
    static void add(Connection connection, int slot, Collection<StageChange> changes) throws SQLException {
        StageRollUps differences = new StageRollUps();
        for (StageChange change : changes) {
            if (change.before() != null) {
                StageSheet before = change.before();
                change.outdated().forEach(figures -> differences.count(before.source(), figures, -1));
                differences.count(before, -1);
            }
            if (change.after() != null) {
                StageSheet after = change.after();
                change.fresh().forEach(figures -> differences.count(after.source(), figures, 1));
                differences.count(after, 1);
                differences.paths.put(after.variantHash(), after.variant());
            }
        }
        StageEdge.save(connection, differences.edges);
        StagePaths.save(connection, differences.paths);
        HOURS.addSums(connection, slot, differences.hours);
        DAYS.add(connection, slot, differences.days);
        TRANSITIONS.add(connection, slot, differences.transitions);
        VARIANTS.add(connection, slot, differences.variants);
    }

    private void count(int source, StageFigures figures, long n) {
        String name = figures.workflowName();
        String stage = figures.stage();
        long[] sums =
                hours.computeIfAbsent(new Hour(source, name, stage, figures.hour()), group -> new long[SUMS.size()]);
        Counts day = DAYS.of(days, new Day(source, name, stage, figures.day()));
        long[] added = sums(figures);
        for (int i = 0; i < sums.length; i++) {
            sums[i] += n * added[i];
            day.sums()[i] += n * added[i];
        }
        StageBuckets[] durations = day.durations();
        taken(durations[0], figures.firstPassMs(), n);
        figures.passMs().forEach(ms -> taken(durations[1], ms, n));
        taken(durations[1], figures.firstPassMs(), -n);
        taken(durations[2], figures.spanMs(), n);
        taken(durations[2], figures.firstPassMs(), -n);
        taken(durations[3], figures.lateMs(), n);
        for (StageArrival arrival : figures.arrivals()) {
            StageEdge edge = new StageEdge(name, arrival.from(), stage, arrival.back());
            UUID id = edges.computeIfAbsent(edge, StageEdge::id);
            Counts way = TRANSITIONS.of(transitions, new ComeTo(source, id, figures.day()));
            way.sums()[0] += n;
            taken(way.durations()[0], arrival.waitMs(), n);
        }
    }

    private static void taken(StageBuckets durations, @Nullable Long ms, long n) {
        if (ms != null) {
            durations.add(StageBuckets.of(ms), n);
        }
    }

    /** A row that somebody took away has no path, and counted as none. */
    private void count(StageSheet sheet, long n) {
        if (!sheet.isTorn()) {
            long day = Math.floorDiv(sheet.createdAt(), 86_400_000_000L);
            count(
                    new Taken(sheet.source(), sheet.variantHash(), sheet.workflowName(), (int) day),
                    sheet.open(),
                    sheet.durationMs(),
                    n);
        }
    }

    private void count(Taken path, boolean open, long durationMs, long n) {
        Counts counts = VARIANTS.of(variants, path);
        counts.sums()[0] += n;
        if (open) {
            counts.sums()[1] += n;
        } else {
            counts.durations()[0].add(StageBuckets.of(durationMs), n);
        }
    }

    /** In the order of {@link #SUMS}. */
    private static long[] sums(StageFigures figures) {
        return new long[] {
            1,
            figures.firstStartedAt() == null ? 0 : 1,
            figures.firstCompletedAt() == null ? 0 : 1,
            figures.firstPassMs() == null ? 0 : 1,
            figures.passMs().size(),
            figures.lateMs() == null ? 0 : 1,
            figures.isMet() ? 1 : 0,
            figures.isWithoutSla() ? 1 : 0,
            figures.isLeftOut() ? 1 : 0,
            figures.inverted() ? 1 : 0,
            figures.invertedPasses(),
            figures.unstartedPasses(),
            figures.spanMs() == null ? 0 : 1,
            figures.isReworked() ? 1 : 0,
            figures.extraStarts(),
            orZero(figures.firstPassMs()),
            figures.touchMs(),
            figures.reworkMs(),
            orZero(figures.spanMs()),
            orZero(figures.lateMs())
        };
    }

    private static long orZero(@Nullable Long value) {
        return value == null ? 0 : value;
    }

    /** Finds where roll-ups are off and, unless only asked to look, mends them. */
    static List<String> differences(Connection connection, int slot, boolean mend) throws SQLException {
        StageRollUps actual = ofRows(connection);
        List<String> found = new ArrayList<>(StageEdge.differences(connection, mend));
        found.addAll(StagePaths.differences(connection, mend));
        found.addAll(HOURS.differences(connection, slot, mend, Hour::words));
        found.addAll(DAYS.differences(connection, slot, mend, actual.days, Day::words));
        found.addAll(TRANSITIONS.differences(connection, slot, mend, actual.transitions, ComeTo::words));
        found.addAll(VARIANTS.differences(connection, slot, mend, actual.variants, Taken::words));
        return found;
    }

    /** What they should say. The connection must be in a transaction, so that not all rows are in memory at once. */
    private static StageRollUps ofRows(Connection connection) throws SQLException {
        StageRollUps actual = new StageRollUps();
        try (Statement select = connection.createStatement()) {
            select.setFetchSize(FETCH_SIZE);
            try (ResultSet row = select.executeQuery(ROWS)) {
                while (row.next()) {
                    actual.count(row.getInt("source"), StageStore.read(row), 1);
                }
            }
            try (ResultSet row = select.executeQuery(WORKFLOWS)) {
                while (row.next()) {
                    long day = Math.floorDiv(row.getLong(4), 86_400_000_000L);
                    Taken path = new Taken(row.getInt(1), row.getObject(3, UUID.class), row.getString(2), (int) day);
                    actual.count(path, row.getBoolean(5), row.getLong(6), 1);
                }
            }
        }
        return actual;
    }
}
