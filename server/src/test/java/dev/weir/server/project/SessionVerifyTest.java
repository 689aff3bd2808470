package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever somebody changes in what is derived of live-video networks is found, and mended. */
class SessionVerifyTest {
    private static final List<SessionStory> STORIES = SessionStory.some(0, 12);

    private static TestDatabase database;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        try (TestServer server = new TestServer(database)) {
            STORIES.forEach(story -> SessionStory.send(server, story.sent));
            server.postNetwork("", """
                    [{"id":"p","type":"create_new_payment","timestamp":1700000000000,"gateway":"g","data":
                      {"requestID":"r","faceValue":"2402400000000000 WEI","price":"0.5 wei/pixel","numTickets":"1","winProb":"0.1"}},
                     {"id":"d","type":"discovery_results","timestamp":1700000000000,"gateway":"g","data":
                      [{"address":"0x1","url":"https://o","latency_ms":"12"},{"address":"0x2","latency_ms":7.5}]}]
                    """);
            StoredRows.awaitEmpty(database.dataSource(), "pending_attributions");
        }
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE sessions SET error_count = error_count + 1 WHERE ctid = (SELECT min(ctid) FROM sessions)",
                "UPDATE sessions SET segments = '[]' WHERE ctid = (SELECT min(ctid) FROM sessions)",
                "UPDATE sessions SET state = '[]', fold_version = 0 WHERE ctid = (SELECT min(ctid) FROM sessions)",
                "UPDATE sessions SET run_id = NULL WHERE ctid = (SELECT min(ctid) FROM sessions)",
                "UPDATE sessions SET settled = NOT settled WHERE ctid = (SELECT min(ctid) FROM sessions WHERE closed_ts IS NOT NULL)",
                "DELETE FROM sessions WHERE ctid = (SELECT min(ctid) FROM sessions)",
                "UPDATE session_tallies SET span_events = span_events + 1 WHERE ctid = (SELECT min(ctid) FROM session_tallies)",
                "DELETE FROM session_tallies WHERE ctid = (SELECT min(ctid) FROM session_tallies)",
                "INSERT INTO session_tallies SELECT (jsonb_populate_record(t,"
                        + " '{\"id\":\"00000000-0000-8000-8000-000000000009\"}')).* FROM session_tallies t LIMIT 1",
                "DELETE FROM runs WHERE ctid = (SELECT min(ctid) FROM runs WHERE stage_role = 3)",
                "UPDATE runs SET stage_role = 0 WHERE ctid = (SELECT min(ctid) FROM runs WHERE stage_role = 3)",
                "UPDATE runs SET status = 'cancelled' WHERE ctid = (SELECT min(ctid) FROM runs WHERE stage_role = 3)",
                "DELETE FROM session_sightings WHERE ctid = (SELECT min(ctid) FROM session_sightings)",
                "INSERT INTO session_sightings VALUES (1, 'x', now(), '00000000-0000-8000-8000-000000000009')",
                "INSERT INTO sessions SELECT (jsonb_populate_record(s,"
                        + " '{\"id\":\"00000000-0000-8000-8000-000000000009\",\"run_id\":null}')).* FROM sessions s LIMIT 1",
                "DELETE FROM capability_facts WHERE ctid = (SELECT min(ctid) FROM capability_facts)",
                "UPDATE capability_facts SET models = '[[\"other\"]]' WHERE ctid = (SELECT min(ctid) FROM capability_facts)",
                "UPDATE capability_facts SET snapshot = gen_random_uuid() WHERE ctid = (SELECT min(ctid) FROM capability_facts)",
                "UPDATE fact_payments SET face_value_wei = 1",
                "DELETE FROM fact_discoveries WHERE result_index = 1",
                "UPDATE session_hours SET known = known + 1 WHERE ctid = (SELECT min(ctid) FROM session_hours)",
                "DELETE FROM session_latencies WHERE ctid = (SELECT min(ctid) FROM session_latencies WHERE n > 0)",
                "DELETE FROM session_groups WHERE ctid = (SELECT min(ctid) FROM session_groups g"
                        + " WHERE 0 < (SELECT sum(sessions) FROM session_hours h WHERE h.grouping = g.grouping))",
            })
    void verifyFindsWhatSomebodyChanged(String sql) throws SQLException {
        Rebuild rebuild = new Rebuild(database.dataSource());
        assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isEmpty();
        StoredRows.execute(database.dataSource(), sql);

        assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isNotEmpty();

        rebuild.run(false, progress -> {});
        for (SessionStory story : STORIES) {
            assertThat(story.stored(database.dataSource())).isEqualTo(story.expected());
        }
        Rebuild.Report again = rebuild.run(true, progress -> {});
        assertThat(again.firstDifferences()).isEmpty();
        assertThat(again.waiting()).isZero();
    }
}
