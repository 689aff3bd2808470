package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.RunKey;
import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.SentEvent;
import dev.weir.testkit.db.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.Test;

/** State carries its fold's version: what an older fold left is folded again when touched, and by a sweep after a start. */
class UpgradeTest {
    private static final String AGE =
            "UPDATE runs SET fold_version = 0, stamp = -1, current_step = 'of old', state = '{}'";

    @Test
    void olderRowsAreFoldedAgain() {
        List<SentEvent> traffic = RunHistories.traffic(7, Scope.LOCAL_ORG, 20);
        try (TestDatabase database = new TestDatabase()) {
            try (TestServer server = new TestServer(database)) {
                assertThat(server.post(EventJson.batch(traffic)).status()).isEqualTo(200);
                StoredRows.execute(database.dataSource(), AGE);
                StoredRows.byKey(traffic)
                        .forEach((key, sent) -> assertRows(database, key, sent)); // folded while reading

                RunKey key = traffic.get(0).key();
                List<SentEvent> more = RunHistories.sent(4711, key);
                assertThat(server.post(EventJson.batch(more)).status()).isEqualTo(200);
                assertThat(StoredRows.isEmpty(
                                database.dataSource(), "runs WHERE fold_version = 0 AND id = '" + key.id() + "'"))
                        .as("the touched key is of the current fold")
                        .isTrue();
            }
            try (TestServer restarted = new TestServer(database)) {
                assertThat(restarted.get("/readyz").status()).isEqualTo(200);
                StoredRows.awaitEmpty(database.dataSource(), "runs WHERE fold_version = 0");
                StoredRows.byKey(traffic).entrySet().stream()
                        .skip(1)
                        .forEach(entry -> assertRows(database, entry.getKey(), entry.getValue()));
            }
        }
    }

    private static void assertRows(TestDatabase database, RunKey key, List<SentEvent> sent) {
        assertThat(StoredRows.of(database.dataSource(), key))
                .as("rows of %s", key)
                .isEqualTo(StoredRows.expected(sent));
    }
}
