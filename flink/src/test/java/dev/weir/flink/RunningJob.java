package dev.weir.flink;

import dev.weir.store.Migrations;
import dev.weir.testkit.db.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The job on a small cluster inside this process. */
final class RunningJob implements AutoCloseable {
    static final int PARTITIONS = 3;
    static final String NOTHING_WAITS = """
            SELECT NOT EXISTS (SELECT FROM pending_folds) AND NOT EXISTS (SELECT FROM pending_attributions)
              AND NOT EXISTS (SELECT FROM followers
                              WHERE up_to IS NOT NULL OR position < (SELECT max(position) FROM commits))
            """;
    private static final long PATIENCE_SECONDS = 120;

    private final TestDatabase database;
    private final JobClient client;
    private boolean ended;

    private RunningJob(TestDatabase database, JobClient client) {
        this.database = database;
        this.client = client;
    }

    static JobOptions options(TestDatabase database, String... more) {
        List<String> all = new ArrayList<>(List.of(more));
        List<String> usual = List.of(
                "--brokers=none:9092",
                "--db=" + database.jdbcUrl(),
                "--checkpoint-interval=100ms",
                "--parallelism=" + PARTITIONS);
        for (String option : usual) {
            if (!all.contains(option.split("=", 2)[0])) {
                all.add(option);
            }
        }
        return JobOptions.of(all.toArray(String[]::new));
    }

    /** As a server in front does it. */
    static void migrate(TestDatabase database) throws SQLException {
        Migrations.apply(database.dataSource());
        Migrations.ensurePartitions(database.dataSource(), Clock.systemUTC());
    }

    /** As a server of a later version does it. */
    static void migrateFurther(TestDatabase database) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("""
                    INSERT INTO flyway_schema_history (installed_rank, version, description, type, script, installed_by,
                                                       execution_time, success)
                    VALUES (9000, '9000', 'later', 'SQL', 'V9000__later.sql', 'somebody', 1, true)
                    """);
        }
    }

    /** On real brokers. */
    static RunningJob start(TestDatabase database, JobOptions options) throws Exception {
        return new RunningJob(database, FoldJob.environment(options).executeAsync());
    }

    /** On a topic in memory. */
    static RunningJob start(TestDatabase database, Partitions topic, JobOptions options) throws Exception {
        return start(database, topic, options, options.configuration());
    }

    /** The same, from where another one was when its savepoint was taken. */
    static RunningJob restore(TestDatabase database, Partitions topic, JobOptions options, String savepoint)
            throws Exception {
        Configuration configuration = options.configuration();
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        return start(database, topic, options, configuration);
    }

    private static RunningJob start(
            TestDatabase database, Partitions topic, JobOptions options, Configuration configuration) throws Exception {
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF, Duration.ofMillis(50));
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        FoldJob.add(environment.addSource(topic, TypeInformation.of(Arrival.class)), options.settings());
        return new RunningJob(database, environment.executeAsync());
    }

    static List<List<Arrival>> spread(String topic, List<Sent> traffic, Random random) {
        return spread(topic, traffic, PARTITIONS, random);
    }

    /** Over the partitions as chance has it, whatever key they are of. */
    static List<List<Arrival>> spread(String topic, List<Sent> traffic, int count, Random random) {
        List<List<Arrival>> partitions = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            partitions.add(new ArrayList<>());
        }
        for (Sent sent : traffic) {
            int number = random.nextInt(count);
            List<Arrival> partition = partitions.get(number);
            partition.add(sent.arrival(topic, number, partition.size()));
        }
        return partitions;
    }

    /** Until the log has that many events of the topic, all of them are folded, and nothing waits to be done again. */
    void await(int events, Path savepoints) throws Exception {
        awaitTrue("SELECT coalesce(sum(next_offset), 0) = " + events + " FROM topic_offsets");
        takeSavepoint(savepoints);
        awaitTrue(NOTHING_WAITS);
    }

    /** With which every group is written. The job may just be starting again. */
    String takeSavepoint(Path savepoints) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (true) {
            try {
                return client.triggerSavepoint(savepoints.toString(), SavepointFormatType.CANONICAL)
                        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
            }
        }
    }

    void awaitStatus(JobStatus wanted) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (client.getJobStatus().get(PATIENCE_SECONDS, TimeUnit.SECONDS) != wanted) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("The job is still not " + wanted);
            }
            Thread.onSpinWait();
        }
    }

    /** Until it has failed and is not started again. @return why */
    Throwable awaitFailure() throws Exception {
        try {
            client.getJobExecutionResult().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            throw new AssertionError("The job ended without a failure");
        } catch (ExecutionException e) {
            ended = true;
            return e;
        }
    }

    void awaitTrue(String question) throws SQLException {
        awaitTrue(database, question);
    }

    static void awaitTrue(TestDatabase database, String question) throws SQLException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!isTrue(database, question)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("It is still not so: " + question);
            }
            Thread.onSpinWait();
        }
    }

    static boolean isTrue(TestDatabase database, String question) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(question)) {
            row.next();
            return row.getBoolean(1);
        }
    }

    @Override
    public void close() throws Exception {
        if (!ended) {
            client.cancel().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }
}
