package dev.weir.server.query.failure;

import dev.weir.core.run.RunRows;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Micros;
import dev.weir.server.query.Page;
import dev.weir.server.query.VisibleSource;
import dev.weir.server.query.failure.FailureItem.RecoveredBy;
import dev.weir.server.query.failure.FailureItem.Recovery;
import dev.weir.store.FailureInbox.Place;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Failures, newest first. Each workflow gives its newest few through an index, and these are merged; what has not recovered
 * is after its workflow's last success, which keeps the inbox quick however much has failed before.
 */
final class FailureList {
    private static final int MOST_AT_ONCE = 10_000;
    private static final int SEARCHED_AT_ONCE = 500;
    private static final long LONGEST_SEARCH_NS = TimeUnit.MILLISECONDS.toNanos(40);

    private static final String SELECT = """
            SELECT f.*, micros(f.failed_at) AS failed_micros, r.workflow_id, r.error_message, r.error_step_name, r.error_attempt,
                   r.completed_steps, r.total_steps_executed
            FROM (
              SELECT f.* FROM unnest(?::int[], ?::text[], ?::timestamptz[]) AS w(source, name, last_success)
              CROSS JOIN LATERAL (
                SELECT f.id, f.run_seq, f.source, f.workflow_name, f.signature, f.failed_at, f.error_code, i.taken_by, i.taken_at,
                       i.note, i.closed_at, f.repair_ms IS NOT NULL OR coalesce(f.failed_at < w.last_success, false) AS recovered
                FROM failures f LEFT JOIN failure_inbox i ON i.org = f.org AND i.id = f.id AND i.run_seq = f.run_seq
                WHERE f.source = w.source AND f.workflow_name = w.name AND f.failed_at >= ? AND f.failed_at < ?
                  AND (f.failed_at, f.id, f.run_seq) < (?, ?, ?)%s
                ORDER BY f.failed_at DESC, f.id DESC, f.run_seq DESC LIMIT ?) AS f
              ORDER BY f.failed_at DESC, f.id DESC, f.run_seq DESC LIMIT ?) AS f
            JOIN runs r ON r.id = f.id AND r.run_seq = f.run_seq
            ORDER BY f.failed_at DESC, f.id DESC, f.run_seq DESC
            """;
    private static final String OF_KIND = " AND f.signature = ?";
    private static final String NEWEST = " AND f.newest";
    private static final String UNRECOVERED =
            " AND f.repair_ms IS NULL AND f.failed_at >= coalesce(w.last_success, '-infinity')";
    /** Few are, and all of them are written down. */
    private static final String ENTERED =
            " AND (f.id, f.run_seq) IN (SELECT e.id, e.run_seq FROM failure_inbox e WHERE e.org = f.org AND %s)";

    private static final String ONE = """
            SELECT source, workflow_name, micros(failed_at), signature FROM failures
            WHERE id = ? AND run_seq = ? AND source = ANY(?)
            """;

    private static final String RECOVERIES = """
            SELECT f.id, f.run_seq, s.workflow_id, s.run_seq, micros(s.ended_at), s.same_id
            FROM unnest(?::uuid[], ?::int[], ?::int[], ?::text[], ?::timestamptz[]) AS f(id, run_seq, source, name, failed_at)
            CROSS JOIN LATERAL (
              SELECT * FROM (
                (SELECT r.workflow_id, r.run_seq, r.ended_at, true AS same_id FROM runs r
                 WHERE r.id = f.id AND r.status = 'completed' AND r.ended_at > f.failed_at ORDER BY r.ended_at LIMIT 1)
                UNION ALL
                (SELECT r.workflow_id, r.run_seq, r.ended_at, r.id = f.id FROM runs r
                 WHERE r.source = f.source AND r.status = 'completed' AND r.name_hash = hashtextextended(f.name, 0)
                   AND r.newest AND r.ended_at > f.failed_at ORDER BY r.ended_at LIMIT 1)
                UNION ALL
                (SELECT r.workflow_id, r.run_seq, r.ended_at, r.id = f.id FROM runs r
                 WHERE r.source = f.source AND r.status = 'completed' AND r.name_hash = hashtextextended(f.name, 0)
                   AND NOT r.newest AND r.ended_at > f.failed_at ORDER BY r.ended_at LIMIT 1)) AS s
              ORDER BY s.ended_at, s.same_id DESC LIMIT 1) AS s
            """;

