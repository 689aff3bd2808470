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

/** The ended runs of one source that share name and status: what an index leads straight to. */
record RunGroup(int source, String env, String serviceKey, String name, long nameHash, RunStatus status, long runs) {
    private static final String SELECT = """
            SELECT source, workflow_name, hashtextextended(workflow_name, 0), status::text, sum(n)
            FROM run_names
            WHERE source = ANY(?) AND (cardinality(?::text[]) = 0 OR workflow_name = ANY(?))
              AND NOT (workflow_name = ANY(?)) AND status = ANY(?::text[]::workflow_status[])
            GROUP BY source, workflow_name, status
            HAVING sum(n) > 0
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
                            row.getLong(5)));
                }
            }
        }
        return groups;
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
