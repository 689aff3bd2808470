package dev.weir.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.JobStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that is away for a while costs time and no event. */
class DatabaseAwayTest {
    @TempDir
    Path savepoints;

    @Test
    void theJobWaitsForItAndLosesNothing() throws Exception {
        List<Sent> traffic = Traffic.of(7, 10);
        try (TestDatabase database = new TestDatabase();
                TestDatabase beside = new TestDatabase()) {
            RunningJob.migrate(database);
            List<List<Arrival>> partitions = RunningJob.spread("away", traffic, new Random(7));
            Partitions topic = Partitions.of("away", partitions, 0);
            try (RunningJob job =
                    RunningJob.start(database, topic, RunningJob.options(database, "--most-events", "10"))) {
                job.awaitTrue("SELECT EXISTS (SELECT FROM event_log)");
                goAway(database, beside);
                job.awaitStatus(JobStatus.RESTARTING);
                execute(beside, "ALTER DATABASE " + name(database) + " ALLOW_CONNECTIONS true");
                job.await(traffic.size(), savepoints);
            }
            assertThat(RunningJob.isTrue(database, "SELECT sum(received) = " + traffic.size() + " FROM accounting"))
                    .isTrue();
            assertThat(new Rebuild(database.dataSource())
                            .run(true, progress -> {})
                            .firstDifferences())
                    .isEmpty();
        }
    }

    private static void goAway(TestDatabase database, TestDatabase beside) throws SQLException {
        execute(beside, "ALTER DATABASE " + name(database) + " ALLOW_CONNECTIONS false");
        execute(
                beside,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + name(database) + "'");
    }

    private static String name(TestDatabase database) {
        return database.jdbcUrl().replaceAll(".*/([^/?]+)\\?.*", "$1");
    }

    private static void execute(TestDatabase database, String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