    private final Connection connection;
    private final FailureFilter filter;
    private final List<FailedWorkflow> workflows;

    FailureList(Connection connection, FailureFilter filter, List<FailedWorkflow> workflows) {
        this.connection = connection;
        this.filter = filter;
        this.workflows = workflows;
    }

    static FailureList of(Connection connection, Scope scope, FailureFilter filter) throws SQLException {
        return new FailureList(connection, filter, FailedWorkflow.of(connection, scope, filter));
    }

    /** @return null if there is none in what may be seen */
    static @Nullable FailureItem one(Connection connection, Scope scope, Place place) throws SQLException {
        Map<Integer, VisibleSource> sources = VisibleSource.of(connection, scope);
        try (PreparedStatement select = connection.prepareStatement(ONE)) {
            select.setObject(1, place.id());
            select.setInt(2, place.runSeq());
            select.setArray(3, VisibleSource.numbers(connection, sources));
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return null;
                }
                VisibleSource source = Objects.requireNonNull(sources.get(row.getInt(1)));
                FailureFilter only = new FailureFilter(
                        Set.of(source.env()),
                        Set.of(source.serviceKey()),
                        Set.of(row.getString(2)),
                        row.getLong(3),
                        row.getLong(3) + 1,
                        row.getObject(4, UUID.class),
                        Set.of(),
                        "",
                        false);
                return of(connection, scope, only)
                        .page(Page.limit(Long.MAX_VALUE), FailurePosition.START)
                        .items()
                        .stream()
                        .filter(item -> item.runId().equals(place.id()) && item.runSeq() == place.runSeq())
                        .findFirst()
                        .orElse(null);
            }
        }
    }

    /** All that there are, or as many as can be dealt with at once. */
    List<Place> places() throws SQLException {
        return look(MOST_AT_ONCE, FailurePosition.START).stream()
                .map(item -> new Place(item.runId(), item.runSeq()))
                .toList();
    }

    /** A search that takes long ends early, with a cursor. */
    Page<FailureItem> page(int limit, FailurePosition after) throws SQLException {
        if (filter.search().isEmpty()) {
            return shown(look(limit + 1, after), limit, limit + 1);
        }
        long deadline = System.nanoTime() + LONGEST_SEARCH_NS;
        List<FailureItem> found = new ArrayList<>();
        FailurePosition place = after;
        while (true) {
            List<FailureItem> looked = look(SEARCHED_AT_ONCE, place);
            looked.stream().filter(item -> item.contains(filter.search())).forEach(found::add);
            boolean isLast = looked.size() < SEARCHED_AT_ONCE;
            if (found.size() > limit || isLast) {
                return shown(found, limit, limit + 1);
            }
            place = place(looked.get(looked.size() - 1));
            if (System.nanoTime() > deadline) {
                return new Page<>(withRecoveries(found), place.text());
            }
        }
    }

    private Page<FailureItem> shown(List<FailureItem> items, int limit, int enough) throws SQLException {
        boolean more = items.size() >= enough;
        List<FailureItem> first = more ? items.subList(0, limit) : items;
        return new Page<>(
                withRecoveries(first), more ? place(first.get(limit - 1)).text() : null);
    }

    private static FailurePosition place(FailureItem item) {
        return new FailurePosition(Micros.of(item.failedAt()), item.runId(), item.runSeq());
    }

    private String conditions() {
        StringBuilder sql = new StringBuilder();
        if (filter.signature() != null) {
            sql.append(OF_KIND);
        }
        if (filter.newest()) {
            sql.append(NEWEST);
        }
        if (filter.inbox().isEmpty() || filter.inbox().size() == InboxState.values().length) {
            return sql.toString();
        }
        if (EnumSet.of(InboxState.OPEN, InboxState.TAKEN).containsAll(filter.inbox())) {
            sql.append(UNRECOVERED);
        }
        if (filter.inbox().equals(Set.of(InboxState.TAKEN))) {
            sql.append(ENTERED.formatted("e.taken_by IS NOT NULL"));
        }
        if (filter.inbox().equals(Set.of(InboxState.CLOSED))) {
            sql.append(ENTERED.formatted("e.closed_at IS NOT NULL"));
        }
        return sql.append(" AND (")
                .append(filter.inbox().stream().map(FailureList::condition).collect(Collectors.joining(" OR ")))
                .append(")")
                .toString();
    }

    /** As {@link InboxState#of}. */
    private static String condition(InboxState state) {
        String recovered = "(f.repair_ms IS NOT NULL OR coalesce(f.failed_at < w.last_success, false))";
        return switch (state) {
            case CLOSED -> "i.closed_at IS NOT NULL";
            case RECOVERED -> "i.closed_at IS NULL AND " + recovered;
            case TAKEN -> "i.closed_at IS NULL AND i.taken_by IS NOT NULL AND NOT " + recovered;
            case OPEN -> "i.closed_at IS NULL AND i.taken_by IS NULL AND NOT " + recovered;
        };
    }

    private List<FailureItem> look(int limit, FailurePosition after) throws SQLException {
        Map<Integer, VisibleSource> sources = new HashMap<>();
        workflows.forEach(workflow -> sources.put(workflow.source().source(), workflow.source()));
        List<FailureItem> items = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT.formatted(conditions()))) {
            int next = FailedWorkflow.set(select, 1, workflows);
            select.setObject(next++, Micros.time(filter.from()));
            select.setObject(next++, Micros.time(filter.to()));
            select.setObject(next++, Micros.time(after.failedAt()));
            select.setObject(next++, after.id());
            select.setInt(next++, after.runSeq());
            if (filter.signature() != null) {
                select.setObject(next++, filter.signature());
            }
            select.setInt(next++, limit);
            select.setInt(next, limit);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    items.add(FailureItem.read(row, Objects.requireNonNull(sources.get(row.getInt("source")))));
                }
            }
        }
        return items;
    }

    private List<FailureItem> withRecoveries(List<FailureItem> items) throws SQLException {
        Map<String, Integer> sources = new HashMap<>();
        workflows.forEach(workflow -> sources.put(
                workflow.source().env() + "\n" + workflow.source().serviceKey(),
                workflow.source().source()));
        Map<Place, Recovery> recoveries = new HashMap<>();
        try (PreparedStatement select = connection.prepareStatement(RECOVERIES)) {
            set(select, 1, "uuid", items, FailureItem::runId);
            set(select, 2, "int4", items, FailureItem::runSeq);
            set(select, 3, "int4", items, item -> sources.get(item.env() + "\n" + item.serviceKey()));
            set(select, 4, "text", items, FailureItem::workflowName);
            set(select, 5, "timestamptz", items, item -> Micros.time(item.failedAt()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    recoveries.put(
                            new Place(row.getObject(1, UUID.class), row.getInt(2)),
                            new Recovery(
                                    RunRows.instant(row.getLong(5)),
                                    new RecoveredBy(row.getString(3), row.getInt(4), row.getBoolean(6))));
                }
            }
        }
        return items.stream()
                .map(item -> item.after(recoveries.get(new Place(item.runId(), item.runSeq()))))
                .toList();
    }

    private void set(
            PreparedStatement statement,
            int parameter,
            String type,
            List<FailureItem> items,
            Function<FailureItem, Object> value)
            throws SQLException {
        statement.setArray(
                parameter,
                connection.createArrayOf(type, items.stream().map(value).toArray()));
    }
}
