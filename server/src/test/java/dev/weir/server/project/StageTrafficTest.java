package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.store.Rebuild;
import dev.weir.testkit.Seeds;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
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

/** Many workflows with stages at once, into two servers on one database; what is derived can be lost and folded again. */
class StageTrafficTest {
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
        Seeds.each(4, 40, seed -> {
            List<StageStory> stories = StageStory.some(1000 * (1 + Math.floorMod(seed, 100_000)), 40);
            AtomicLong accepted = new AtomicLong();
            sendAll(stories, new Random(seed), accepted);
            assertRows(stories);
        });
        assertNoDifferences();
    }

    @Test
    void whatIsDerivedCanBeDeletedAndFoldedAgain() throws SQLException {
        List<StageStory> stories = StageStory.some(300_000_000, 60);
        sendAll(stories, new Random(1), new AtomicLong());
        StoredRows.execute(database.dataSource(), "TRUNCATE " + StageLawsTest.EVERYTHING_DERIVED);
        assertThat(new Rebuild(database.dataSource()).run(true, progress -> {}).differences())
                .isGreaterThanOrEqualTo(60);

        new Rebuild(database.dataSource()).run(false, progress -> {});

        assertRows(stories);
        assertNoDifferences();
    }

    /** State carries its fold's version: what an older fold left is folded again when touched, and after a start. */
    @Test
    void olderRowsAreFoldedAgain() throws SQLException {
        List<StageStory> stories = StageStory.some(500_000_000, 20);
        sendAll(stories, new Random(3), new AtomicLong());
        StoredRows.execute(
                database.dataSource(), "UPDATE stage_workflows SET fold_version = 0, state = '{\"of\":\"old\"}'");
        StageStory more = stories.get(1);
        String event = "{\"eventId\":\"late\",\"type\":\"stage_started\",\"timestamp\":\"2026-01-01T00:00:00Z\","
                + "\"env\":\"%s\",\"serviceKey\":\"studio\",\"workflowId\":\"%s\",\"workflowStage\":\"again\"}";
        assertThat(one.post("[" + event.formatted(more.key.env(), more.key.workflowId()) + "]")
                        .json()
                        .get("accepted")
                        .asInt())
                .isEqualTo(1);
        assertThat(StoredRows.isEmpty(
                        database.dataSource(),
                        "stage_workflows WHERE fold_version = 0 AND id = '" + more.key.id() + "'"))
                .isTrue();
        try (TestServer restarted = new TestServer(database)) {
            assertThat(restarted.get("/readyz").status()).isEqualTo(200);
            StoredRows.awaitEmpty(database.dataSource(), "stage_workflows WHERE fold_version = 0");
        }
        stories.remove(1);
        assertRows(stories);
        assertNoDifferences();
    }

    private static void sendAll(List<StageStory> stories, Random random, AtomicLong accepted) {
        ExecutorService senders = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> sent = new ArrayList<>();
            for (TestServer server : List.of(one, two)) {
                List<String> mine = StageStory.traffic(stories, random);
                mine.addAll(mine.subList(0, mine.size() / 3).stream().toList());
                for (int from = 0; from < mine.size(); ) {
                    int to = Math.min(mine.size(), from + 1 + random.nextInt(300));
                    List<String> batch = List.copyOf(mine.subList(from, to));
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
        StoredRows.awaitEmpty(database.dataSource(), "pending_folds");
        assertThat(accepted.get()).isIn(0L, (long) new HashSet<>(StageStory.traffic(stories, random)).size());
    }

    private static int send(TestServer server, List<String> batch) {
        TestServer.Answer answer = server.post(StageStory.batch(batch));
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        assertThat(answer.json().get("rejected")).isEmpty();
        assertThat(answer.json().get("ignored").asInt()).isZero();
        return answer.json().get("accepted").asInt();
    }

    private static void assertRows(List<StageStory> stories) {
        for (StageStory story : stories) {
            assertThat(story.stored(database.dataSource()))
                    .as("rows of %s", story.key)
                    .isEqualTo(story.expected(database.dataSource()));
        }
    }

    private static void assertNoDifferences() throws SQLException {
        assertThat(new Rebuild(database.dataSource()).run(true, progress -> {}).firstDifferences())
                .isEmpty();
    }
}
