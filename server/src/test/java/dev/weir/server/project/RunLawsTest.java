package dev.weir.server.project;

import dev.weir.core.event.RunKey;
import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.Host;
import dev.weir.testkit.Laws;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.Seeds;
import dev.weir.testkit.SentEvent;
import dev.weir.testkit.db.TestDatabase;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The server as a host of the run fold, one key at a time: any order, repetition and split gives the same rows. */
class RunLawsTest {
    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(database);
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    @Test
    void anyArrivalGivesTheSameRows() {
        Seeds.each(40, 400, seed -> {
            RunKey key = new RunKey(Scope.LOCAL_ORG, "production", "orders", "workflow-" + seed);
            List<SentEvent> history = RunHistories.sent(seed, key);
            Laws.split(seed, history, StoredRows.expected(history), () -> new ServerHost(key));
        });
    }

    private static final class ServerHost implements Host<SentEvent> {
        private final RunKey key;

        ServerHost(RunKey key) {
            this.key = key;
            // The server may still remember what is gone now: it has to notice.
            StoredRows.execute(
                    database.dataSource(),
                    "TRUNCATE event_log, runs, run_overflow, run_counts, run_names, run_durations, run_cells, step_cells, pending_folds");
        }

        @Override
        public void receive(List<SentEvent> batch) {
            TestServer.Answer answer = server.post(EventJson.batch(batch));
            Assertions.assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
            Assertions.assertThat(answer.json().get("rejected"))
                    .as(answer.response().body())
                    .isEmpty();
        }

        @Override
        public Object rows() {
            return StoredRows.of(database.dataSource(), key);
        }
    }
}
