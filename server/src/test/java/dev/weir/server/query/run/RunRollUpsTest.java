package dev.weir.server.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.store.Rebuild;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.SentEvent;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The roll-ups by name and of durations say what the rows say, also after events in any order; verify finds if not. */
class RunRollUpsTest {
    private TestDatabase database;
    private TestServer server;

    @BeforeEach
    void start() {
        database = new TestDatabase();
        server = new TestServer(database);
        List<SentEvent> traffic = new java.util.ArrayList<>(RunHistories.traffic(99, Scope.LOCAL_ORG, 80));
        Collections.shuffle(traffic, new Random(3));
        for (int from = 0; from < traffic.size(); from += 100) {
            server.post(EventJson.batch(traffic.subList(from, Math.min(traffic.size(), from + 100))));
        }
    }

    @AfterEach
    void stop() {
        server.close();
        database.close();
    }

    @Test
    void agreeWithTheRowsWhateverCameWhen() throws SQLException {
        assertThat(verify(true)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run_names", "run_durations"})
    void aPlantedDifferenceIsFoundAndMended(String table) throws SQLException {
        execute("UPDATE " + table + " SET n = n + 3 WHERE ctid = (SELECT min(ctid) FROM " + table + ")");
        assertThat(verify(true)).hasSize(1).first().asString().contains("the roll-up says");
        verify(false);
        assertThat(verify(true)).isEmpty();
    }

    @Test
    void areMadeAgainByARebuild() throws SQLException {
        execute("TRUNCATE run_names, run_durations");
        assertThat(server.get("/api/v1/workflows?status=completed").json().get("items"))
                .isEmpty();
        verify(false);
        assertThat(verify(true)).isEmpty();
        assertThat(server.get("/api/v1/workflows?status=completed").json().get("items"))
                .isNotEmpty();
    }

    private List<String> verify(boolean only) throws SQLException {
        return new Rebuild(database.dataSource()).run(only, progress -> {}).firstDifferences();
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
