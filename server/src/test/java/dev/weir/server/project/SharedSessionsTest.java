package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.session.CapabilityFact;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Sessions that go on while two servers on one database hear of them at the same moment: each has the next events of every
 * session that the other is saving, and what it remembers of a session is mostly what the other has saved over. Snapshots
 * of the orchestrators that all of them share come meanwhile.
 */
class SharedSessionsTest {
    private static final int SESSIONS = 25;

    private static TestDatabase database;
    private static TestServer one;
    private static TestServer two;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        one = new TestServer(database);
        two = new TestServer(database, Map.of("refold-inline-events", "15"));
    }

    @AfterAll
    static void stop() {
        one.close();
        two.close();
        database.close();
    }

    @Test
    void areStoredAsTheFoldMakesThem() throws SQLException {
        ExecutorService senders = Executors.newFixedThreadPool(4);
        try {
            Seeds.each(2, 60, seed -> {
                List<SessionStory> stories =
                        SessionStory.ofOneNetwork(700_000_000 + 1000 * Math.floorMod(seed, 100_000), SESSIONS);
                assertThat(sendAll(stories, new Random(seed), senders)).isEqualTo(distinct(stories));
                StoredRows.awaitEmpty(database.dataSource(), "pending_folds");
                StoredRows.awaitEmpty(database.dataSource(), "pending_attributions");
                assertRows(stories);
            });
        } finally {
            senders.shutdown();
        }
        assertThat(conflicts(one) + conflicts(two))
                .as("commits in which another writer was faster: else nothing was tried here")
                .isPositive();
        assertThat(new Rebuild(database.dataSource()).run(true, progress -> {}).firstDifferences())
                .isEmpty();
    }

    /** @return how many were accepted, over all copies */
    private static int sendAll(List<SessionStory> stories, Random random, ExecutorService senders) {
        int accepted = 0;
        for (List<SessionStory.Sent> moment : moments(stories, random)) {
            List<CompletableFuture<Integer>> sent = new ArrayList<>();
            for (TestServer server : List.of(one, two, one, two)) {
                List<SessionStory.Sent> mine = new ArrayList<>(moment);
                mine.removeIf(event -> random.nextInt(100) < 40); // so that many are sent more than once
                sent.add(CompletableFuture.supplyAsync(() -> SessionStory.send(server, mine), senders));
            }
            sent.add(CompletableFuture.supplyAsync(() -> SessionStory.send(one, moment), senders));
            accepted += sent.stream().mapToInt(CompletableFuture::join).sum();
        }
        return accepted;
    }

    /** What happens about the same time in all sessions; one event of twenty comes late. */
    private static List<List<SessionStory.Sent>> moments(List<SessionStory> stories, Random random) {
        List<List<SessionStory.Sent>> moments = new ArrayList<>();
        for (SessionStory story : stories) {
            for (int i = 0; i < story.sent.size(); i++) {
                int at = i / 3 + (random.nextInt(20) == 0 ? 1 + random.nextInt(4) : 0);
                while (moments.size() <= at) {
                    moments.add(new ArrayList<>());
                }
                moments.get(at).add(story.sent.get(i));
            }
        }
        moments.forEach(moment -> Collections.shuffle(moment, random));
        return moments;
    }

    private static int distinct(List<SessionStory> stories) {
        return new HashSet<>(
                        stories.stream().flatMap(story -> story.sent.stream()).toList())
                .size();
    }

    private static void assertRows(List<SessionStory> stories) {
        List<CapabilityFact> facts =
                stories.stream().flatMap(story -> story.facts.stream()).toList();
        for (SessionStory story : stories) {
            assertThat(story.stored(database.dataSource()))
                    .as("rows of %s", story.key)
                    .isEqualTo(story.expected(SessionRules.DEFAULT, facts));
        }
    }

    private static double conflicts(TestServer server) {
        return server.get("/metrics")
                .response()
                .body()
                .lines()
                .filter(line -> line.startsWith("weir_commit_conflicts_total "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
                .sum();
    }
}
