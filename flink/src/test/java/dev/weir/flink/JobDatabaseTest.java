package dev.weir.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.store.FoldedBy;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** The job works only on a database that is its own and has its schema, and says in a sentence what is wrong else. */
class JobDatabaseTest {
    @Test
    void claimsADatabaseThatIsNobodys() throws SQLException {
        try (TestDatabase database = new TestDatabase()) {
            RunningJob.migrate(database);
            open(database);
            try (Connection connection = database.dataSource().getConnection()) {
                assertThat(FoldedBy.SERVER.claim(connection)).isEqualTo(FoldedBy.FLINK);
            }
        }
    }

    @Test
    void leavesTheDatabaseOfServersAlone() throws SQLException {
        try (TestDatabase database = new TestDatabase()) {
            RunningJob.migrate(database);
            try (Connection connection = database.dataSource().getConnection()) {
                FoldedBy.SERVER.claim(connection);
            }
            assertThatThrownBy(() -> open(database))
                    .isInstanceOf(CannotFold.class)
                    .hasMessageStartingWith("Servers fold what this database has");
            open(database, "--take-over");
            open(database);
        }
    }

    @Test
    void tellsAnOlderSchemaFromANewerOne() throws SQLException {
        try (TestDatabase database = new TestDatabase()) {
            assertThatThrownBy(() -> open(database)).hasMessageContaining("is older than the job");
            RunningJob.migrate(database);
            try (Connection connection = database.dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("""
                        INSERT INTO flyway_schema_history (installed_rank, version, description, type, script, installed_by,
                                                           execution_time, success)
                        VALUES (9000, '9000', 'later', 'SQL', 'V9000__later.sql', 'somebody', 1, true)
                        """);
            }
            assertThatThrownBy(() -> open(database)).hasMessageContaining("is newer than the job");
        }
    }

    @Test
    void saysThatADatabaseIsAway() {
        JobSettings away = JobOptions.of(
                        "--brokers", "none:9092", "--db", "jdbc:postgresql://127.0.0.1:1/weir?connectTimeout=1")
                .settings();
        assertThatThrownBy(() -> JobDatabase.open(away, "test", 1))
                .isInstanceOf(CannotFold.class)
                .hasMessageStartingWith("The database cannot be reached");
    }

    private static void open(TestDatabase database, String... options) {
        JobDatabase.open(RunningJob.options(database, options).settings(), "test", 1)
                .close();
    }
}
