package dev.weir.server.query.stage;

import dev.weir.server.access.Scope;
import dev.weir.server.query.Condition;
import dev.weir.server.query.Micros;
import dev.weir.server.query.Utf8Order;
import dev.weir.server.query.VisibleSource;
import dev.weir.server.query.stage.StagesInFlight.Item;
import dev.weir.server.query.stage.StagesInFlight.Owner;
import dev.weir.store.StageFigures;
import dev.weir.store.StageStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is under way, apart for each stage or workflow, the most urgent of each first, and how many there are in all. */
final class StageBoard {
    /** Of a stage or of a workflow, whichever is told apart; the other is null. */
    record Column(
            @Nullable String workflowStage,
            @Nullable String workflowName,
            long total,
            long overdue,
            List<Item> items) {}

    record Board(
            String meaning, List<Column> items, @Nullable String next, long total, long overdue) {}

    /** What is due first, then what has no due time, each the longest first; the rest only settles ties. */
    private static final Comparator<Item> URGENT_FIRST = Comparator.comparing(
                    Item::slaDue, Comparator.nullsLast(Comparator.<Instant>naturalOrder()))
            .thenComparing(Item::since)
            .thenComparing(Item::workflowId, Utf8Order::compare)
            .thenComparing(Item::workflowStage, Utf8Order::compare)
            .thenComparing(Item::env, Utf8Order::compare)
            .thenComparing(Item::serviceKey, Utf8Order::compare)
            .thenComparingInt(Item::runSeq);

    private static final String COUNT = """
            SELECT %1$s, count(*), count(*) FILTER (WHERE %2$s < ?) FROM stages WHERE %3$s GROUP BY 1
            """;
    private static final String FIRST = "SELECT " + StageStore.COLUMNS + """
            , w.workflow_id, w.run_seq FROM (
              SELECT *, row_number() OVER (PARTITION BY %1$s ORDER BY %2$s NULLS LAST, %3$s) AS place
              FROM stages WHERE %4$s) AS s
            JOIN stage_workflows w ON w.id = s.id WHERE s.place <= %5$d
            """;

    private final Connection connection;
    private final StageFilter filter;
    private final boolean openNow;
    private final long now;
    private final Map<String, Tally> groups = new TreeMap<>();

    private static final class Tally {
        long total;
        long overdue;
        final List<Item> items = new ArrayList<>();
    }

    /** @param openNow otherwise what was never completed */
    StageBoard(Connection connection, StageFilter filter, boolean openNow, long now) {
        this.connection = connection;
        this.filter = filter;
        this.openNow = openNow;
        this.now = now;
    }

    /** @param limit how many of each */
    Board find(Scope scope, int limit) throws SQLException {
        Map<Integer, VisibleSource> sources = filter.sources(connection, scope);
        Condition where = StagesInFlight.where(filter, sources, openNow);
        count(where);
        addFirst(where, sources, limit);
        long total = groups.values().stream().mapToLong(group -> group.total).sum();
        long overdue =
                groups.values().stream().mapToLong(group -> group.overdue).sum();
        List<Column> columns = groups.entrySet().stream()
                .map(group -> column(group.getKey(), group.getValue(), limit))
                .toList();
        return new Board(openNow ? "open-now" : "never-completed", columns, null, total, overdue);
    }

    private Column column(String group, Tally tally, int limit) {
        List<Item> items =
                tally.items.stream().sorted(URGENT_FIRST).limit(limit).toList();
        return new Column(
                filter.byWorkflow() ? null : group,
                filter.byWorkflow() ? group : null,
                tally.total,
                tally.overdue,
                items);
    }

    private Tally tally(String group) {
        return groups.computeIfAbsent(group, any -> new Tally());
    }

    private void count(Condition where) throws SQLException {
        String sql = COUNT.formatted(filter.groupColumn(), StagesInFlight.OVERDUE_BY, where.sql());
        try (PreparedStatement select = where.prepareAfter(connection, sql, Micros.time(now));
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                Tally tally = tally(row.getString(1));
                tally.total = row.getLong(2);
                tally.overdue = row.getLong(3);
            }
        }
    }

    /** As far as the database knows the order; ties at the end of a column may fall either way. */
    private void addFirst(Condition where, Map<Integer, VisibleSource> sources, int limit) throws SQLException {
        String sql = FIRST.formatted(
                filter.groupColumn(), StagesInFlight.due(openNow), StagesInFlight.since(openNow), where.sql(), limit);
        try (PreparedStatement select = where.prepare(connection, sql);
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                VisibleSource source = Objects.requireNonNull(sources.get(row.getInt("source")));
                StageFigures stage = StageStore.read(row);
                String group = filter.byWorkflow() ? stage.workflowName() : stage.stage();
                tally(group).items.add(StagesInFlight.item(Owner.of(source, row), stage, openNow, now));
            }
        }
    }
}
