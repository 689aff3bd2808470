package dev.weir.store;

import dev.weir.core.run.DurationBuckets;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunStatus;
import dev.weir.store.RollUp.Column;
import dev.weir.store.RollUp.Rows;
import dev.weir.store.RunStore.RunChange;
import dev.weir.store.RunStore.StoredRun;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is counted of the newest runs: by status, by name and status, and, once completed, by how long they took. */
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

    /** Adds what these changes change. */
    static void add(Connection connection, int slot, Collection<RunChange> changes, Collection<SessionChange.Gone> gone)
            throws SQLException {
        RunRollUps differences = new RunRollUps();
        for (RunChange change : changes) {
            differences.count(change);
        }
        for (SessionChange.Gone run : gone) {
            StoredRun before = run.run();
            differences.count(run.source(), before.workflowName(), before.status(), before.durationMs(), -1);
        }
        STATUSES.add(connection, slot, differences.statuses);
        NAMES.add(connection, slot, differences.names);
        DURATIONS.add(connection, slot, differences.durations);
    }

    private void count(RunChange change) {
        StoredRun before = change.previous();
        if (before != null) {
            count(change.source(), before.workflowName(), before.status(), before.durationMs(), -1);
        }
        RunStatus status = change.newest().status();
        count(change.source(), change.newest().workflowName(), status, RunRows.durationMs(change.newest()), 1);
    }

    private void count(int source, String name, RunStatus status, @Nullable Long durationMs, long n) {
        statuses.merge(new ByStatus(source, status), n, Long::sum);
        names.merge(new ByName(source, name, status), n, Long::sum);
        if (status == RunStatus.COMPLETED && durationMs != null) {
            durations.merge(new ByDuration(source, name, DurationBuckets.of(durationMs)), n, Long::sum);
        }
    }

    /** Finds where roll-ups are off and, unless only asked to look, mends them. */
    static List<String> differences(Connection connection, int slot, boolean mend) throws SQLException {
        List<String> found = new ArrayList<>(STATUSES.differences(connection, slot, mend, ByStatus::words));
        found.addAll(NAMES.differences(connection, slot, mend, ByName::words));
        found.addAll(DURATIONS.differences(connection, slot, mend, ByDuration::words));
        return found;
    }
}
