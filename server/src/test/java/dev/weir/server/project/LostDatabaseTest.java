package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.store.FoldedBy;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A job that takes the database over although a server still runs is left alone by that server. */
class LostDatabaseTest {
    private static final long PATIENCE_S = 30;
    private static final String EVENT = """
            [{"eventId":"%s","type":"workflow.started","timestamp":"2026-03-01T10:00:00Z","workflowId":"w","workflowName":"n"}]
            """;

    @Test
    void theServerStopsWritingAndSaysWhy() throws SQLException {
        try (TestDatabase database = new TestDatabase();
                TestServer server = new TestServer(database)) {
            assertThat(server.post(EVENT.formatted("before")).status()).isEqualTo(200);
            assertThat(server.get("/readyz").status()).isEqualTo(200);

            takeOver(database, FoldedBy.FLINK);

            TestServer.Answer refused = server.post(EVENT.formatted("after"));
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("Retry-After")).isNotNull();
            assertThat(refused.json().get("detail").asString())
                    .startsWith("A Flink job has taken the database over from this server");
            assertThat(server.get("/readyz").json().get("detail").asString())
                    .isEqualTo("A Flink job has taken the database over: start Weir with --kafka in front of it.");
            assertThat(server.get("/api/v1/accounting").json().toString())
                    .contains("\"accepted\":1")
                    .doesNotContain("\"accepted\":2");

            takeOver(database, FoldedBy.SERVER);

            TestServer.Answer again = server.post(EVENT.formatted("after"));
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
            while (again.status() == 503 && System.nanoTime() < deadline) { // it looks every two seconds
                again = server.post(EVENT.formatted("after"));
            }
            assertThat(again.json().get("accepted").asInt()).isEqualTo(1);
            assertThat(server.get("/readyz").status()).isEqualTo(200);
        }
    }

    private static void takeOver(TestDatabase database, FoldedBy host) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            host.takeOver(connection);
        }
    }
}
