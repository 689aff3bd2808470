package dev.weir.server.query.insight;

import dev.weir.core.run.RunStatus;
import dev.weir.server.access.Scope;
import dev.weir.server.query.VisibleSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A service in an environment that has been heard of, with what people say of the service. */
record KnownSource(
        int source,
        String env,
        String serviceKey,
        @Nullable String displayName,
        @Nullable String description,
        @Nullable Instant lastEventAt,
        StatusCounts counts) {

    /** Sources that sent nothing but what was rejected are none. */
    private static final String SOURCES = """
            SELECT s.source, s.env, s.service_key, d.display_name, d.description, a.last_event_at
            FROM sources s
            JOIN LATERAL (SELECT max(last_event_at) AS last_event_at, sum(accepted) AS accepted
                          FROM accounting WHERE source = s.source) AS a ON a.accepted > 0
            LEFT JOIN service_descriptions d ON d.org = s.org AND d.service_key = s.service_key
            WHERE s.source = ANY(?)
            ORDER BY s.env COLLATE "C", s.service_key COLLATE "C"
            """;

    private static final String COUNTS = """
            SELECT source, status::text, sum(n) FROM run_counts WHERE source = ANY(?) GROUP BY source, status
            """;

    /** In the order of environments, then services. */
    static List<KnownSource> of(Connection connection, Scope scope, Set<String> envs, Set<String> services)
            throws SQLException {
        Map<Integer, KnownSource> sources = new LinkedHashMap<>();
        try (PreparedStatement select = connection.prepareStatement(SOURCES)) {
            select.setArray(1, VisibleSource.numbers(connection, VisibleSource.of(connection, scope, envs, services)));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    Timestamp last = row.getTimestamp(6);
                    KnownSource source = new KnownSource(
                            row.getInt(1),
                            row.getString(2),
                            row.getString(3),
                            row.getString(4),
                            row.getString(5),
                            last == null ? null : last.toInstant(),
                            StatusCounts.NONE);
                    sources.put(source.source(), source);
                }
            }
        }
        count(connection, sources);
        return List.copyOf(sources.values());
    }

    private static void count(Connection connection, Map<Integer, KnownSource> sources) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(COUNTS)) {
            select.setArray(1, connection.createArrayOf("int4", sources.keySet().toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    KnownSource source = Objects.requireNonNull(sources.get(row.getInt(1)));
                    StatusCounts counts = source.counts().plus(RunStatus.of(row.getString(2)), row.getLong(3));
                    sources.put(source.source(), source.with(counts));
                }
            }
        }
    }

    private KnownSource with(StatusCounts other) {
        return new KnownSource(source, env, serviceKey, displayName, description, lastEventAt, other);
    }

    static @Nullable Instant later(@Nullable Instant a, @Nullable Instant b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.isAfter(b) ? a : b;
    }
}
