package dev.weir.flink.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.flink.DerivedRows;
import dev.weir.flink.FoldJob;
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
import java.util.List;
import java.util.Map;
import java.util.Random;
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
 * that the broker acknowledged is accounted for once, and every row is that of a job that reads the same topic undisturbed.
 */
class KilledClusterTest {
    private static final int ROUNDS = Boolean.getBoolean("weir.long") ? 5 : 1;
    private static final int PER_SECOND = Boolean.getBoolean("weir.long") ? 1_000 : 300;
    private static final long SEED = Long.getLong("weir.seed", 1);
    private static final String TOPIC = "weir-events";
    private static final int SLOTS = 2;
    private static final String LOGGED = "SELECT coalesce(sum(next_offset), 0) FROM topic_offsets";
    private static final String WAITING = """
            SELECT (SELECT count(*) FROM pending_folds) + (SELECT count(*) FROM pending_attributions)
                 + (SELECT count(*) FROM followers
                    WHERE up_to IS NOT NULL OR position < (SELECT max(position) FROM commits))
            """;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS) // what the processes said is wanted after a failure
    Path directory;

    private final TestDatabase disturbed = new TestDatabase();
    private final TestDatabase undisturbed = new TestDatabase();

    @Test
    void nothingIsLostOrDouble() throws Exception {
        LocalCluster local = new LocalCluster(
                directory,
                ClassPath.read(Path.of("broker/target/class.path")),
                ClassPath.read(Path.of("cluster/target/class.path")),
                ClassPath.read(Path.of("target/class.path")).with(ClassPath.holding(FoldJob.class)));
        try (disturbed;
                undisturbed;
                Broker broker = local.newBroker();
                ZooKeeper zooKeeper = local.newZooKeeper();
                JobManager jobManager = local.newJobManager();
                TaskManager one = local.newTaskManager(1, SLOTS);
                TaskManager two = local.newTaskManager(2, SLOTS)) {
            start(List.of(broker, zooKeeper, jobManager, one, two));
            createTopic(broker);
            local.writeJob(jar());
            ClusterRest cluster = new ClusterRest(jobManager.url());
            String job = submit(cluster, broker, disturbed, "disturbed");
            Emitter emitter = new Emitter(broker.address(), TOPIC, SEED, PER_SECOND);
            try (emitter) {
                kill(one, two, jobManager, broker);
            }
            assertThat(emitter.failures()).isEmpty();
            awaitFolded(cluster, job, disturbed, emitter.delivered());
            cluster.cancel(job);

            String again = submit(cluster, broker, undisturbed, "undisturbed");
            awaitFolded(cluster, again, undisturbed, emitter.delivered());
            assertNothingLost(emitter);
        }
    }

    /** Side by side: each looks for the others until they are there. */
    private static void start(List<Service> services) throws IOException {
        for (Service service : services) {
            service.launch();
        }
        for (Service service : services) {
            service.awaitReady();
        }
    }

    private static void createTopic(Broker broker) throws Exception {
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, broker.address()))) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 2 * SLOTS, (short) 1)))
                    .all()
                    .get();
        }
    }

    private Path jar() {
        return directory.resolve("weir-job.jar");
    }

    private String submit(ClusterRest cluster, Broker broker, TestDatabase database, String group) throws Exception {
        Migrations.apply(database.dataSource());
        Migrations.ensurePartitions(database.dataSource(), Clock.systemUTC());
        List<String> arguments = List.of(
                "--brokers",
                broker.address(),
                "--topic",
                TOPIC,
                "--group",
                group,
                "--db",
                database.jdbcUrl(),
                "--checkpoint-interval",
                "1s");
        return cluster.submit(jar(), arguments, 2 * SLOTS, null);
    }

    private void kill(TaskManager one, TaskManager two, JobManager jobManager, Broker broker) throws Exception {
        Random random = new Random(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            for (Service victim : List.of(random.nextBoolean() ? one : two, jobManager, broker)) {
                awaitProgress(200 + random.nextInt(200));
                victim.kill();
                victim.start();
            }
        }
        awaitProgress(200);
    }

    /** Until the log has this many more: only then is something going on that can be disturbed. */
    private void awaitProgress(long events) throws Exception {
        long target = number(disturbed, LOGGED) + events;
        await("the log goes on", () -> number(disturbed, LOGGED) >= target);
    }

    /** What the log has was folded once two more checkpoints are complete: one may have begun before. */
    private static void awaitFolded(ClusterRest cluster, String job, TestDatabase database, long sent)
            throws Exception {
        await("the log has all " + sent + " events", () -> number(database, LOGGED) == sent);
        long checkpoints = cluster.job(job).completedCheckpoints();
        await("two more checkpoints", () -> cluster.job(job).completedCheckpoints() >= checkpoints + 2);
        await("nothing waits to be done behind the commits", () -> number(database, WAITING) == 0);
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(String what, Condition condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    private void assertNothingLost(Emitter emitter) throws SQLException {
        assertThat(number(disturbed, "SELECT count(*) FROM event_log"))
                .isEqualTo(emitter.ids().size());
        assertThat(number(disturbed, "SELECT count(DISTINCT id) FROM event_log"))
                .isEqualTo(emitter.ids().size());
        assertThat(number(disturbed, "SELECT sum(received) FROM accounting")).isEqualTo(emitter.delivered());
        Map<String, List<String>> rows = DerivedRows.of(disturbed);
        assertThat(rows.get("runs")).isNotEmpty();
        assertThat(rows.get("sessions")).isNotEmpty();
        DerivedRows.of(undisturbed)
                .forEach((table, expected) ->
                        assertThat(rows.get(table)).as(table).isEqualTo(expected));
        assertThat(new Rebuild(disturbed.dataSource()).run(true, progress -> {}).firstDifferences())
                .as("roll-ups and rows beside the log")
                .isEmpty();
    }

    private static long number(TestDatabase database, String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
