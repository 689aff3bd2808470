package dev.weir.flink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.RealServer;
import dev.weir.store.Rebuild;
import dev.weir.testkit.Seeds;
import dev.weir.testkit.db.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The law of hosts: what a server makes of events, the job makes of them, too, also if it breaks down on the way. */
class HostsAgreeTest {
    private static final int KEYS = 12;

    @TempDir
    Path savepoints;

    @Test
    void theJobMakesTheRowsOfTheServer() {
        Seeds.each(2, 60, seed -> {
            long of = Math.floorMod(seed, 1_000_000);
            try (TestDatabase ofServer = new TestDatabase();
                    TestDatabase ofJob = new TestDatabase()) {
                serve(ofServer, of);
                fold(ofJob, of);
                assertEqualRows(ofServer, ofJob);
                assertEqualPredictions(ofServer, ofJob);
                assertThat(new Rebuild(ofJob.dataSource())
                                .run(true, progress -> {})
                                .firstDifferences())
                        .isEmpty();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    static void assertEqualRows(TestDatabase ofServer, TestDatabase ofJob) throws Exception {
        Map<String, List<String>> made = DerivedRows.of(ofJob);
        DerivedRows.of(ofServer).forEach((table, rows) -> {
            assertThat(rows).as("%s has rows", table).isNotEmpty();
            assertThat(made.get(table)).as(table).containsExactlyElementsOf(rows);
        });
    }

    private static void assertEqualPredictions(TestDatabase ofServer, TestDatabase ofJob) throws Exception {
        List<String> predicted = DerivedRows.predictions(ofServer, Traffic.LATER);
        assertThat(predicted).hasSize(Traffic.LATER_RUNS).noneMatch(words -> words.contains("no "));
        assertThat(DerivedRows.predictions(ofJob, Traffic.LATER)).isEqualTo(predicted);
    }

    /** What is predicted depends on what was there before: so that comes first, and another server goes on. */
    private static void serve(TestDatabase database, long seed) throws Exception {
        Random random = new Random(seed);
        for (List<Sent> traffic : List.of(Traffic.of(seed, KEYS), Traffic.later(seed))) {
            try (RealServer server = new RealServer(database, Map.of())) {
                Requests.send(server, traffic, random, 200);
                RunningJob.awaitTrue(database, RunningJob.NOTHING_WAITS);
            }
        }
    }

    /** In groups and over partitions of any number, from either kind of state. */
    private void fold(TestDatabase database, long seed) throws Exception {
        Random random = new Random(seed);
        RunningJob.migrate(database);
        int sent = 0;
        for (List<Sent> traffic : List.of(Traffic.of(seed, KEYS), Traffic.later(seed))) {
            int count = 1 + random.nextInt(4);
            String topic = "law-" + seed + "-" + sent;
            JobOptions options = RunningJob.options(
                    database,
                    "--parallelism",
                    String.valueOf(count),
                    "--most-events",
                    String.valueOf(10 + random.nextInt(500)),
                    "--state-backend",
                    random.nextBoolean() ? "rocksdb" : "hashmap");
            Partitions partitions =
                    Partitions.of(topic, RunningJob.spread(topic, traffic, count, random), random.nextInt(3));
            sent += traffic.size();
            try (RunningJob job = RunningJob.start(database, partitions, options)) {
                job.await(sent, savepoints);
            }
        }
    }
}
