package dev.weir.server.query.insight;

import dev.weir.server.access.Scope;
import dev.weir.server.query.Page;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The environments that have been heard of, with the number of their runs by status. */
@RestController
public final class SelectorsEndpoint {
    private final DataSource database;

    SelectorsEndpoint(DataSource database) {
        this.database = database;
    }

    public record Environment(
            String env,
            StatusCounts counts,
            int services,
            @Nullable Instant lastEventAt) {}

    @GetMapping("/api/v1/environments")
    public Page<Environment> environments(Scope scope) throws SQLException {
        Map<String, Environment> environments = new LinkedHashMap<>();
        try (Connection connection = database.getConnection()) {
            for (KnownSource source : KnownSource.of(connection, scope, Set.of(), Set.of())) {
                environments.merge(
                        source.env(),
                        new Environment(source.env(), source.counts(), 1, source.lastEventAt()),
                        (a, b) -> new Environment(
                                a.env(),
                                a.counts().plus(b.counts()),
                                a.services() + 1,
                                KnownSource.later(a.lastEventAt(), b.lastEventAt())));
            }
        }
        return new Page<>(List.copyOf(environments.values()), null);
    }
}
