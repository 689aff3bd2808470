package dev.weir.server.query.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.RunKey;
import dev.weir.core.signal.Phases;
import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.server.ingest.EventText;
import dev.weir.server.query.NarrowScope;
import dev.weir.store.Sources;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.time.Clock;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The signal of a job that one may not see is that of none. */
class SignalScopeTest {
    private static TestDatabase database;
    private static SignalEndpoint signal;

    @BeforeAll
    static void start() throws SQLException {
        database = new TestDatabase();
        try (TestServer server = new TestServer(database)) {
            assertThat(server.post(EventText.batch(
                                    NarrowScope.event("workflow.started", "staging", "orders", "open"),
                                    NarrowScope.event("workflow.started", "staging", "billing", "open")))
                            .json()
                            .get("accepted")
                            .asInt())
                    .isEqualTo(2);
        }
        NarrowScope.addOtherOrganisation(database);
        DataSource reader = database.dataSource();
        signal = new SignalEndpoint(
                reader, new SignalReader(new Sources(reader), Phases.DEFAULT, Clock.systemUTC(), 3_600_000));
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @Test
    void signalsAreOfWhatIsSeen() throws SQLException {
        String orders = job("orders");
        String billing = job("billing");
        assertThat(signal.signal(NarrowScope.NARROW, orders, null)
                        .getStatusCode()
                        .value())
                .isEqualTo(200);
        assertThat(signal.signal(Scope.LOCAL, billing, null).getStatusCode().value())
                .isEqualTo(200);
        NarrowScope.assertUnknown("unknown_job", () -> signal.signal(NarrowScope.NARROW, billing, null));
        NarrowScope.assertUnknown("unknown_job", () -> signal.signal(NarrowScope.FOREIGN, orders, null));
    }

    private static String job(String service) {
        return new RunKey(Scope.LOCAL_ORG, "staging", service, "open").id().toString();
    }
}
