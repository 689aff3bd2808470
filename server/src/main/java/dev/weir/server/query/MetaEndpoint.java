package dev.weir.server.query;

import dev.weir.server.JobState;
import dev.weir.server.JobWatch;
import dev.weir.server.Replica;
import dev.weir.server.ReplicaState;
import dev.weir.server.access.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What a page has to know before it shows anything. */
@RestController
final class MetaEndpoint {
    private static final String SELECT = """
            SELECT coalesce((SELECT max(position) FROM commits), 0),
                   EXISTS (SELECT FROM accounting a JOIN sources s ON s.source = a.source
                           JOIN organisations o ON o.org = s.org WHERE o.id = ? AND a.received > 0)
            """;

    private final DataSource database;
    private final String auth;
    private final Clock clock;
    private final @Nullable JobWatch job;
    private final Optional<Replica> replica;
    private final Instant startedAt;
    private final String version = packedVersion();

    /** @param job null if this server folds */
    MetaEndpoint(DataSource database, String auth, Clock clock, @Nullable JobWatch job, Optional<Replica> replica) {
        this.job = job;
        this.replica = replica;
        this.database = database;
        this.auth = auth;
        this.clock = clock;
        startedAt = clock.instant();
    }

    /**
     * @param empty no event was ever received
     * @param position of the newest commit that answers know of
     * @param job that folds what this server hands over; null if it folds itself
     * @param replica that answers, a moment behind; null if there is none
     */
    record Meta(
            String version,
            String auth,
            Instant startedAt,
            Instant now,
            boolean empty,
            long position,
            @Nullable JobState job,
            @Nullable ReplicaState replica) {}

    @GetMapping("/api/v1/meta")
    Meta meta(Scope scope) throws SQLException {
        try (Connection connection = database.getConnection();
                PreparedStatement select = connection.prepareStatement(SELECT)) {
            select.setObject(1, scope.org());
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return new Meta(
                        version,
                        auth,
                        startedAt,
                        clock.instant(),
                        !row.getBoolean(2),
                        row.getLong(1),
                        job == null ? null : job.state(),
                        replica.map(Replica::state).orElse(null));
            }
        }
    }

    /** As the archive says; classes that were never packed do not know. */
    static String packedVersion() {
        Properties packed = new Properties();
        try (InputStream properties =
                MetaEndpoint.class.getResourceAsStream("/META-INF/maven/dev.weir/weir-server/pom.properties")) {
            if (properties != null) {
                packed.load(properties);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.getProperty("version", "unpacked");
    }
}
