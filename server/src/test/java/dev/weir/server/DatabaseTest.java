package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.List;
import java.util.TimeZone;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class DatabaseTest {

    @Test
    void everySessionIsInUtcWhateverZoneTheProcessIsIn() throws SQLException {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
        try (TestDatabase test = new TestDatabase();
                Database database = new Database(test.jdbcUrl(), Settings.defaults(), Clock.systemUTC())) {
            assertThat(zone(database.reader())).isEqualTo("UTC");
            assertThat(zone(database.writer())).isEqualTo("UTC");
        } finally {
            TimeZone.setDefault(before);
        }
    }

    /** It would hold up whoever wants a lock on what it has touched. */
    @Test
    void aNewWriterHasNoOpenTransaction() throws SQLException {
        try (TestDatabase test = new TestDatabase();
                Database database = new Database(test.jdbcUrl(), Settings.defaults(), Clock.systemUTC());
                Connection writer = database.writer().getConnection();
                Connection other = test.dataSource().getConnection();
                Statement select = other.createStatement();
                ResultSet row = select.executeQuery("SELECT count(*) FROM pg_stat_activity"
                        + " WHERE application_name = 'weir-write' AND datname = current_database()"
                        + " AND xact_start IS NOT NULL")) {
            assertThat(writer.getAutoCommit()).isFalse();
            row.next();
            assertThat(row.getInt(1)).isZero();
        }
    }

    /** Whoever logs it would log payloads. */
    @Test
    void whatTheDatabaseSaysOfARowDoesNotShowTheRow() throws SQLException {
        try (TestDatabase test = new TestDatabase();
                Database database = new Database(test.jdbcUrl(), Settings.defaults(), Clock.systemUTC())) {
            for (DataSource source : List.of(database.reader(), database.writer())) {
                try (Connection connection = source.getConnection();
                        Statement statement = connection.createStatement()) {
                    statement.execute("CREATE TEMPORARY TABLE t (id int NOT NULL, payload text)");
                    assertThatThrownBy(() -> statement.execute("INSERT INTO t (payload) VALUES ('a secret')"))
                            .isInstanceOf(SQLException.class)
                            .hasMessageContaining("violates not-null constraint")
                            .hasMessageNotContaining("secret");
                }
            }
        }
    }

    private static String zone(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement select = connection.createStatement();
                ResultSet row = select.executeQuery("SHOW TIME ZONE")) {
            row.next();
            return row.getString(1);
        }
    }
}
