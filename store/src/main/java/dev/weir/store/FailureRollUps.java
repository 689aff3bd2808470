package dev.weir.store;

import dev.weir.store.Failures.Change;
import dev.weir.store.Failures.Row;
import dev.weir.store.RollUp.Column;
import dev.weir.store.RollUp.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Failures by day: of which kind they are, and what they say. */
final class FailureRollUps {
    private static final int SLOT = 0; // there is one writer, whoever holds the row of the follower, beside a rebuild
    private static final long DAY = 86_400_000_000L;

    private record ByKind(int source, int day, UUID signature, String workflowName, String step)
            implements Comparable<ByKind> {
        private static final Comparator<ByKind> ORDER = Comparator.comparingInt(ByKind::source)
                .thenComparingInt(ByKind::day)
                .thenComparing(ByKind::signature)
                .thenComparing(ByKind::workflowName)
                .thenComparing(ByKind::step);

        @Override
        public int compareTo(ByKind other) {
            return ORDER.compare(this, other);
        }

        String words() {
            return "failures of the kind " + signature + " in " + workflowName + " of source " + source + " on day "
                    + day;
        }
    }

    private record ByMessage(int source, int day, String workflowName, long message) implements Comparable<ByMessage> {
        private static final Comparator<ByMessage> ORDER = Comparator.comparingInt(ByMessage::source)
                .thenComparingInt(ByMessage::day)
                .thenComparing(ByMessage::workflowName)
                .thenComparingLong(ByMessage::message);

        @Override
        public int compareTo(ByMessage other) {
            return ORDER.compare(this, other);
        }

        String words() {
            return "failures with the message " + message + " in " + workflowName + " of source " + source + " on day "
                    + day;
        }
    }

    private static final RollUp.GroupReader<ByKind> KIND_ROW = row ->
            new ByKind(row.getInt(1), row.getInt(2), row.getObject(3, UUID.class), row.getString(4), row.getString(5));
    private static final RollUp<ByKind> KINDS = new RollUp<>(
            "failure_days",
            List.of(
                    new Column<>("source", "int4", ByKind::source),
                    new Column<>("day", "int4", ByKind::day),
                    new Column<>("signature", "uuid", ByKind::signature),
                    new Column<>("workflow_name", "text", ByKind::workflowName),
                    new Column<>("step_name", "text", ByKind::step)),
            List.of("n", "repaired"),
            KIND_ROW,
            new Rows<>("""
                    SELECT source, utc_day(failed_at), signature, workflow_name, coalesce(step_name, ''), count(*),
                           count(repair_ms)
                    FROM failures GROUP BY 1, 2, 3, 4, 5
                    """, 6, KIND_ROW));

    private static final RollUp.GroupReader<ByMessage> MESSAGE_ROW =
            row -> new ByMessage(row.getInt(1), row.getInt(2), row.getString(3), row.getLong(4));
    private static final RollUp<ByMessage> MESSAGES = new RollUp<>(
            "failure_messages",
            List.of(
                    new Column<>("source", "int4", ByMessage::source),
                    new Column<>("day", "int4", ByMessage::day),
                    new Column<>("workflow_name", "text", ByMessage::workflowName),
                    new Column<>("message", "int8", ByMessage::message)),
            List.of("n", "newest"),
            MESSAGE_ROW,
            new Rows<>("""
                    SELECT source, utc_day(failed_at), workflow_name, message, count(*), count(*) FILTER (WHERE newest)
                    FROM failures GROUP BY 1, 2, 3, 4
                    """, 5, MESSAGE_ROW));

    private final Map<ByKind, long[]> kinds = new HashMap<>();
    private final Map<ByMessage, long[]> messages = new HashMap<>();

    private FailureRollUps() {}

    /** Adds what a change of failures changes. */
    static void add(Connection connection, Change change) throws SQLException {
        FailureRollUps differences = new FailureRollUps();
        change.before().forEach(row -> differences.count(row, -1));
        change.after().forEach(row -> differences.count(row, 1));
        KINDS.addSums(connection, SLOT, differences.kinds);
        MESSAGES.addSums(connection, SLOT, differences.messages);
    }

    private void count(Row row, int sign) {
        int day = (int) Math.floorDiv(row.failedAt(), DAY);
        String step = row.step() == null ? "" : row.step();
        ByKind kind = new ByKind(row.source(), day, row.signature(), row.workflowName(), step);
        add(kinds.computeIfAbsent(kind, any -> new long[2]), sign, row.repairMs() != null);
        ByMessage message = new ByMessage(row.source(), day, row.workflowName(), row.message());
        add(messages.computeIfAbsent(message, any -> new long[2]), sign, row.newest());
    }

    private static void add(long[] sums, int sign, boolean second) {
        sums[0] += sign;
        sums[1] += second ? sign : 0;
    }

    /** Finds where roll-ups are off and, unless only asked to look, mends them. */
    static List<String> differences(Connection connection, int slot, boolean mend) throws SQLException {
        List<String> found = new ArrayList<>(KINDS.differences(connection, slot, mend, ByKind::words));
        found.addAll(MESSAGES.differences(connection, slot, mend, ByMessage::words));
        return found;
    }
}
