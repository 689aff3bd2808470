package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

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

/** The server as a host of the stage fold, one key at a time: any order, repetition and split gives the same rows. */
class StageLawsTest {
    static final String EVERYTHING_DERIVED =
            "runs, run_overflow, run_counts, run_names, run_durations, run_cells, step_cells,"
                    + " stage_workflows, stages, stage_hours, stage_days, stage_edges, stage_transitions, stage_variants, stage_paths,"
                    + " stage_events";

    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(database, Map.of("refold-inline-events", "1000"));
        server.post(StageStory.batch(new StageStory(0).sent)); // so that both sources have a number
        server.post(StageStory.batch(new StageStory(1).sent));
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    @Test
    void anyArrivalGivesTheSameRows() {
        Seeds.each(15, 400, seed -> {
            StageStory story = new StageStory(seed);
            Laws.split(seed, story.sent, story.expected(database.dataSource()), () -> new ServerHost(story));
        });
    }

    private static final class ServerHost implements Host<String> {
        private final StageStory story;

        ServerHost(StageStory story) {
            this.story = story;
            // The server may still remember what is gone now: it has to notice.
            StoredRows.execute(database.dataSource(), "TRUNCATE event_log, pending_folds, " + EVERYTHING_DERIVED);
        }

        @Override
        public void receive(List<String> batch) {
            TestServer.Answer answer = server.post(StageStory.batch(batch));
            assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
            assertThat(answer.json().get("rejected")).isEmpty();
        }

        @Override
        public Object rows() {
            return story.stored(database.dataSource());
        }
    }
}
