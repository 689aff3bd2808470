package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.store.FoldedBy;
import dev.weir.testkit.db.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunningServerTest {

    @Test
    void aPortThatIsTakenIsNamedInOneSentence() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
                TestDatabase test = new TestDatabase()) {
            assertThatThrownBy(() -> RunningServer.start(settings(test, other.getLocalPort())))
                    .isInstanceOf(StartException.class)
                    .hasMessage(sentence(other.getLocalPort()));
        }
    }

    /** Two that are started at once both find it free. */
    @Test
    void soIsOneThatSomebodyTakesWhileItStarts() throws IOException {
        try (ServerSocket other = new ServerSocket();
                TestDatabase test = new TestDatabase()) {
            int port = freePort();
            Clock taking = new Taking(other, port);
            assertThatThrownBy(() -> RunningServer.start(settings(test, port), taking))
                    .isInstanceOf(StartException.class)
                    .hasMessage(sentence(port));
        }
    }

    @Test
    void whatAJobFoldsNoServerDoesUnlessItIsTold() throws Exception {
        try (TestDatabase test = new TestDatabase()) {
            RunningServer.start(settings(test, 0)).close();
            fold(test, FoldedBy.FLINK);
            assertThatThrownBy(() -> RunningServer.start(settings(test, 0)))
                    .isInstanceOf(StartException.class)
                    .hasMessage(
                            "A Flink job folds what this database has: start Weir with --kafka in front of it, or, once"
                                    + " the job is gone for good, with --take-over.");
            RunningServer.start(settings(test, 0).with(Map.of("take-over", "true")))
                    .close();
            RunningServer.start(settings(test, 0)).close();
        }
    }

    /** It would leave the job with a schema that is newer than itself. */
    @Test
    void norDoesItMigrateIt() throws Exception {
        try (TestDatabase test = new TestDatabase();
                Connection connection = test.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE folded_by (one boolean PRIMARY KEY DEFAULT true, host text)");
            statement.execute("INSERT INTO folded_by (host) VALUES ('flink')");
            assertThatThrownBy(() -> RunningServer.start(settings(test, 0)))
                    .isInstanceOf(StartException.class)
                    .hasMessageStartingWith("A Flink job folds what this database has");
            try (ResultSet row = statement.executeQuery("SELECT to_regclass('event_log') IS NULL")) {
                row.next();
                assertThat(row.getBoolean(1)).isTrue();
            }
        }
    }

    @Test
    void whatServersFoldNoServerStandsInFrontOf() throws Exception {
        try (TestDatabase test = new TestDatabase()) {
            RunningServer.start(settings(test, 0)).close();
            assertThatThrownBy(() -> RunningServer.start(settings(test, 0).with(Map.of("kafka", "127.0.0.1:1"))))
                    .isInstanceOf(StartException.class)
                    .hasMessage(
                            "Servers fold what this database has: start Weir without --kafka, or, once they are gone"
                                    + " for good, with --take-over.");
        }
    }

    @Test
    void brokersThatAreNotThereAreNamedInOneSentence() {
        try (TestDatabase test = new TestDatabase()) {
            assertThatThrownBy(() -> RunningServer.start(settings(test, 0).with(Map.of("kafka", "127.0.0.1:1"))))
                    .isInstanceOf(StartException.class)
                    .hasMessageStartingWith("The brokers at 127.0.0.1:1 cannot be reached")
                    .hasMessageContaining("check --kafka");
        }
    }

    @Test
    void aDatabaseOfALaterVersionIsLeftAlone() throws Exception {
        try (TestDatabase test = new TestDatabase()) {
            RunningServer.start(settings(test, 0)).close();
            execute(test, """
                    INSERT INTO flyway_schema_history (installed_rank, version, description, type, script, installed_by,
                                                       execution_time, success)
                    VALUES (9000, '9000', 'later', 'SQL', 'V9000__later.sql', 'somebody', 1, true)
                    """);
            assertThatThrownBy(() -> RunningServer.start(settings(test, 0)))
                    .isInstanceOf(StartException.class)
                    .hasMessage("The schema of the database is newer than this Weir: start the version that it was last"
                            + " used with, or a later one.");
        }
    }

    @Test
    void aUserWhoMayNotMigrateIsToldSoInOneSentence() throws Exception {
        try (TestDatabase test = new TestDatabase()) {
            execute(test, "CREATE ROLE guest_of_weir LOGIN PASSWORD 'guest'");
            String url = test.jdbcUrl() + "&user=guest_of_weir&password=guest"; // the driver takes the last of several
            try {
                assertThatThrownBy(() -> RunningServer.start(Settings.defaults().with(Map.of("port", "0", "db", url))))
                        .isInstanceOf(StartException.class)
                        .hasMessage("The database given with --db does not let its user do what Weir has to: ERROR:"
                                + " permission denied for schema public. Give a user who owns the database, on a server"
                                + " that can be written to.");
            } finally {
                execute(test, "DROP ROLE guest_of_weir");
            }
        }
    }

    @Test
    void anOlderPostgresIsRefusedInOneSentence() throws Exception {
        try (TestDatabase test = new TestDatabase()) {
            DatabaseHome.checkVersion(test.jdbcUrl(), 18);
            assertThatThrownBy(() -> DatabaseHome.checkVersion(test.jdbcUrl(), 19))
                    .isInstanceOf(StartException.class)
                    .hasMessage("The database given with --db is PostgreSQL 18: Weir needs 19 or newer.");
        }
    }

    @Test
    void whatOnlyTheDriverObjectsToIsNotShownEither() {
        assertThatThrownBy(
                        () -> DatabaseHome.checkVersion("jdbc:postgresql://h/w?password=secret&service=unheard-of", 15))
                .isInstanceOf(StartException.class)
                .hasMessage("The URL given with --db is none of a PostgreSQL: check it; it is not shown here, as it may"
                        + " hold a password.");
    }

    private static void execute(TestDatabase test, String sql) throws SQLException {
        try (Connection connection = test.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void fold(TestDatabase test, FoldedBy host) throws SQLException {
        try (Connection connection = test.dataSource().getConnection()) {
            host.takeOver(connection);
        }
    }

    private static String sentence(int port) {
        return "Port " + port + " on 127.0.0.1 is taken: stop what listens there, or choose another port with --port.";
    }

    private static Settings settings(TestDatabase test, int port) {
        return Settings.defaults().with(Map.of("port", Integer.toString(port), "db", test.jdbcUrl()));
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return free.getLocalPort();
        }
    }

    /** A clock at whose first look the port goes: the server looks at it after the port and before it listens. */
    private static final class Taking extends Clock {
        private final ServerSocket socket;
        private final int port;

        Taking(ServerSocket socket, int port) {
            this.socket = socket;
            this.port = port;
        }

        @Override
        public synchronized Instant instant() {
            try {
                if (!socket.isBound()) {
                    socket.bind(new InetSocketAddress("127.0.0.1", port));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return Clock.systemUTC().instant();
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
