package dev.weir.server.query;

import dev.weir.server.access.Scope;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A service in an environment. Queries begin with those that somebody may see, and look at nothing else. */
public record VisibleSource(int source, String env, String serviceKey) {
    private static final String SELECT = """
            SELECT s.source, s.env, s.service_key FROM organisations o JOIN sources s ON s.org = o.org
            WHERE o.id = ?
              AND (cardinality(?::text[]) = 0 OR s.env = ANY(?)) AND (cardinality(?::text[]) = 0 OR s.service_key = ANY(?))
              AND (cardinality(?::text[]) = 0 OR s.env = ANY(?)) AND (cardinality(?::text[]) = 0 OR s.service_key = ANY(?))
            ORDER BY s.env COLLATE "C", s.service_key COLLATE "C"
            """;

    /** All that may be seen, by their number. */
    public static Map<Integer, VisibleSource> of(Connection connection, Scope scope) throws SQLException {
        return of(connection, scope, Set.of(), Set.of());
    }

    /** Those that may be seen and are asked for, where no value asks for all. */
    public static Map<Integer, VisibleSource> of(
            Connection connection, Scope scope, Set<String> envs, Set<String> services) throws SQLException {
        Map<Integer, VisibleSource> sources = new LinkedHashMap<>();
        try (PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setObject(1, scope.org());
            int next = 2;
            for (Set<String> any : List.of(scope.environments(), scope.services(), envs, services)) {
                Array array = connection.createArrayOf("text", any.toArray());
                select.setArray(next++, array);
                select.setArray(next++, array);
            }
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    VisibleSource source = new VisibleSource(row.getInt(1), row.getString(2), row.getString(3));
                    sources.put(source.source(), source);
                }
            }
        }
        return sources;
    }

    /** The numbers of those that somebody may see; null if that is everything. */
    public static @Nullable Array limits(Connection connection, Scope scope) throws SQLException {
        return scope.environments().isEmpty() && scope.services().isEmpty()
                ? null
                : numbers(connection, of(connection, scope));
    }

    public static Array numbers(Connection connection, Map<Integer, VisibleSource> sources) throws SQLException {
        return connection.createArrayOf("int4", sources.keySet().toArray());
    }
}
