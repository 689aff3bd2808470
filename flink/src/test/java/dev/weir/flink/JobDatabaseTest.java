package dev.weir.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.store.FoldedBy;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
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
            JobOptions options = RunningJob.options(database, "--take-over");
            assertThatThrownBy(() -> JobDatabase.check(options.settings(), false))
                    .hasMessageStartingWith("Servers fold what this database has");
            JobDatabase.check(options.settings(), true);
            assertThat(owner(database)).as("it was only looked at").isEqualTo(FoldedBy.SERVER);
            JobDatabase.takeOver(options.settings());
            open(database, "--take-over");
        }
    }

    /** What Flink starts again after a failure is not what somebody has just decided. */
    @Test
    void anOperatorTakesNothingBack() throws SQLException {
        try (TestDatabase database = new TestDatabase()) {
            RunningJob.migrate(database);
            open(database, "--take-over");
            try (Connection connection = database.dataSource().getConnection()) {
                FoldedBy.SERVER.takeOver(connection);
            }
            assertThatThrownBy(() -> open(database, "--take-over"))
                    .hasMessageStartingWith("Servers fold what this database has");
            assertThat(owner(database)).isEqualTo(FoldedBy.SERVER);
        }
    }

    @Test
    void takesNothingOverWithoutBrokers() throws SQLException {
        try (TestDatabase database = new TestDatabase()) {
            RunningJob.migrate(database);
            try (Connection connection = database.dataSource().getConnection()) {
                FoldedBy.SERVER.claim(connection);
            }
            JobOptions options = JobOptions.of("--brokers", "127.0.0.1:1", "--db", database.jdbcUrl(), "--take-over");
            assertThatThrownBy(() -> FoldJob.check(options)).hasMessageStartingWith("The brokers at 127.0.0.1:1");
            assertThat(owner(database)).isEqualTo(FoldedBy.SERVER);
        }
    }

    private static FoldedBy owner(TestDatabase database) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            return FoldedBy.owner(connection);
        }
    }

    @Test
    void tellsAnOlderSchemaFromANewerOne() throws SQLException {
        try (TestDatabase database = new TestDatabase()) {
            assertThatThrownBy(() -> open(database)).hasMessageContaining("is older than the job");
            RunningJob.migrate(database);
            RunningJob.migrateFurther(database);
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
