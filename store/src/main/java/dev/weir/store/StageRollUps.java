package dev.weir.store;

import dev.weir.core.stage.StageBuckets;
import dev.weir.store.RollUp.Column;
import dev.weir.store.RollUp.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What is counted of stages: sums by hour, how long they took by day, and how they follow each other by day. */
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
    private static final String TAKEN = """
            SELECT source, workflow_name, workflow_stage, figure, floor(extract(epoch FROM at) / 86400)::int, ms, count(*)
            FROM stages s CROSS JOIN LATERAL (
              SELECT 0 AS figure, first_pass_ms AS ms UNION ALL SELECT 1, unnest(pass_ms)
              UNION ALL SELECT 2, span_ms UNION ALL SELECT 3, late_ms) AS taken
            WHERE ms IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6
            """;
    private static final String COME_TO = """
            SELECT source, workflow_name, arrival->>0, workflow_stage, arrival->>1 = '1',
                   floor(extract(epoch FROM at) / 86400)::int, (arrival->>2)::bigint, count(*)
            FROM stages s CROSS JOIN LATERAL json_array_elements(s.arrivals) AS arrival GROUP BY 1, 2, 3, 4, 5, 6, 7
            """;

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

    private record Taken(int source, String name, String stage, int figure, int day, int bucket)
            implements Comparable<Taken> {
        private static final Comparator<Taken> ORDER = Comparator.comparingInt(Taken::source)
                .thenComparing(Taken::name)
                .thenComparing(Taken::stage)
                .thenComparingInt(Taken::figure)
                .thenComparingInt(Taken::day)
                .thenComparingInt(Taken::bucket);

        @Override
        public int compareTo(Taken other) {
            return ORDER.compare(this, other);
        }

        String words() {
            return "durations of about " + StageBuckets.middle(bucket) + " ms (figure " + figure + ") on day " + day
                    + " of stage " + stage + " of " + name + " of source " + source;
        }
    }

    private record ComeTo(int source, UUID edge, int day, int bucket) implements Comparable<ComeTo> {
        private static final Comparator<ComeTo> ORDER = Comparator.comparingInt(ComeTo::source)
                .thenComparing(ComeTo::edge)
                .thenComparingInt(ComeTo::day)
                .thenComparingInt(ComeTo::bucket);

        @Override
        public int compareTo(ComeTo other) {
            return ORDER.compare(this, other);
        }

        String words() {
            return "transitions " + edge + " of source " + source + " on day " + day;
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

    private static final RollUp<Taken> DURATIONS = new RollUp<>(
            "stage_durations",
            List.of(
                    new Column<>("source", "int4", Taken::source),
                    new Column<>("workflow_name", "text", Taken::name),
                    new Column<>("workflow_stage", "text", Taken::stage),
                    new Column<>("figure", "int2", Taken::figure),
                    new Column<>("day", "int4", Taken::day),
                    new Column<>("bucket", "int4", Taken::bucket)),
            row -> new Taken(
                    row.getInt(1), row.getString(2), row.getString(3), row.getInt(4), row.getInt(5), row.getInt(6)),
            new Rows<>(
                    TAKEN,
                    7,
                    row -> new Taken(
                            row.getInt(1),
                            row.getString(2),
                            row.getString(3),
                            row.getInt(4),
                            row.getInt(5),
                            StageBuckets.of(row.getLong(6)))));

    private static final RollUp<ComeTo> TRANSITIONS = new RollUp<>(
            "stage_transitions",
            List.of(
                    new Column<>("source", "int4", ComeTo::source),
                    new Column<>("edge", "uuid", ComeTo::edge),
                    new Column<>("day", "int4", ComeTo::day),
                    new Column<>("bucket", "int4", ComeTo::bucket)),
            row -> new ComeTo(row.getInt(1), row.getObject(2, UUID.class), row.getInt(3), row.getInt(4)),
            new Rows<>(
                    COME_TO,
                    8,
                    row -> new ComeTo(
                            row.getInt(1),
                            new StageEdge(row.getString(2), row.getString(3), row.getString(4), row.getBoolean(5)).id(),
                            row.getInt(6),
                            StageBuckets.of(row.getLong(7)))));

    private final Map<Hour, long[]> hours = new HashMap<>();
    private final Map<Taken, Long> durations = new HashMap<>();
    private final Map<ComeTo, Long> transitions = new HashMap<>();
    private final Map<StageEdge, UUID> edges = new HashMap<>();

    private StageRollUps() {}

    /** Adds what these changes change. */
    static void add(Connection connection, int slot, Collection<StageChange> changes) throws SQLException {
        StageRollUps differences = new StageRollUps();
        for (StageChange change : changes) {
            if (change.before() != null) {
                int source = change.before().source();
                change.outdated().forEach(figures -> differences.count(source, figures, -1));
            }
            if (change.after() != null) {
                int source = change.after().source();
                change.fresh().forEach(figures -> differences.count(source, figures, 1));
            }
        }
        StageEdge.save(connection, differences.edges);
        HOURS.addSums(connection, slot, differences.hours);
        DURATIONS.add(connection, slot, differences.durations);
        TRANSITIONS.add(connection, slot, differences.transitions);
    }

    private void count(int source, StageFigures figures, long n) {
        String name = figures.workflowName();
        String stage = figures.stage();
        long[] sums =
                hours.computeIfAbsent(new Hour(source, name, stage, figures.hour()), group -> new long[SUMS.size()]);
        long[] added = sums(figures);
        for (int i = 0; i < sums.length; i++) {
            sums[i] += n * added[i];
        }
        taken(source, figures, 0, figures.firstPassMs(), n);
        figures.passMs().forEach(ms -> taken(source, figures, 1, ms, n));
        taken(source, figures, 2, figures.spanMs(), n);
        taken(source, figures, 3, figures.lateMs(), n);
        for (StageArrival arrival : figures.arrivals()) {
            StageEdge edge = new StageEdge(name, arrival.from(), stage, arrival.back());
            UUID id = edges.computeIfAbsent(edge, StageEdge::id);
            transitions.merge(new ComeTo(source, id, figures.day(), StageBuckets.of(arrival.waitMs())), n, Long::sum);
        }
    }

    private void taken(int source, StageFigures figures, int figure, @Nullable Long ms, long n) {
        if (ms != null) {
            durations.merge(
                    new Taken(
                            source,
                            figures.workflowName(),
                            figures.stage(),
                            figure,
                            figures.day(),
                            StageBuckets.of(ms)),
                    n,
                    Long::sum);
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
        List<String> found = new ArrayList<>(StageEdge.differences(connection, mend));
        found.addAll(HOURS.differences(connection, slot, mend, Hour::words));
        found.addAll(DURATIONS.differences(connection, slot, mend, Taken::words));
        found.addAll(TRANSITIONS.differences(connection, slot, mend, ComeTo::words));
        return found;
    }
}
