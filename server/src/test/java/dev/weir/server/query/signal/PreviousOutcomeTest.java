package dev.weir.server.query.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.query.SignalStory;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** How the run before ended is a matter of when runs were, not of when they came. */
class PreviousOutcomeTest {
    private static final Instant NOW = Instant.now();

    private TestDatabase database;
    private TestServer server;

    @BeforeEach
    void start() {
        database = new TestDatabase();
        server = new TestServer(database);
    }

    @AfterEach
    void stop() {
        server.close();
        database.close();
    }

    private static SignalStory story(String id, int minutesAgo) {
        return new SignalStory(id, "nightly", NOW.minusSeconds(minutesAgo * 60L));
    }

    private String previous(SignalStory story) {
        JsonNode last = server.get("/api/v1/signals/" + story.job()).json().get("lastKnownOutcome");
        return last.isNull()
                ? "none"
                : last.get("workflow_id").asString() + " " + last.get("status").asString();
    }

    @Test
    void isThatOfTheRunThatWasOverWhenThisOneBeganThoughOthersHaveEndedSince() throws SQLException {
        story("first", 60).started().failed("scan", "too large").to(server);
        story("last", 10).started().completed().to(server);
        SignalStory between = story("between", 30).started().step("scan").to(server);
        assertThat(previous(between)).isEqualTo("first failed");
        assertThat(previous(story("after", 5).started().to(server))).isEqualTo("last succeeded");
        assertThat(previous(story("before", 90).started().completed().to(server)))
                .isEqualTo("none");
        between.done("scan").completed().to(server);
        assertThat(previous(between)).isEqualTo("first failed");
        execute("DELETE FROM scheduler.first_signal_snapshots");
        assertThat(previous(between)).isEqualTo("first failed");
        new Rebuild(database.dataSource()).run(false, progress -> {});
        assertThat(previous(between)).isEqualTo("first failed");
    }

    @Test
    void isLookedUpAgainByARebuild() throws SQLException {
        SignalStory run = story("run", 30).started().to(server);
        story("before", 60).started().completed().to(server);
        assertThat(previous(run)).isEqualTo("none"); // as it was known when the run began
        Rebuild rebuild = new Rebuild(database.dataSource());
        assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isEmpty();
        rebuild.run(false, progress -> {});
        assertThat(previous(run)).isEqualTo("before succeeded");
    }

    @Test
    void andWhatIsLeftAreToldOfARunWithoutASignal() throws SQLException {
        for (int i = 0; i < 6; i++) {
            story("usual-" + i, 60 - i)
                    .started()
                    .step("scan")
                    .wait(58)
                    .completed()
                    .to(server);
        }
        SignalStory run = new SignalStory("run", "nightly", Instant.now().minusSeconds(5))
                .started()
                .step("scan")
                .to(server);
        execute("DELETE FROM scheduler.first_signal_snapshots");
        TestServer.Answer cold = server.get("/api/v1/signals/" + run.job());
        assertThat(cold.header("X-FirstSignal-Source")).isEqualTo("cold_start");
        assertThat(cold.json().get("etaSeconds").asInt()).isBetween(30, 60);
        assertThat(previous(run)).isEqualTo("usual-5 succeeded");
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
