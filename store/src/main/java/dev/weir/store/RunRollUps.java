package dev.weir.store;

import dev.weir.core.run.DurationBuckets;
import dev.weir.core.run.RunStatus;
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

/**
 * What is counted of the newest runs: by status, by name and status, and, once completed, by how long they took. What is
 * counted of all runs over time is in {@link RunCells} and {@link StepCells}.
 */
final class RunRollUps {
    private record ByStatus(int source, RunStatus status) implements Comparable<ByStatus> {
        private static final Comparator<ByStatus> ORDER =
                Comparator.comparingInt(ByStatus::source).thenComparing(ByStatus::status);

        @Override
        public int compareTo(ByStatus other) {
            return ORDER.compare(this, other);
        }

        String words() {
            return status.label() + " runs of source " + source;
        }
    }

    private record ByName(int source, String name, RunStatus status) implements Comparable<ByName> {
        private static final Comparator<ByName> ORDER = Comparator.comparingInt(ByName::source)
                .thenComparing(ByName::name)
                .thenComparing(ByName::status);

        @Override
        public int compareTo(ByName other) {
            return ORDER.compare(this, other);
        }

        String words() {
            return status.label() + " runs of " + name + " of source " + source;
        }
    }

    private record ByDuration(int source, String name, int bucket) implements Comparable<ByDuration> {
        private static final Comparator<ByDuration> ORDER = Comparator.comparingInt(ByDuration::source)
                .thenComparing(ByDuration::name)
                .thenComparingInt(ByDuration::bucket);

        @Override
        public int compareTo(ByDuration other) {
            return ORDER.compare(this, other);
        }

        String words() {
            return "completed runs of " + name + " of source " + source + " that took " + DurationBuckets.from(bucket)
                    + " ms or a little more";
        }
    }

    private static final RollUp.GroupReader<ByStatus> STATUS_ROW =
            row -> new ByStatus(row.getInt(1), RunStatus.of(row.getString(2)));
    private static final RollUp<ByStatus> STATUSES = new RollUp<>(
            "run_counts",
            List.of(
                    new Column<>("source", "int4", ByStatus::source),
                    new Column<>(
                            "status", "workflow_status", group -> group.status().label())),
            STATUS_ROW,
            new Rows<>("SELECT source, status, count(*) FROM runs WHERE newest GROUP BY 1, 2", 3, STATUS_ROW));

    private static final RollUp.GroupReader<ByName> NAME_ROW =
            row -> new ByName(row.getInt(1), row.getString(2), RunStatus.of(row.getString(3)));
    private static final RollUp<ByName> NAMES = new RollUp<>(
            "run_names",
            List.of(
                    new Column<>("source", "int4", ByName::source),
                    new Column<>("workflow_name", "text", ByName::name),
                    new Column<>(
                            "status", "workflow_status", group -> group.status().label())),
            NAME_ROW,
            new Rows<>(
                    "SELECT source, workflow_name, status, count(*) FROM runs WHERE newest GROUP BY 1, 2, 3",
                    4,
                    NAME_ROW));

    private static final RollUp<ByDuration> DURATIONS = new RollUp<>(
            "run_durations",
            List.of(
                    new Column<>("source", "int4", ByDuration::source),
                    new Column<>("workflow_name", "text", ByDuration::name),
                    new Column<>("bucket", "int4", ByDuration::bucket)),
            row -> new ByDuration(row.getInt(1), row.getString(2), row.getInt(3)),
            new Rows<>(
                    """
                    SELECT source, workflow_name, duration_ms, count(*) FROM runs
                    WHERE newest AND status = 'completed' AND duration_ms IS NOT NULL GROUP BY 1, 2, 3
                    """,
                    4,
                    row -> new ByDuration(row.getInt(1), row.getString(2), DurationBuckets.of(row.getLong(3)))));

    private final Map<ByStatus, Long> statuses = new HashMap<>();
    private final Map<ByName, Long> names = new HashMap<>();
    private final Map<ByDuration, Long> durations = new HashMap<>();

    private RunRollUps() {}

    /** Takes away what was counted of runs as they were, and counts them as they are. */
    static void add(Connection connection, int slot, Collection<RunFigures> before, Collection<RunFigures> after)
            throws SQLException {
        RunRollUps differences = new RunRollUps();
        before.forEach(run -> differences.count(run, -1));
        after.forEach(run -> differences.count(run, 1));
        STATUSES.add(connection, slot, differences.statuses);
        NAMES.add(connection, slot, differences.names);
        DURATIONS.add(connection, slot, differences.durations);
        RunCells.add(connection, slot, before, after);
        StepCells.add(connection, slot, before, after);
    }

    private void count(RunFigures run, long n) {
        if (!run.newest()) {
            return;
        }
        statuses.merge(new ByStatus(run.source(), run.status()), n, Long::sum);
        names.merge(new ByName(run.source(), run.workflowName(), run.status()), n, Long::sum);
        Long ms = run.completedMs();
        if (ms != null) {
            durations.merge(new ByDuration(run.source(), run.workflowName(), DurationBuckets.of(ms)), n, Long::sum);
        }
    }

    /** Finds where roll-ups are off and, unless only asked to look, mends them. */
    static List<String> differences(Connection connection, int slot, boolean mend) throws SQLException {
        List<String> found = new ArrayList<>(STATUSES.differences(connection, slot, mend, ByStatus::words));
        found.addAll(NAMES.differences(connection, slot, mend, ByName::words));
        found.addAll(DURATIONS.differences(connection, slot, mend, ByDuration::words));
        found.addAll(RunCells.differences(connection, slot, mend));
        found.addAll(StepCells.differences(connection, slot, mend));
        return found;
    }
}
