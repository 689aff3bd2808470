package dev.weir.server.query.failure;

import dev.weir.server.access.Scope;
import dev.weir.server.query.Micros;
import dev.weir.server.query.VisibleSource;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A workflow of a source that has ever failed, and when it last succeeded: what failed before that has recovered.
 *
 * @param lastSuccess in microseconds, null if it never did
 */
record FailedWorkflow(
        VisibleSource source, String name, @Nullable Long lastSuccess) {

    /** From name to name through the index, which does not depend on how many failures each has. */
    private static final String SELECT = """
            SELECT s.source, w.name, micros(greatest(
                (SELECT max(r.ended_at) FROM runs r
                 WHERE r.source = s.source AND r.status = 'completed' AND r.name_hash = hashtextextended(w.name, 0)
                   AND r.newest AND r.ended_at IS NOT NULL),
                (SELECT max(r.ended_at) FROM runs r
                 WHERE r.source = s.source AND r.status = 'completed' AND r.name_hash = hashtextextended(w.name, 0)
                   AND NOT r.newest AND r.ended_at IS NOT NULL)))
            FROM unnest(?::int[]) AS s(source)
            CROSS JOIN LATERAL (
              WITH RECURSIVE names(name) AS (
                (SELECT f.workflow_name FROM failures f WHERE f.source = s.source ORDER BY f.workflow_name LIMIT 1)
                UNION ALL
                SELECT (SELECT f.workflow_name FROM failures f WHERE f.source = s.source AND f.workflow_name > n.name
                        ORDER BY f.workflow_name LIMIT 1)
                FROM names n WHERE n.name IS NOT NULL)
              SELECT name FROM names WHERE name IS NOT NULL) AS w
            """;

    static List<FailedWorkflow> of(Connection connection, Scope scope, FailureFilter filter) throws SQLException {
        Map<Integer, VisibleSource> sources = VisibleSource.of(connection, scope, filter.envs(), filter.services());
        List<FailedWorkflow> workflows = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setArray(1, VisibleSource.numbers(connection, sources));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    if (filter.accepts(row.getString(2))) {
                        workflows.add(new FailedWorkflow(
                                Objects.requireNonNull(sources.get(row.getInt(1))),
                                row.getString(2),
                                row.getObject(3, Long.class)));
                    }
                }
            }
        }
        return workflows;
    }

    static Array sources(Connection connection, List<FailedWorkflow> workflows) throws SQLException {
        return connection.createArrayOf(
                "int4",
                workflows.stream()
                        .map(workflow -> workflow.source().source())
                        .distinct()
                        .toArray());
    }

    /** Sets three parameters: sources, names and times, each with an element per workflow. @return the next one */
    static int set(PreparedStatement statement, int first, List<FailedWorkflow> workflows) throws SQLException {
        Connection connection = statement.getConnection();
        Array sources = connection.createArrayOf(
                "int4",
                workflows.stream().map(workflow -> workflow.source().source()).toArray());
        Array names = connection.createArrayOf(
                "text", workflows.stream().map(FailedWorkflow::name).toArray());
        Array times = connection.createArrayOf(
                "timestamptz",
                workflows.stream()
                        .map(FailedWorkflow::lastSuccess)
                        .map(micros -> micros == null ? null : Micros.time(micros))
                        .toArray());
        statement.setArray(first, sources);
        statement.setArray(first + 1, names);
        statement.setArray(first + 2, times);
        return first + 3;
    }

    /** Whether a failure of it was followed by a success of it. */
    boolean hasRecoveredSince(long failedAt) {
        return lastSuccess != null && lastSuccess > failedAt;
    }
}
