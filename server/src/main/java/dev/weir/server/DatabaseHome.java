package dev.weir.server;

import dev.weir.postgres.EmbeddedPostgres;
import dev.weir.postgres.PostgresStartException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where the database is: one of our own, which lives as long as the server, or one that was given. */
final class DatabaseHome implements AutoCloseable {
    private static final int OLDEST_MAJOR = 15;

    private final String jdbcUrl;
    private final @Nullable EmbeddedPostgres embedded;

    private DatabaseHome(String jdbcUrl, @Nullable EmbeddedPostgres embedded) {
        this.jdbcUrl = jdbcUrl;
        this.embedded = embedded;
    }

    static DatabaseHome of(Settings settings) throws StartException, PostgresStartException {
        Optional<String> given = settings.db();
        if (given.isPresent()) {
            checkVersion(given.get());
            return new DatabaseHome(given.get(), null);
        }
        EmbeddedPostgres embedded = EmbeddedPostgres.start(settings.data());
        return new DatabaseHome(embedded.jdbcUrl(), embedded);
    }

    private static void checkVersion(String url) throws StartException {
        try (Connection connection = DriverManager.getConnection(url)) {
            int major = connection.getMetaData().getDatabaseMajorVersion();
            if (major < OLDEST_MAJOR) {
                throw new StartException("The database given with --db is PostgreSQL " + major + ": Weir needs "
                        + OLDEST_MAJOR + " or newer.");
            }
        } catch (SQLException e) {
            throw new StartException("The database given with --db cannot be used: " + firstLine(e.getMessage())
                    + " Check the URL, and that it is running and lets this user in.");
        }
    }

    static String firstLine(@Nullable String message) {
        String line = message == null
                ? "it does not answer"
                : message.lines().findFirst().orElse("");
        return line.endsWith(".") ? line : line + ".";
    }

    String jdbcUrl() {
        return jdbcUrl;
    }

    @Override
    public void close() {
        if (embedded != null) {
            embedded.close();
        }
    }
}
