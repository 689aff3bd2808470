package dev.weir.server.query.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.server.query.Eventually;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class RetentionEndpointTest {

    @Test
    void saysWhatIsKeptForHowLongAndWhatWasRemoved() throws SQLException {
        try (TestDatabase database = new TestDatabase()) {
            try (TestServer first = new TestServer(database)) {
                assertThat(kept(first, "ttfs_events").get("keptSeconds").asLong())
                        .isEqualTo(90L * 86_400);
            }
            try (Connection connection = database.dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("""
                        INSERT INTO scheduler.ttfs_events (ts, tenant_id, job_id, surface, event_type, ttfs_ms)
                        SELECT now() - interval '2 hours', id, gen_random_uuid(), 'ui', 'signal.rendered', 7
                        FROM organisations, generate_series(1, 3)
                        """);
            }
            try (TestServer second = new TestServer(database, Map.of("keep-telemetry", "1h", "keep-signals", "2h"))) {
                // Each server clears up when it starts.
                JsonNode telemetry = find(
                        Eventually.answer(
                                () -> second.get("/api/v1/retention"),
                                answer -> find(answer, "ttfs_events")
                                                .at("/last/removed")
                                                .asLong()
                                        > 0),
                        "ttfs_events");
                assertThat(telemetry.get("keptSeconds").asLong()).isEqualTo(3600);
                assertThat(telemetry.get("last").get("removed").asLong()).isEqualTo(3);
                assertThat(telemetry.get("last").get("removedInAll").asLong()).isEqualTo(3);
                assertThat(kept(second, "first_signal_snapshots")
                                .get("keptSeconds")
                                .asLong())
                        .isEqualTo(7200);
                assertThat(kept(second, "failure_signatures").get("keptSeconds").asLong())
                        .isEqualTo(30L * 86_400);
            }
        }
    }

    private static JsonNode kept(TestServer server, String relation) {
        return find(server.get("/api/v1/retention"), relation);
    }

    private static JsonNode find(Answer answer, String relation) {
        for (JsonNode item : answer.json().get("items")) {
            if (item.get("relation").asString().equals(relation)) {
                return item;
            }
        }
        throw new AssertionError("nothing of " + relation);
    }
}
