package dev.weir.flink.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.store.Migrations;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Under load, a TaskManager, the JobManager and the broker are killed, one after the other, and started again: every event
 * that the broker acknowledged is in the log, once, and every row is what its events say.
 */
class KilledClusterTest {
    private static final boolean LONG = Boolean.getBoolean("weir.long");
    private static final int ROUNDS = LONG ? 4 : 1;
    private static final int PER_SECOND = LONG ? 1_000 : 300;
    private static final long SEED = Long.getLong("weir.seed", 1);
    private static final String TOPIC = "weir-events";
    private static final int PARTITIONS = 4;
    private static final int SLOTS = 2;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS) // what the processes said is wanted after a failure
    Path directory;

    private final TestDatabase database = new TestDatabase();

    @Test
    void nothingIsLostOrDouble() throws Exception {
        Migrations.apply(database.dataSource());
        Migrations.ensurePartitions(database.dataSource(), Clock.systemUTC());
        LocalCluster local = new LocalCluster(
                directory,
                ClassPath.read(Path.of("broker/target/class.path")),
                ClassPath.read(Path.of("cluster/target/class.path")));
        try (database;
                Broker broker = local.newBroker();
                ZooKeeper zooKeeper = local.newZooKeeper();
                JobManager jobManager = local.newJobManager();
                TaskManager one = local.newTaskManager(1, SLOTS);
                TaskManager two = local.newTaskManager(2, SLOTS)) {
            for (Service service : List.of(broker, zooKeeper, jobManager, one, two)) {
                service.start();
            }
            createTopic(broker);
            String job = submit(local, broker, jobManager);
            Emitter emitter = new Emitter(broker.address(), TOPIC, SEED, PER_SECOND);
            try (emitter) {
                Random random = new Random(SEED);
                for (int round = 0; round < ROUNDS; round++) {
                    for (Service victim : List.of(random.nextBoolean() ? one : two, jobManager, broker)) {
                        awaitProgress(emitter, 500 + random.nextInt(500));
                        victim.kill();
                        victim.start();
                    }
                }
                awaitProgress(emitter, 500);
            }
            assertThat(emitter.failures()).isEmpty();
            awaitCaughtUp(emitter.delivered(), new ClusterRest(jobManager.url()), job);
            assertNothingLost(emitter);
        }
    }

    private static void createTopic(Broker broker) throws Exception {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.address()))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, PARTITIONS, (short) 1)))
                    .all()
                    .get();
        }
    }

    private String submit(LocalCluster local, Broker broker, JobManager jobManager) throws IOException {
        Path jar = directory.resolve("weir-job.jar");
        JobJar.write(jar, ClassPath.read(Path.of("target/class.path")), local.cluster());
        return new ClusterRest(jobManager.url())
                .submit(
                        jar,
                        List.of(
                                "--brokers",
                                broker.address(),
                                "--topic",
                                TOPIC,
                                "--db",
                                database.jdbcUrl(),
                                "--checkpoint-interval",
                                "1s"),
                        2 * SLOTS,
                        null);
    }

    /** Until the log has this many more of what was sent: only then is something going on that can be disturbed. */
    private void awaitProgress(Emitter emitter, long events) throws Exception {
        long target = offsets() + events;
        await("the log goes on, after " + emitter.delivered() + " events", () -> offsets() >= target);
    }

    /** What the log has was folded once two more checkpoints are complete: one may have begun before. */
    private void awaitCaughtUp(long sent, ClusterRest cluster, String job) throws Exception {
        await("the log has all " + sent + " events", () -> offsets() == sent);
        long checkpoints = cluster.job(job).completedCheckpoints();
        await("two more checkpoints", () -> cluster.job(job).completedCheckpoints() >= checkpoints + 2);
    }

    private long offsets() throws SQLException {
        return number("SELECT coalesce(sum(next_offset), 0) FROM topic_offsets");
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(String what, Condition condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }

    private void assertNothingLost(Emitter emitter) throws SQLException {
        assertThat(logged()).isEqualTo(emitter.ids());
        assertThat(number("SELECT sum(received) FROM accounting")).isEqualTo(emitter.delivered());
        assertThat(number("SELECT sum(accepted + ignored) FROM accounting"))
                .isEqualTo(emitter.ids().size());
        assertThat(number("SELECT sum(rejected) FROM accounting")).isZero();
        assertThat(number("SELECT count(*) FROM runs")).isPositive();
        assertThat(number("SELECT count(*) FROM fact_workflow_sessions")).isPositive();
        Rebuild.Report report = new Rebuild(database.dataSource()).run(true, progress -> {});
        assertThat(report.firstDifferences()).isEmpty();
        assertThat(report.keys()).isPositive();
    }

    private Set<UUID> logged() throws SQLException {
        Set<UUID> ids = new HashSet<>();
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT id FROM event_log")) {
            while (row.next()) {
                assertThat(ids.add(row.getObject(1, UUID.class)))
                        .as("an id in the log twice")
                        .isTrue();
            }
        }
        return ids;
    }

    private long number(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
