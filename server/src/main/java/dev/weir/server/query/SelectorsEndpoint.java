package dev.weir.server.query;

import dev.weir.core.run.RunStatus;
import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** The environments and services that have been heard of, with the number of their runs by status. */
@RestController
public final class SelectorsEndpoint {
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

    private final DataSource database;

    SelectorsEndpoint(DataSource database) {
        this.database = database;
    }

    /** How many workflows are in which status. */
    public record StatusCounts(long pending, long running, long paused, long completed, long failed, long cancelled) {
        static final StatusCounts NONE = new StatusCounts(0, 0, 0, 0, 0, 0);

        StatusCounts plus(StatusCounts other) {
            return new StatusCounts(
                    pending + other.pending,
                    running + other.running,
                    paused + other.paused,
                    completed + other.completed,
                    failed + other.failed,
                    cancelled + other.cancelled);
        }

        StatusCounts plus(RunStatus status, long n) {
            return plus(new StatusCounts(
                    status == RunStatus.PENDING ? n : 0,
                    status == RunStatus.RUNNING ? n : 0,
                    status == RunStatus.PAUSED ? n : 0,
                    status == RunStatus.COMPLETED ? n : 0,
                    status == RunStatus.FAILED ? n : 0,
                    status == RunStatus.CANCELLED ? n : 0));
        }
    }

    public record Environment(
            String env,
            StatusCounts counts,
            int services,
            @Nullable Instant lastEventAt) {}

    record Service(
            String serviceKey,
            @Nullable String displayName,
            @Nullable String description,
            List<ServiceEnvironment> environments,
            @Nullable Instant lastEventAt) {}

    record ServiceEnvironment(
            String env, StatusCounts counts, @Nullable Instant lastEventAt) {}

    private record Source(
            int source,
            String env,
            String serviceKey,
            @Nullable String displayName,
            @Nullable String description,
            @Nullable Instant lastEventAt,
            StatusCounts counts) {

        Source with(StatusCounts other) {
            return new Source(source, env, serviceKey, displayName, description, lastEventAt, other);
        }
    }

    @GetMapping("/api/v1/environments")
    public Page<Environment> environments(Scope scope) throws SQLException {
        Map<String, Environment> environments = new LinkedHashMap<>();
        for (Source source : sources(scope)) {
            environments.merge(
                    source.env(),
                    new Environment(source.env(), source.counts(), 1, source.lastEventAt()),
                    (a, b) -> new Environment(
                            a.env(),
                            a.counts().plus(b.counts()),
                            a.services() + 1,
                            later(a.lastEventAt(), b.lastEventAt())));
        }
        return new Page<>(List.copyOf(environments.values()), null);
    }

    @GetMapping("/api/v1/services")
    Page<Service> services(Scope scope) throws SQLException {
        Map<String, List<Source>> byKey = new TreeMap<>(RunSort::compareUtf8);
        for (Source source : sources(scope)) {
            byKey.computeIfAbsent(source.serviceKey(), key -> new ArrayList<>()).add(source);
        }
        return new Page<>(
                byKey.values().stream().map(SelectorsEndpoint::service).toList(), null);
    }

    @GetMapping("/api/v1/services/{key}")
    Service service(Scope scope, @PathVariable String key) throws SQLException {
        return services(scope).items().stream()
                .filter(service -> service.serviceKey().equals(key))
                .findFirst()
                .orElseThrow(() -> new Problem(
                        HttpStatus.NOT_FOUND,
                        "unknown_service",
                        "There is no service " + key + " in what you may see."));
    }

    private static Service service(List<Source> sources) {
        Source any = sources.get(0);
        Instant last = null;
        for (Source source : sources) {
            last = later(last, source.lastEventAt());
        }
        return new Service(
                any.serviceKey(),
                any.displayName(),
                any.description(),
                sources.stream()
                        .map(source -> new ServiceEnvironment(source.env(), source.counts(), source.lastEventAt()))
                        .toList(),
                last);
    }

    private static @Nullable Instant later(@Nullable Instant a, @Nullable Instant b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return a.isAfter(b) ? a : b;
    }

    private List<Source> sources(Scope scope) throws SQLException {
        Map<Integer, Source> sources = new LinkedHashMap<>();
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement(SOURCES)) {
            select.setArray(1, VisibleSource.numbers(connection, VisibleSource.of(connection, scope)));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    Timestamp last = row.getTimestamp(6);
                    sources.put(
                            row.getInt(1),
                            new Source(
                                    row.getInt(1),
                                    row.getString(2),
                                    row.getString(3),
                                    row.getString(4),
                                    row.getString(5),
                                    last == null ? null : last.toInstant(),
                                    StatusCounts.NONE));
                }
            }
            count(connection, sources);
        }
        return List.copyOf(sources.values());
    }

    private static void count(Connection connection, Map<Integer, Source> sources) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(COUNTS)) {
            select.setArray(1, connection.createArrayOf("int4", sources.keySet().toArray()));
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    Source source = Objects.requireNonNull(sources.get(row.getInt(1)));
                    StatusCounts counts = source.counts().plus(RunStatus.of(row.getString(2)), row.getLong(3));
                    sources.put(source.source(), source.with(counts));
                }
            }
        }
    }
}
