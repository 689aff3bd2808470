package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.RunKey;
import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.store.Rebuild;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.Seeds;
import dev.weir.testkit.SentEvent;
import dev.weir.testkit.db.StoredLaws;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Many workflows at once, from many connections, into one server and into two on one database. */
class TrafficTest {
    private static TestDatabase database;
    private static TestServer one;
    private static TestServer two;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        one = new TestServer(database);
        two = new TestServer(database, Map.of("state-cache", "20", "refold-inline-events", "10"));
    }

    @AfterAll
    static void stop() {
        one.close();
        two.close();
        database.close();
    }

    @Test
    void twoServersThatReceiveTheSameEventsCountThemOnce() throws SQLException {
        Seeds.each(6, 80, seed -> {
            Random random = new Random(seed);
            List<SentEvent> traffic = RunHistories.traffic(seed, Scope.LOCAL_ORG, 40);
            AtomicLong accepted = new AtomicLong();
            sendAll(traffic, random, accepted);
            assertThat(accepted.get()).as("accepted, over all copies").isEqualTo(distinct(traffic));
            awaitFolds();
            assertRows(traffic);
        });
        StoredLaws.rebuild(database.dataSource());
        StoredLaws.accounting(database.dataSource());
    }

    @Test
    void whatIsDerivedCanBeDeletedAndFoldedAgain() throws SQLException {
        List<SentEvent> traffic = RunHistories.traffic(4711, Scope.LOCAL_ORG, 100);
        sendAll(traffic, new Random(4711), new AtomicLong());
        awaitFolds();
        StoredRows.execute(
                database.dataSource(),
                "TRUNCATE runs, run_overflow, run_counts, run_names, run_durations, run_cells, step_cells");
        Rebuild rebuild = new Rebuild(database.dataSource());
        assertThat(rebuild.run(true, progress -> {}).differences()).isGreaterThanOrEqualTo(100);

        rebuild.run(false, progress -> {});

        assertRows(traffic);
        StoredLaws.rebuild(database.dataSource());
    }

    @Test
    void verifyFindsWhatSomebodyChanged() throws SQLException {
        List<SentEvent> traffic = RunHistories.traffic(815, Scope.LOCAL_ORG, 30);
        sendAll(traffic, new Random(815), new AtomicLong());
        awaitFolds();
        RunKey key = traffic.get(0).key();
        StoredRows.execute(
                database.dataSource(), "UPDATE runs SET current_step = 'nowhere' WHERE id = '" + key.id() + "'");
        StoredRows.execute(
                database.dataSource(),
                "UPDATE run_counts SET n = n + 1 WHERE ctid = (SELECT min(ctid) FROM run_counts)");

        Rebuild.Report report = new Rebuild(database.dataSource()).run(true, progress -> {});

        assertThat(report.firstDifferences())
                .hasSize(2)
                .anyMatch(sentence -> sentence.contains(key.workflowId()))
                .anyMatch(sentence -> sentence.contains("roll-up"));
        new Rebuild(database.dataSource()).run(false, progress -> {});
        assertRows(traffic);
        StoredLaws.rebuild(database.dataSource());
    }

    @Test
    void whatWaitsToBeFoldedIsNoDifference() throws SQLException {
        List<SentEvent> traffic = RunHistories.traffic(99, Scope.LOCAL_ORG, 5);
        sendAll(traffic, new Random(99), new AtomicLong());
        awaitFolds();
        String id = "'" + traffic.get(0).key().id() + "'";
        StoredRows.execute(database.dataSource(), "UPDATE runs SET current_step = 'nowhere' WHERE id = " + id);
        // not due for long, so that no server folds it meanwhile
        StoredRows.execute(
                database.dataSource(),
                "INSERT INTO pending_folds (id, org, since) VALUES (" + id + ", 1, now() + interval '1 hour')");

        Rebuild.Report waiting = new Rebuild(database.dataSource()).run(true, progress -> {});
        StoredRows.execute(database.dataSource(), "UPDATE pending_folds SET error = 'failed'");
        Rebuild.Report failed = new Rebuild(database.dataSource()).run(true, progress -> {});

        assertThat(waiting.firstDifferences()).isEmpty();
        assertThat(waiting.waiting()).isEqualTo(1);
        assertThat(failed.firstDifferences()).hasSize(1);
        assertThat(failed.waiting()).isZero();
        assertThat(failed.keys()).isEqualTo(waiting.keys() + 1);
        new Rebuild(database.dataSource()).run(false, progress -> {});
    }

    /** Every event at least once to each server, in an order of its own, in batches of all sizes. */
    private static void sendAll(List<SentEvent> traffic, Random random, AtomicLong accepted) {
        ExecutorService senders = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> sent = new ArrayList<>();
            for (TestServer server : List.of(one, two)) {
                List<SentEvent> mine = new ArrayList<>(traffic);
                mine.addAll(traffic.subList(0, traffic.size() / 3));
                Collections.shuffle(mine, random);
                for (int from = 0; from < mine.size(); ) {
                    int to = Math.min(mine.size(), from + 1 + random.nextInt(300));
                    List<SentEvent> batch = List.copyOf(mine.subList(from, to));
                    sent.add(senders.submit(() -> accepted.addAndGet(send(server, batch))));
                    from = to;
                }
            }
            for (Future<?> future : sent) {
                future.get();
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            senders.shutdownNow();
        }
    }

    private static int send(TestServer server, List<SentEvent> batch) {
        TestServer.Answer answer = server.post(EventJson.batch(batch));
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        assertThat(answer.json().get("rejected")).isEmpty();
        assertThat(answer.json().get("received").asInt()).isEqualTo(batch.size());
        return answer.json().get("accepted").asInt();
    }

    private static long distinct(List<SentEvent> traffic) {
        return traffic.stream().map(sent -> sent.event().id()).distinct().count();
    }

    /** Some of the second server's folds are done later. */
    private static void awaitFolds() {
        StoredRows.awaitEmpty(database.dataSource(), "pending_folds");
    }

    private static void assertRows(List<SentEvent> traffic) {
        StoredRows.byKey(traffic)
                .forEach((key, sent) -> assertThat(StoredRows.of(database.dataSource(), key))
                        .as("rows of %s", key)
                        .isEqualTo(StoredRows.expected(sent)));
    }
}
