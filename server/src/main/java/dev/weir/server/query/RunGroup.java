package dev.weir.server.query;

import dev.weir.core.run.RunStatus;
import dev.weir.server.access.Scope;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** The ended runs of one source that share name and status: what an index leads straight to. */
record RunGroup(int source, String env, String serviceKey, String name, long nameHash, RunStatus status, long runs) {
    private static final String SELECT = """
            SELECT n.source, s.env, s.service_key, n.workflow_name, hashtextextended(n.workflow_name, 0), n.status::text,
                   sum(n.n)
            FROM organisations o JOIN sources s ON s.org = o.org JOIN run_names n ON n.source = s.source
            WHERE o.id = ?
              AND (cardinality(?::text[]) = 0 OR s.env = ANY(?)) AND (cardinality(?::text[]) = 0 OR s.service_key = ANY(?))
              AND (cardinality(?::text[]) = 0 OR s.env = ANY(?)) AND (cardinality(?::text[]) = 0 OR s.service_key = ANY(?))
              AND (cardinality(?::text[]) = 0 OR n.workflow_name = ANY(?))
              AND n.status = ANY(?::text[]::workflow_status[])
            GROUP BY n.source, s.env, s.service_key, n.workflow_name, n.status
            HAVING sum(n.n) > 0
            """;

    /** Those that may be seen and are asked for, of ended runs. */
    static List<RunGroup> of(Connection connection, Scope scope, RunFilter filter) throws SQLException {
        List<RunGroup> groups = new ArrayList<>();
        if (!filter.wantsEnded()) {
            return groups;
        }
        try (PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setObject(1, scope.org());
            int next = 2;
            for (Set<String> any :
                    List.of(scope.environments(), scope.services(), filter.envs(), filter.services(), filter.names())) {
                Array array = connection.createArrayOf("text", any.toArray());
                select.setArray(next++, array);
                select.setArray(next++, array);
            }
            select.setArray(
                    next, connection.createArrayOf("text", statuses(filter).toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    groups.add(new RunGroup(
                            row.getInt(1),
                            row.getString(2),
                            row.getString(3),
                            row.getString(4),
                            row.getLong(5),
                            RunStatus.of(row.getString(6)),
                            row.getLong(7)));
                }
            }
        }
        return groups;
    }

    private static Collection<String> statuses(RunFilter filter) {
        List<String> ended = new ArrayList<>();
        for (RunStatus status : RunStatus.values()) {
            if (status.isEnded() && RunFilter.isAny(filter.statuses(), status)) {
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
