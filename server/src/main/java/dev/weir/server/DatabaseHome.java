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
            checkVersion(given.get(), OLDEST_MAJOR);
            return new DatabaseHome(given.get(), null);
        }
        EmbeddedPostgres embedded = EmbeddedPostgres.start(settings.data());
        return new DatabaseHome(embedded.jdbcUrl(), embedded);
    }

    static void checkVersion(String url, int oldestMajor) throws StartException {
        requireDriver("--db", url);
        try (Connection connection = DriverManager.getConnection(url)) {
            int major = connection.getMetaData().getDatabaseMajorVersion();
            if (major < oldestMajor) {
                throw new StartException("The database given with --db is PostgreSQL " + major + ": Weir needs "
                        + oldestMajor + " or newer.");
            }
        } catch (SQLException e) {
            throw new StartException("The database given with --db cannot be used: " + firstLine(e.getMessage())
                    + " Check the URL, and that it is running and lets this user in.");
        }
    }

    /** Settings have found what is usually wrong; where the driver finds more, it would show the password. */
    static void requireDriver(String option, String url) throws StartException {
        try {
            DriverManager.getDriver(url);
        } catch (SQLException e) {
            throw new StartException("The URL given with " + option
                    + " is none of a PostgreSQL: check it; it is not shown here, as it may hold a password.");
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
