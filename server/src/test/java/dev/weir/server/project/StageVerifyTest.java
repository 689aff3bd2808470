package dev.weir.server.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever somebody changes in what is derived of stages is found, and mended. */
class StageVerifyTest {
    private static final List<StageStory> STORIES = StageStory.some(0, 12);

    private static TestDatabase database;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        try (TestServer server = new TestServer(database)) {
            assertThat(server.post(StageStory.batch(StageStory.traffic(STORIES, new Random(2))))
                            .status())
                    .isEqualTo(200);
        }
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE stages SET touch_ms = touch_ms + 1 WHERE ctid = (SELECT min(ctid) FROM stages)",
                "UPDATE stages SET abandoned = NOT abandoned WHERE ctid = (SELECT min(ctid) FROM stages)",
                "DELETE FROM stages WHERE ctid = (SELECT min(ctid) FROM stages)",
                "DELETE FROM stage_workflows WHERE ctid = (SELECT min(ctid) FROM stage_workflows)",
                "UPDATE stage_workflows SET state = '[]' WHERE ctid = (SELECT min(ctid) FROM stage_workflows)",
                "UPDATE runs SET stage_role = 0 WHERE ctid = (SELECT min(ctid) FROM runs WHERE stage_role = 2)",
                "UPDATE stage_hours SET met = met + 1 WHERE ctid = (SELECT min(ctid) FROM stage_hours)",
                "UPDATE stage_days SET met = met + 1 WHERE ctid = (SELECT min(ctid) FROM stage_days)",
                "UPDATE stage_days SET first_passes = '\\x0102' WHERE ctid = (SELECT min(ctid) FROM stage_days)",
                "UPDATE stage_variants SET open = open + 1 WHERE ctid = (SELECT min(ctid) FROM stage_variants)",
                "DELETE FROM stage_paths WHERE ctid = (SELECT min(ctid) FROM stage_paths)",
                "DELETE FROM stage_events WHERE ctid = (SELECT min(ctid) FROM stage_events)",
                "UPDATE stage_events SET sla_due = at WHERE ctid = (SELECT min(ctid) FROM stage_events)",
                "DELETE FROM stage_transitions WHERE ctid = (SELECT min(ctid) FROM stage_transitions WHERE n > 0)",
                "DELETE FROM stage_edges WHERE ctid = (SELECT min(ctid) FROM stage_edges e"
                        + " WHERE EXISTS (SELECT FROM stage_transitions t WHERE t.edge = e.edge AND n > 0))",
                "INSERT INTO stages SELECT (jsonb_populate_record(s, '{\"id\":\"00000000-0000-8000-8000-000000000009\"}')).*"
                        + " FROM stages s LIMIT 1",
            })
    void verifyFindsWhatSomebodyChanged(String sql) throws SQLException {
        Rebuild rebuild = new Rebuild(database.dataSource());
        assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isEmpty();
        StoredRows.execute(database.dataSource(), sql);

        assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isNotEmpty();

        rebuild.run(false, progress -> {});
        for (StageStory story : STORIES) {
            assertThat(story.stored(database.dataSource())).isEqualTo(story.expected(database.dataSource()));
        }
        assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isEmpty();
    }
}
