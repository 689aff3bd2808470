package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.session.SessionRules;
import dev.weir.server.TestServer;
import dev.weir.store.Rebuild;
import dev.weir.testkit.Seeds;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
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

/** Many sessions at once, into two servers on one database; what is derived can be lost and folded again. */
class SessionTrafficTest {
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
        Seeds.each(2, 25, seed -> {
            List<SessionStory> stories = SessionStory.some(1000 * (1 + Math.floorMod(seed, 100_000)), 30);
            sendAll(stories, new Random(seed));
            assertRows(stories);
        });
        assertNoDifferences();
    }

    @Test
    void whatIsDerivedCanBeDeletedAndFoldedAgain() throws SQLException {
        List<SessionStory> stories = SessionStory.some(300_000_000, 40);
        sendAll(stories, new Random(1));
        StoredRows.execute(database.dataSource(), "TRUNCATE " + SessionStory.EVERYTHING_DERIVED);
        assertThat(new Rebuild(database.dataSource()).run(true, progress -> {}).differences())
                .isGreaterThanOrEqualTo(40);

        new Rebuild(database.dataSource()).run(false, progress -> {});

        StoredRows.awaitEmpty(database.dataSource(), "pending_attributions");
        assertRows(stories);
        assertNoDifferences();
    }

    /** State carries its fold's version, and rows that of the rules: what others left is made again after a start. */
    @Test
    void olderRowsAreMadeAgain() throws SQLException {
        List<SessionStory> stories = SessionStory.some(500_000_000, 15);
        sendAll(stories, new Random(3));
        StoredRows.execute(
                database.dataSource(),
                "UPDATE sessions SET fold_version = 0, state = '{\"of\":\"old\"}' WHERE get_byte(uuid_send(id), 0) < 128");
        StoredRows.execute(
                database.dataSource(),
                "UPDATE sessions SET row_version = 0, model_id = 'other' WHERE fold_version <> 0");
        try (TestServer restarted = new TestServer(database)) {
            assertThat(restarted.get("/readyz").status()).isEqualTo(200);
            StoredRows.awaitEmpty(
                    database.dataSource(), "fact_workflow_sessions WHERE fold_version = 0 OR row_version = 0");
        }
        assertRows(stories);
        new Rebuild(database.dataSource()).run(false, progress -> {}); // the roll-ups have never heard of that model
        assertNoDifferences();
    }

    private static void sendAll(List<SessionStory> stories, Random random) {
        AtomicLong accepted = new AtomicLong();
        List<SessionStory.Sent> all = new ArrayList<>();
        stories.forEach(story -> all.addAll(story.sent));
        ExecutorService senders = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> sent = new ArrayList<>();
            for (TestServer server : List.of(one, two)) {
                List<SessionStory.Sent> mine = new ArrayList<>(all);
                Collections.shuffle(mine, random);
                mine.addAll(mine.subList(0, mine.size() / 3).stream().toList());
                mine.sort((a, b) -> a.query().compareTo(b.query())); // so that batches are larger; stable
                for (int from = 0; from < mine.size(); ) {
                    int to = Math.min(mine.size(), from + 1 + random.nextInt(200));
                    List<SessionStory.Sent> batch = List.copyOf(mine.subList(from, to));
                    sent.add(senders.submit(() -> accepted.addAndGet(SessionStory.send(server, batch))));
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
        StoredRows.awaitEmpty(database.dataSource(), "pending_attributions");
        assertThat(accepted.get()).isIn(0L, (long) new HashSet<>(all).size());
    }

    private static void assertRows(List<SessionStory> stories) {
        for (SessionStory story : stories) {
            assertThat(story.stored(database.dataSource()))
                    .as("rows of %s", story.key)
                    .isEqualTo(story.expected(SessionRules.DEFAULT));
        }
    }

    private static void assertNoDifferences() throws SQLException {
        assertThat(new Rebuild(database.dataSource()).run(true, progress -> {}).firstDifferences())
                .isEmpty();
    }
}
