package dev.weir.server.query.session;

import dev.weir.server.access.Scope;
import dev.weir.server.query.Condition;
import dev.weir.server.query.CutRange;
import dev.weir.server.query.VisibleSource;
import dev.weir.server.query.session.LatencyValues.Figure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How sessions fare, told apart by one thing, and all together. Counts of whole hours come from roll-ups and the rest of the
 * range from rows. Latencies come from rows, group by group, and from roll-ups where a group has too many.
 */
final class SessionMetrics {
    /** @param group null for sessions that have none, and for all together */
    record Item(
            @Nullable String group,
            long sessions,
            long known,
            long success,
            long excused,
            long unexcused,
            @Nullable Double startupSuccessRate,
            long swapped,
            @Nullable Double swapRate,
            long errors,
            long excusableErrors,
            long inversions,
            Figure startupMs,
            Figure e2eProxyMs,
            Figure promptToPlayableMs,
            Figure gatewayRunnerLagMs) {}

    record Answer(List<Item> items, Item total) {}

    private static final String HOURS = " FROM session_hours JOIN session_groups USING (grouping) WHERE ";
    private static final String ROWS = " FROM fact_workflow_sessions WHERE ";
    private static final String BUCKETS = """
            SELECT %s, measure, bucket, sum(n) FROM session_latencies JOIN session_groups USING (grouping)
            WHERE %s GROUP BY 1, 2, 3 HAVING sum(n) <> 0
            """;
    private static final String VALUES =
            "SELECT %s, " + SessionLatency.COLUMNS + ROWS + "%s AND num_nonnulls(" + SessionLatency.COLUMNS + ") > 0";
    private static final int ROWS_AT_A_TIME = 5_000;

    private final Connection connection;
    private final SessionFilter filter;
    private final SessionGrouping grouping;
    private final int mostExact;
    private final CutRange range;
    private final Map<@Nullable String, SessionGroup> groups =
            new TreeMap<>(Comparator.nullsLast(Comparator.<String>naturalOrder()));
    private final SessionGroup total;

    /** The connection must be in a transaction that sees one moment. */
    SessionMetrics(Connection connection, SessionFilter filter, SessionGrouping grouping, int mostExact) {
        this.connection = connection;
        this.filter = filter;
        this.grouping = grouping;
        this.mostExact = mostExact;
        range = CutRange.of(filter.from(), filter.to(), CutRange.HOUR);
        total = new SessionGroup(mostExact);
    }

    Answer find(Scope scope) throws SQLException {
        Condition where = filter.ofRollUps(VisibleSource.of(connection, scope, filter.envs(), filter.services()));
        readSums(where);
        groups.values().removeIf(group -> group.sums.sessions == 0);
        groups.values().forEach(group -> total.sums.add(group.sums));
        readBuckets(where);
        readRows(where);
        groups.values().forEach(group -> group.settle(total));
        total.settle(null);
        return new Answer(
                groups.entrySet().stream()
                        .map(group -> group.getValue().item(grouping.shown(group.getKey())))
                        .toList(),
                total.item(null));
    }

    private void readSums(Condition where) throws SQLException {
        if (range.hasWhole()) {
            readSums(wholeHours(where), "SELECT " + grouping.ofHours() + ", " + SessionSums.OF_HOURS + HOURS);
        }
        for (CutRange.Part part : range.parts()) {
            readSums(rows(where, part), "SELECT " + grouping.ofRows() + ", " + SessionSums.OF_ROWS + ROWS);
        }
    }

    private void readSums(Condition where, String select) throws SQLException {
        try (PreparedStatement statement = where.prepare(connection, select + where.sql() + " GROUP BY 1");
                ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                groups.computeIfAbsent(row.getString(1), name -> new SessionGroup(mostExact))
                        .sums
                        .add(row);
            }
        }
    }

    private Condition wholeHours(Condition where) {
        return where.copy().and("hour >= ?", range.firstUnit()).and("hour < ?", range.endUnit());
    }

    private static Condition rows(Condition where, CutRange.Part part) {
        return where.copy().between("session_start_ts", part.from(), part.to());
    }

    /** Of groups with many sessions. What turns out to have few values all the same is read from rows, like the others. */
    private void readBuckets(Condition where) throws SQLException {
        List<String> many = names(group -> group.sums.sessions > mostExact);
        if (many.isEmpty()) {
            return;
        }
        if (range.hasWhole()) {
            addBuckets(wholeHours(where).any("coalesce(" + grouping.ofHours() + ", '')", "text", many));
        }
        for (CutRange.Part part : range.parts()) {
            Condition rows = rows(where, part).any("coalesce(" + grouping.ofRows() + ", '')", "text", many);
            try (PreparedStatement select = rows.prepare(connection, VALUES.formatted(grouping.ofRows(), rows.sql()));
                    ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    add(row, group(row));
                }
            }
        }
        groups.values().stream()
                .filter(group -> group.sums.sessions > mostExact)
                .forEach(group -> group.settleMany(total));
    }

    private void addBuckets(Condition hours) throws SQLException {
        try (PreparedStatement select = hours.prepare(connection, BUCKETS.formatted(grouping.ofHours(), hours.sql()));
                ResultSet row = select.executeQuery()) {
            while (row.next()) {
                group(row).addBucket(row.getInt(2), row.getInt(3), row.getLong(4));
            }
        }
    }

    /** Group by group, so that the values of one at a time are in memory. */
    private void readRows(Condition where) throws SQLException {
        List<String> settled = names(SessionGroup::isSettled);
        if (settled.size() == groups.size()) {
            return;
        }
        Condition rows = where.copy().between("session_start_ts", filter.from(), filter.to());
        if (!settled.isEmpty()) {
            rows.none("coalesce(" + grouping.ofRows() + ", '')", "text", settled);
        }
        String sql = VALUES.formatted(grouping.ofRows(), rows.sql()) + " ORDER BY 1";
        try (PreparedStatement select = rows.prepare(connection, sql)) {
            select.setFetchSize(ROWS_AT_A_TIME);
            SessionGroup last = null;
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    SessionGroup group = group(row);
                    if (last != null && last != group) {
                        last.settle(total);
                    }
                    add(row, group);
                    last = group;
                }
            }
        }
    }

    private static void add(ResultSet row, SessionGroup group) throws SQLException {
        for (int measure = 0; measure < SessionLatency.values().length; measure++) {
            long ms = row.getLong(measure + 2);
            if (!row.wasNull()) {
                group.add(measure, ms);
            }
        }
    }

    /** An empty one stands for none. */
    private List<String> names(Predicate<SessionGroup> wanted) {
        return groups.entrySet().stream()
                .filter(group -> wanted.test(group.getValue()))
                .map(group -> Objects.requireNonNullElse(group.getKey(), ""))
                .toList();
    }

    private SessionGroup group(ResultSet row) throws SQLException {
        return Objects.requireNonNull(groups.get(row.getString(1)));
    }
}
