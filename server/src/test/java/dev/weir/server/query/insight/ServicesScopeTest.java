package dev.weir.server.query.insight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.server.ingest.EventText;
import dev.weir.server.query.Edits;
import dev.weir.server.query.NarrowScope;
import dev.weir.store.ServiceAlert;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Services and environments that one may not see are in no list and in no figure. */
class ServicesScopeTest {
    private static TestDatabase database;
    private static SelectorsEndpoint selectors;
    private static ServicesEndpoint services;
    private static FailureRateEndpoint failures;

    @BeforeAll
    static void start() throws SQLException {
        database = new TestDatabase();
        try (TestServer server = new TestServer(database)) {
            List<EventText> sent = new ArrayList<>();
            for (String env : List.of("production", "staging")) {
                for (String service : List.of("orders", "billing")) {
                    sent.add(NarrowScope.event("workflow.completed", env, service, "good")
                            .at(Instant.now().minusSeconds(60).toString()));
                    sent.add(NarrowScope.event("workflow.failed", env, service, "bad")
                            .at(Instant.now().minusSeconds(30).toString()));
                }
            }
            assertThat(server.post(EventText.batch(sent)).json().get("accepted").asInt())
                    .isEqualTo(8);
        }
        NarrowScope.addOtherOrganisation(database);
        DataSource reader = database.dataSource();
        Clock clock = Clock.systemUTC();
        selectors = new SelectorsEndpoint(reader);
        services = new ServicesEndpoint(reader, new Edits(reader, () -> {}), new Habits(), clock);
        failures = new FailureRateEndpoint(reader, clock);
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @Test
    void listsAndFiguresKeepToIt() throws SQLException {
        assertThat(selectors.environments(NarrowScope.NARROW).items()).hasSize(1);
        assertThat(services.services(NarrowScope.NARROW, NarrowScope.asked()).items())
                .hasSize(1);
        assertThat(services.service(NarrowScope.NARROW, "orders", NarrowScope.asked())
                        .environments())
                .hasSize(1);
        assertThat(failures.rate(NarrowScope.NARROW, NarrowScope.asked()).items())
                .singleElement()
                .satisfies(item -> {
                    assertThat(item.env()).isEqualTo("staging");
                    assertThat(item.buckets().stream()
                                    .mapToLong(FailureRate.Bucket::ended)
                                    .sum())
                            .isEqualTo(2);
                });
        NarrowScope.assertUnknown(
                "unknown_service", () -> services.service(NarrowScope.NARROW, "billing", NarrowScope.asked()));
    }

    @Test
    void anotherOrganisationSeesNothing() throws SQLException {
        assertThat(selectors.environments(NarrowScope.FOREIGN).items()).isEmpty();
        assertThat(services.services(NarrowScope.FOREIGN, NarrowScope.asked()).items())
                .isEmpty();
        assertThat(failures.rate(NarrowScope.FOREIGN, NarrowScope.asked()).items())
                .isEmpty();
    }

    @Test
    void alertsAreOfWhatIsSeen() throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            new ServiceAlert(0.99, null, null, 3_600_000, 20).save(connection, Scope.LOCAL_ORG, "orders", "production");
        }
        assertThat(services.service(Scope.LOCAL, "orders", NarrowScope.asked()).environments())
                .anyMatch(environment -> environment.alert() != null);
        assertThat(services.service(NarrowScope.NARROW, "orders", NarrowScope.asked())
                        .environments())
                .noneMatch(environment -> environment.alert() != null);
    }
}
