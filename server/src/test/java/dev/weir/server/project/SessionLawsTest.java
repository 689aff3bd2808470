package dev.weir.server.project;

import dev.weir.server.TestServer;
import dev.weir.testkit.Host;
import dev.weir.testkit.Laws;
import dev.weir.testkit.Seeds;
import dev.weir.testkit.db.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The server as a host of the session fold: any order, repetition and split of a session's events and of the snapshots of
 * its orchestrators gives the same rows.
 */
class SessionLawsTest {
    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(database, Map.of("refold-inline-events", "1000"));
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    @Test
    void anyArrivalGivesTheSameRows() {
        Seeds.each(25, 250, seed -> {
            SessionStory story = new SessionStory(seed, "");
            Laws.split(seed, story.sent, story.expected(), () -> new ServerHost(story));
        });
    }

    private static final class ServerHost implements Host<SessionStory.Sent> {
        private final SessionStory story;

        ServerHost(SessionStory story) {
            this.story = story;
            // The server may still remember what is gone now: it has to notice.
            StoredRows.execute(
                    database.dataSource(), "TRUNCATE event_log, pending_folds, " + SessionStory.EVERYTHING_DERIVED);
        }

        @Override
        public void receive(List<SessionStory.Sent> batch) {
            SessionStory.send(server, batch);
        }

        @Override
        public Object rows() {
            StoredRows.awaitEmpty(database.dataSource(), "pending_attributions");
            return story.stored(database.dataSource());
        }
    }
}
