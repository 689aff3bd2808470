package dev.weir.server.query.failure;

import dev.weir.server.access.Scope;
import dev.weir.server.query.CutRange;
import dev.weir.server.query.Micros;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Counts failures by kind: whole days from the roll-up, the rest from rows. What has recovered follows from the last success
 * of each workflow: everything on the days before it, and on its own day what rows say.
 */
final class FailureTallies {
    private static final String DAYS = """
            SELECT source, workflow_name, signature, step_name, day, sum(n), sum(repaired) FROM failure_days
            WHERE source = ANY(?) AND day >= ? AND day < ?%s GROUP BY 1, 2, 3, 4, 5 HAVING sum(n) <> 0
            """;
    private static final String OF_KIND = " AND signature = ?";
    private static final String ROWS = """
            SELECT w.source, w.name, f.signature, coalesce(f.step_name, ''), floor(micros(f.failed_at) / ?::numeric)::bigint, count(*),
                   count(*) FILTER (WHERE f.repair_ms IS NOT NULL OR f.failed_at < w.last_success)
            FROM unnest(?::int[], ?::text[], ?::timestamptz[]) AS w(source, name, last_success)
            JOIN failures f ON f.source = w.source AND f.workflow_name = w.name AND f.failed_at >= ? AND f.failed_at < ?%s
            GROUP BY 1, 2, 3, 4, 5
            """;
    private static final String ON_DAY_OF_SUCCESS = """
            SELECT f.signature, count(*)
            FROM unnest(?::int[], ?::text[], ?::timestamptz[]) AS w(source, name, last_success)
            JOIN failures f ON f.source = w.source AND f.workflow_name = w.name
              AND f.failed_at >= date_trunc('day', w.last_success, 'UTC') AND f.failed_at < w.last_success
            WHERE f.repair_ms IS NULL%s GROUP BY 1
            """;
    private static final String ENTERED = """
            SELECT f.signature, count(i.closed_at), count(i.closed_at) FILTER (WHERE f.recovered),
                   count(i.taken_by) FILTER (WHERE i.closed_at IS NULL AND NOT f.recovered)
            FROM failure_inbox i CROSS JOIN LATERAL (
              SELECT f.signature, f.repair_ms IS NOT NULL OR coalesce(f.failed_at < w.last_success, false) AS recovered
              FROM failures f
              JOIN unnest(?::int[], ?::text[], ?::timestamptz[]) AS w(source, name, last_success)
                ON w.source = f.source AND w.name = f.workflow_name
              WHERE f.id = i.id AND f.run_seq = i.run_seq AND f.failed_at >= ? AND f.failed_at < ?%s) AS f
            WHERE i.org = (SELECT org FROM organisations WHERE id = ?) GROUP BY 1
            """;

    private record Key(int source, String name) {}

    private final Connection connection;
    private final FailureFilter filter;
    private final TrendScale scale;
    private final List<FailedWorkflow> workflows;
    private final Map<Key, FailedWorkflow> byKey = new HashMap<>();
    private final Map<UUID, FailureTally> tallies = new HashMap<>();

    FailureTallies(Connection connection, FailureFilter filter, TrendScale scale, List<FailedWorkflow> workflows) {
        this.connection = connection;
        this.filter = filter;
        this.scale = scale;
        this.workflows = workflows;
        workflows.forEach(workflow -> byKey.put(new Key(workflow.source().source(), workflow.name()), workflow));
    }

    Map<UUID, FailureTally> count(Scope scope) throws SQLException {
        if (scale.isInDays()) {
            CutRange range = CutRange.of(filter.from(), filter.to(), CutRange.DAY);
            if (range.hasWhole()) {
                countDays(range);
                countDaysOfSuccess(range);
            }
            for (CutRange.Part part : range.parts()) {
                countRows(part.from(), part.to());
            }
        } else {
            countRows(filter.from(), filter.to());
        }
        countEntered(scope);
        return tallies;
    }

    private FailureTally tally(UUID signature) {
        return tallies.computeIfAbsent(signature, any -> new FailureTally());
    }

    private @Nullable FailedWorkflow workflow(ResultSet row) throws SQLException {
        return byKey.get(new Key(row.getInt(1), row.getString(2)));
    }

    private String ofKind() {
        return filter.signature() == null ? "" : OF_KIND;
    }

    private void setKind(PreparedStatement statement, int parameter) throws SQLException {
        if (filter.signature() != null) {
            statement.setObject(parameter, filter.signature());
        }
    }

    private void countDays(CutRange range) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(DAYS.formatted(ofKind()))) {
            select.setArray(1, FailedWorkflow.sources(connection, workflows));
            select.setInt(2, range.firstUnit());
            select.setInt(3, range.endUnit());
            setKind(select, 4);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    FailedWorkflow workflow = workflow(row);
                    if (workflow != null) {
                        countDay(row, workflow);
                    }
                }
            }
        }
    }

    private void countDay(ResultSet row, FailedWorkflow workflow) throws SQLException {
        long day = row.getInt(5) * CutRange.DAY;
        long n = row.getLong(6);
        FailureTally tally = tally(row.getObject(3, UUID.class));
        tally.add(workflow, row.getString(4), scale.bucket(day), n);
        tally.addRecovered(workflow.hasRecoveredSince(day + CutRange.DAY - 1) ? n : row.getLong(7));
    }

    private void countDaysOfSuccess(CutRange range) throws SQLException {
        List<FailedWorkflow> inside = workflows.stream()
                .filter(workflow -> workflow.lastSuccess() != null && isWholeDay(range, workflow.lastSuccess()))
                .toList();
        try (PreparedStatement select = connection.prepareStatement(
                ON_DAY_OF_SUCCESS.formatted(ofKind().replace("signature", "f.signature")))) {
            setKind(select, FailedWorkflow.set(select, 1, inside));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    tally(row.getObject(1, UUID.class)).addRecovered(row.getLong(2));
                }
            }
        }
    }

    private static boolean isWholeDay(CutRange range, long micros) {
        long day = Math.floorDiv(micros, CutRange.DAY);
        return day >= range.firstUnit() && day < range.endUnit();
    }

    private void countRows(long from, long to) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(ROWS.formatted(ofKind().replace("signature", "f.signature")))) {
            select.setLong(1, scale.width());
            int next = FailedWorkflow.set(select, 2, workflows);
            select.setObject(next++, Micros.time(from));
            select.setObject(next++, Micros.time(to));
            setKind(select, next);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    FailedWorkflow workflow = workflow(row);
                    if (workflow != null) {
                        FailureTally tally = tally(row.getObject(3, UUID.class));
                        int bucket = scale.bucket(row.getLong(5) * scale.width());
                        tally.add(workflow, row.getString(4), bucket, row.getLong(6));
                        tally.addRecovered(row.getLong(7));
                    }
                }
            }
        }
    }

    private void countEntered(Scope scope) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(ENTERED.formatted(ofKind().replace("signature", "f.signature")))) {
            int next = FailedWorkflow.set(select, 1, workflows);
            select.setObject(next++, Micros.time(filter.from()));
            select.setObject(next++, Micros.time(filter.to()));
            setKind(select, next);
            select.setObject(filter.signature() == null ? next : next + 1, scope.org());
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    tally(row.getObject(1, UUID.class)).addEntered(row.getLong(2), row.getLong(3), row.getLong(4));
                }
            }
        }
    }
}
