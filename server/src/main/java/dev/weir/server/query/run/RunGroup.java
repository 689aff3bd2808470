package dev.weir.server.query.run;

import dev.weir.core.run.RunStatus;
import dev.weir.server.access.Scope;
import dev.weir.server.query.VisibleSource;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The ended runs of one source that share name and status: what an index leads straight to.
 *
 * @param earlier whether they are those that are not the newest of their workflow id; nobody keeps count of these
 */
record RunGroup(
        int source,
        String env,
        String serviceKey,
        String name,
        long nameHash,
        RunStatus status,
        long runs,
        boolean earlier) {
    private static final String SELECT = """
            SELECT source, workflow_name, hashtextextended(workflow_name, 0), status::text, sum(n)
            FROM run_names
            WHERE source = ANY(?) AND (cardinality(?::text[]) = 0 OR workflow_name = ANY(?))
              AND NOT (workflow_name = ANY(?)) AND status = ANY(?::text[]::workflow_status[])
            GROUP BY source, workflow_name, status
            HAVING sum(n) > 0
            """;

    /** What the index on earlier runs begins with, one probe for each. */
    private static final String EARLIER = """
            WITH RECURSIVE found AS (
              SELECT s.source, r.status, r.name_hash FROM unnest(?::int[]) AS s(source) CROSS JOIN LATERAL (
                SELECT status, name_hash FROM runs WHERE NOT newest AND ended_at IS NOT NULL AND source = s.source
                ORDER BY status, name_hash LIMIT 1) AS r
              UNION ALL
              SELECT f.source, r.status, r.name_hash FROM found f CROSS JOIN LATERAL (
                SELECT status, name_hash FROM runs WHERE NOT newest AND ended_at IS NOT NULL AND source = f.source
                  AND (status, name_hash) > (f.status, f.name_hash)
                ORDER BY status, name_hash LIMIT 1) AS r)
            SELECT f.source, r.workflow_name, f.name_hash, f.status::text, 0
            FROM found f CROSS JOIN LATERAL (
              SELECT workflow_name FROM runs WHERE NOT newest AND ended_at IS NOT NULL
                AND source = f.source AND status = f.status AND name_hash = f.name_hash LIMIT 1) AS r
            """;

    /** Those that may be seen and are asked for, of ended runs. */
    static List<RunGroup> of(Connection connection, Scope scope, RunFilter filter) throws SQLException {
        List<RunGroup> groups = new ArrayList<>();
        if (!filter.wantsEnded()) {
            return groups;
        }
        Map<Integer, VisibleSource> sources = VisibleSource.of(connection, scope, filter.envs(), filter.services());
        sources.values().removeIf(source -> filter.none().services().contains(source.serviceKey()));
        try (PreparedStatement select = connection.prepareStatement(SELECT)) {
            Array names = connection.createArrayOf("text", filter.names().toArray());
            select.setArray(1, VisibleSource.numbers(connection, sources));
            select.setArray(2, names);
            select.setArray(3, names);
            select.setArray(
                    4, connection.createArrayOf("text", filter.none().names().toArray()));
            select.setArray(5, connection.createArrayOf("text", statuses(filter).toArray()));
            add(groups, select, sources, false);
        }
        if (filter.earlierToo()) {
            try (PreparedStatement select = connection.prepareStatement(EARLIER)) {
                select.setArray(1, VisibleSource.numbers(connection, sources));
                add(groups, select, sources, true);
            }
            groups.removeIf(group -> !filter.accepts(group.env, group.serviceKey, group.status, group.name));
        }
        return groups;
    }

    private static void add(
            List<RunGroup> groups, PreparedStatement select, Map<Integer, VisibleSource> sources, boolean earlier)
            throws SQLException {
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                VisibleSource source = Objects.requireNonNull(sources.get(row.getInt(1)));
                groups.add(new RunGroup(
                        source.source(),
                        source.env(),
                        source.serviceKey(),
                        row.getString(2),
                        row.getLong(3),
                        RunStatus.of(row.getString(4)),
                        row.getLong(5),
                        earlier));
            }
        }
    }

    private static Collection<String> statuses(RunFilter filter) {
        List<String> ended = new ArrayList<>();
        for (RunStatus status : RunStatus.values()) {
            if (status.isEnded() && filter.accepts(status)) {
                ended.add(status.label());
            }
        }
        return ended;
    }

    /** What its runs are sorted by, if that is a text they share. */
    String text(RunSort sort) {
        return switch (sort) {
            case NAME -> name;
            case STATUS -> OpenRun.statusText(status);
            case ENV -> env;
            case SERVICE -> serviceKey;
            default -> "";
        };
    }
}
