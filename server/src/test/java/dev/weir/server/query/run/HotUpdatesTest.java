package dev.weir.server.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.ingest.EventText;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** No index that lists need may be on anything that changes with the events of an open run: it would cost every event. */
class HotUpdatesTest {
    private static final int EVENTS = 40;

    @Test
    void anOpenRunIsUpdatedInItsPage() throws SQLException {
        try (TestDatabase database = new TestDatabase();
                TestServer server = new TestServer(database)) {
            server.post(EventText.batch(EventText.of("workflow.started", "long")));
            for (int i = 0; i < EVENTS; i++) {
                String type = i % 2 == 0 ? "step.started" : "step.completed";
                EventText event = EventText.of(type, "long")
                        .at("2024-05-01T11:00:%02dZ".formatted(i))
                        .with("stepName", "step-" + i / 2)
                        .with("attempt", 1);
                assertThat(server.post(EventText.batch(event)).status()).isEqualTo(200);
            }
            assertThat(updatesInPlace(database)).isGreaterThan(EVENTS * 8 / 10); // a full page is left now and then
        }
    }

    /** PostgreSQL tells what a session did a little later. */
    private static long updatesInPlace(TestDatabase database) throws SQLException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (System.nanoTime() < deadline) {
            try (Connection connection = database.dataSource().getConnection();
                    Statement select = connection.createStatement();
                    ResultSet row = select.executeQuery(
                            "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'runs'")) {
                row.next();
                if (row.getLong(1) == EVENTS) {
                    return row.getLong(2);
                }
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        throw new AssertionError("PostgreSQL has not told of " + EVENTS + " updates within 30 s");
    }
}
