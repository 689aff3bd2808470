package dev.weir.server.query.failure;

import dev.weir.server.query.CutRange;
import dev.weir.server.query.Micros;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How often each workflow failed, and with how many messages: whole days from the roll-up, the rest from rows. */
final class FailureFrequency {
    private static final String DAYS = """
            SELECT source, workflow_name, message, sum(n), sum(newest) FROM failure_messages
            WHERE source = ANY(?) AND day >= ? AND day < ? GROUP BY 1, 2, 3
            """;
    private static final String ROWS = """
            SELECT w.source, w.name, f.message, count(*), count(*) FILTER (WHERE f.newest)
            FROM unnest(?::int[], ?::text[], ?::timestamptz[]) AS w(source, name, last_success)
            JOIN failures f ON f.source = w.source AND f.workflow_name = w.name AND f.failed_at >= ? AND f.failed_at < ?
            GROUP BY 1, 2, 3
            """;

    private static final Comparator<Item> MOST_FIRST = Comparator.comparingLong(Item::failureCount)
            .reversed()
            .thenComparing(Item::env)
            .thenComparing(Item::serviceKey)
            .thenComparing(Item::workflowName);

    private final Connection connection;
    private final FailureFilter filter;
    private final List<FailedWorkflow> workflows;
    private final Map<Key, Tally> tallies = new HashMap<>();

    FailureFrequency(Connection connection, FailureFilter filter, List<FailedWorkflow> workflows) {
        this.connection = connection;
        this.filter = filter;
        this.workflows = workflows;
    }

    /** @param uniqueErrors how many messages there are; a failure without one counts for none */
    record Item(String env, String serviceKey, String workflowName, long failureCount, long uniqueErrors) {}

    private record Key(int source, String name) {}

    private static final class Tally {
        long failures;
        final Set<Long> messages = new HashSet<>();
    }

    List<Item> find() throws SQLException {
        CutRange range = CutRange.of(filter.from(), filter.to(), CutRange.DAY);
        if (range.hasWhole()) {
            days(range);
        }
        for (CutRange.Part part : range.parts()) {
            rows(part);
        }
        List<Item> items = new ArrayList<>();
        for (FailedWorkflow workflow : workflows) {
            Item item = item(workflow, tallies.get(new Key(workflow.source().source(), workflow.name())));
            if (item != null) {
                items.add(item);
            }
        }
        items.sort(MOST_FIRST);
        return items;
    }

    private static @Nullable Item item(FailedWorkflow workflow, @Nullable Tally tally) {
        return tally == null
                ? null
                : new Item(
                        workflow.source().env(),
                        workflow.source().serviceKey(),
                        workflow.name(),
                        tally.failures,
                        tally.messages.size());
    }

    private void days(CutRange range) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(DAYS)) {
            select.setArray(1, FailedWorkflow.sources(connection, workflows));
            select.setInt(2, range.firstUnit());
            select.setInt(3, range.endUnit());
            add(select);
        }
    }

    private void rows(CutRange.Part part) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(ROWS)) {
            int next = FailedWorkflow.set(select, 1, workflows);
            select.setObject(next++, Micros.time(part.from()));
            select.setObject(next, Micros.time(part.to()));
            add(select);
        }
    }

    private void add(PreparedStatement select) throws SQLException {
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                long n = row.getLong(filter.newest() ? 5 : 4);
                if (n > 0) {
                    Tally tally = tallies.computeIfAbsent(new Key(row.getInt(1), row.getString(2)), any -> new Tally());
                    tally.failures += n;
                    if (row.getLong(3) != 0) {
                        tally.messages.add(row.getLong(3));
                    }
                }
            }
        }
    }
}
