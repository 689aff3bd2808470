package dev.weir.postgres;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.postgresql.Driver;

/** The first connection of a start: shows that PostgreSQL answers, and makes Weir's database when there is none. */
final class Login {
    private static final String CREATE_DATABASE = "CREATE DATABASE weir OWNER weir";
    private static final String NO_SUCH_DATABASE = "3D000";

    private Login() {}

    static void ensureDatabase(Cluster cluster, int port) throws PostgresStartException {
        try {
            if (!databaseExists(cluster.jdbcUrl(port))) {
                try (Connection connection = connect(cluster.jdbcUrl(port, "postgres"));
                        Statement statement = connection.createStatement()) {
                    statement.execute(CREATE_DATABASE);
                }
            }
        } catch (SQLException | IOException e) {
            String words = e instanceof IOException io ? PostgresStartException.words(io) : firstLine(e);
            throw new PostgresStartException(
                    "PostgreSQL on " + cluster.directory() + " runs but does not let Weir in (" + words
                            + "): undo what was changed there, or choose another directory with --data.",
                    e);
        }
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private static boolean databaseExists(String url) throws SQLException {
        try {
            connect(url).close();
            return true;
        } catch (SQLException e) {
            if (NO_SUCH_DATABASE.equals(e.getSQLState())) {
                return false;
            }
            throw e;
        }
    }

    private static Connection connect(String url) throws SQLException {
        Connection connection = new Driver().connect(url, new Properties());
        if (connection == null) {
            throw new SQLException("the driver does not know its own kind of address");
        }
        return connection;
    }
}
