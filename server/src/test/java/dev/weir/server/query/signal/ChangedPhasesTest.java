package dev.weir.server.query.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.query.Eventually;
import dev.weir.server.query.SignalStory;
import dev.weir.server.query.Sql;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whoever assigns steps to other phases finds what is stored as if it had always been so. */
class ChangedPhasesTest {
    private static final Instant RECENTLY = Instant.now().minusSeconds(600);

    @Test
    void reachWhatIsStored() throws SQLException {
        SignalStory open =
                new SignalStory("open", "nightly", RECENTLY).started().step("scan");
        SignalStory failed = new SignalStory("failed", "nightly", RECENTLY)
                .started()
                .step("scan")
                .failed("scan", "too large");
        try (TestDatabase database = new TestDatabase()) {
            try (TestServer server = new TestServer(database)) {
                open.to(server);
                failed.to(server);
                assertThat(phase(server, open)).isEqualTo("analyze");
                server.get("/api/v1/failures"); // once they are learned
            }
            try (TestServer server = new TestServer(database, Map.of("signal-phases", "policy=scan"))) {
                assertThat(phase(server, open)).isEqualTo("policy");
                assertThat(phase(server, failed)).isEqualTo("policy");
                Eventually.isFolded(database);
                server.get("/api/v1/failures");
                assertThat(new Rebuild(database.dataSource())
                                .run(true, progress -> {})
                                .firstDifferences())
                        .isEmpty();
                assertThat(Sql.rows(database, "SELECT DISTINCT phase FROM failures"))
                        .hasToString("[[policy]]");
            }
        }
    }

    private static String phase(TestServer server, SignalStory story) {
        return server.get("/api/v1/signals/" + story.job()).json().get("phase").asString();
    }
}
