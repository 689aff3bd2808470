package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A snapshot that comes after the sessions corrects those that it covers, and no other. */
class LateSnapshotsTest {
    private static final long NOON = 1_772_020_800_000L;
    private static final long MINUTE = 60_000;

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
    void eachSnapshotIsTakenByThoseItIsNearestTo() throws SQLException {
        seen("early", "0xKEY", NOON - 30 * MINUTE);
        seen("late", "0xkey", NOON + 30 * MINUTE);
        seen("other", "0xother", NOON);
        assertThat(attributed("early")).isEqualTo("0xkey null none");

        snapshot("s-1", NOON, "0xKey", "gpu-1");
        assertThat(attributed("early")).isEqualTo("0xowner gpu-1 nearest_snapshot_within_ttl");
        assertThat(attributed("late")).isEqualTo("0xowner gpu-1 nearest_prior_snapshot");
        assertThat(attributed("other")).isEqualTo("0xother null none");
        long untouched = stamp("late");

        snapshot("s-2", NOON - 40 * MINUTE, "0xkey", "gpu-2");
        assertThat(attributed("early")).isEqualTo("0xowner gpu-2 nearest_prior_snapshot");
        assertThat(attributed("late")).isEqualTo("0xowner gpu-1 nearest_prior_snapshot");
        assertThat(stamp("late")).isEqualTo(untouched);

        snapshot("s-3", NOON + 30 * MINUTE, "0xkey", "gpu-3");
        assertThat(attributed("late")).isEqualTo("0xowner gpu-3 exact_orchestrator_time_match");
        seen("late", "0xkey", NOON + 31 * MINUTE);
        assertThat(attributed("late")).isEqualTo("0xowner gpu-3 exact_orchestrator_time_match");
        assertThat(version("late")).isEqualTo(3);
        assertThat(new Rebuild(database.dataSource()).run(true, progress -> {}).firstDifferences())
                .isEmpty();
    }

    /** An event that follows makes the session with what the cache has: that must not be what was true before. */
    @Test
    void eventsAfterwardsKeepWhatTheSnapshotTold() throws SQLException {
        for (int i = 0; i < 20; i++) {
            String key = "0xhot" + i;
            seen("hot-" + i, key, NOON);
            snapshot("snap-" + i, NOON, key, "gpu-" + i);
            seen("hot-" + i, key, NOON + MINUTE);
            assertThat(attributed("hot-" + i)).isEqualTo("0xowner gpu-" + i + " exact_orchestrator_time_match");
        }
    }

    private static void seen(String stream, String address, long at) {
        TestServer.Answer answer = server.postNetwork("", """
                {"id":"%s-%d","type":"stream_trace","timestamp":%d,"gateway":"g","data":{"type":"gateway_receive_stream_request",
                 "stream_id":"%s","request_id":"r","pipeline":"m","orchestrator_info":{"address":"%s"}}}
                """.formatted(stream, at, at, stream, address));
        assertThat(answer.json().get("accepted").asInt())
                .as(answer.response().body())
                .isEqualTo(1);
    }

    private static void snapshot(String id, long at, String key, String gpu) {
        TestServer.Answer answer = server.postNetwork("", """
                {"id":"%s","type":"network_capabilities","timestamp":%d,"gateway":"g","data":[{"address":"0xOwner",
                 "local_address":"%s","hardware":[{"model_id":"m","pipeline":"p","gpu_info":[{"id":"%s"}]}]}]}
                """.formatted(id, at, key, gpu));
        assertThat(answer.json().get("accepted").asInt())
                .as(answer.response().body())
                .isEqualTo(1);
        StoredRows.awaitEmpty(database.dataSource(), "pending_attributions");
    }

    private static String attributed(String stream) throws SQLException {
        return text("orchestrator_address || ' ' || coalesce(gpu_id, 'null') || ' ' || gpu_attribution_method", stream);
    }

    private static long stamp(String stream) throws SQLException {
        return Long.parseLong(
                text("(SELECT t.stamp FROM session_tallies t WHERE t.id = fact_workflow_sessions.id)", stream));
    }

    private static int version(String stream) throws SQLException {
        return Integer.parseInt(text("version", stream));
    }

    private static String text(String column, String stream) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(
                        "SELECT " + column + " FROM fact_workflow_sessions WHERE stream_id = '" + stream + "'")) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        }
    }
}
