package dev.weir.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.HealthRules;
import dev.weir.core.signal.Phases;
import dev.weir.server.Problem;
import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.server.ingest.EventText;
import dev.weir.store.Sources;
import dev.weir.testkit.db.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What one may not see answers as what does not exist, whatever is asked. */
class NarrowScopeTest {
    private static final UUID OTHER_ORG = new UUID(7, 7);
    private static final Scope NARROW = new Scope(Scope.LOCAL_ORG, Set.of("staging"), Set.of("orders"), "key");
    private static final Scope FOREIGN = new Scope(OTHER_ORG, Set.of(), Set.of(), "key");

    private static TestDatabase database;
    private static RunsEndpoint runs;
    private static CountEndpoint counts;
    private static ActiveEndpoint active;
    private static SelectorsEndpoint selectors;
    private static ServicesEndpoint services;
    private static RunEndpoint run;
    private static RunEventsEndpoint events;
    private static SignalEndpoint signal;

    @BeforeAll
    static void start() throws SQLException {
        database = new TestDatabase();
        try (TestServer server = new TestServer(database)) {
            List<EventText> sent = new ArrayList<>();
            for (String env : List.of("production", "staging")) {
                for (String service : List.of("orders", "billing")) {
                    sent.add(event("workflow.started", env, service, "open"));
                    sent.add(event("workflow.started", env, service, "ended"));
                    sent.add(event("workflow.completed", env, service, "ended"));
                }
            }
            assertThat(server.post(EventText.batch(sent)).json().get("accepted").asInt())
                    .isEqualTo(12);
        }
        DataSource reader = database.dataSource();
        try (Connection connection = reader.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO organisations (id, name) VALUES ('" + OTHER_ORG + "', 'other')");
        }
        Sources sources = new Sources(reader);
        RunItems items = new RunItems(new HealthRules(30_000, 60_000, 3_600_000), Clock.systemUTC());
        FilteredRuns filtered = new FilteredRuns(new OpenRuns(), items);
        runs = new RunsEndpoint(reader, filtered, items);
        counts = new CountEndpoint(reader, filtered, items);
        active = new ActiveEndpoint(reader, filtered, items);
        selectors = new SelectorsEndpoint(reader);
        services = new ServicesEndpoint(reader, new Edits(reader, () -> {}), Clock.systemUTC());
        SignalReader reading = new SignalReader(sources, Phases.DEFAULT, Clock.systemUTC(), 3_600_000);
        run = new RunEndpoint(reader, new RunLookup(reader, sources, items), reading);
        signal = new SignalEndpoint(reader, reading);
        events = new RunEventsEndpoint(reader, sources);
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    private static EventText event(String type, String env, String service, String id) {
        return EventText.of(type, id).with("env", env).with("serviceKey", service);
    }

    @Test
    void listsCountsAndSelectorsKeepToIt() throws SQLException {
        assertThat(seen(NARROW)).containsExactlyInAnyOrder("staging/orders/open", "staging/orders/ended");
        assertThat(seen(NARROW, "env", "production")).isEmpty();
        assertThat(seen(NARROW, "q", "ended")).containsExactly("staging/orders/ended");
        assertThat(counts.count(NARROW, asked()).total()).isEqualTo(2);
        assertThat(counts.count(NARROW, asked("by", "health")).total()).isEqualTo(1);
        assertThat(active.active(NARROW, asked()).items()).hasSize(1);
        assertThat(active.active(NARROW, asked()).environments()).hasSize(1);
        assertThat(selectors.environments(NARROW).items()).hasSize(1);
        assertThat(services.services(NARROW, asked()).items()).hasSize(1);
        assertThat(services.service(NARROW, "orders", asked()).environments()).hasSize(1);
    }

    @Test
    void anotherOrganisationSeesNothing() throws SQLException {
        assertThat(seen(Scope.LOCAL)).hasSize(8);
        assertThat(seen(FOREIGN)).isEmpty();
        assertThat(seen(FOREIGN, "q", "ended")).isEmpty();
        assertThat(counts.count(FOREIGN, asked()).total()).isZero();
        assertThat(active.active(FOREIGN, asked()).items()).isEmpty();
        assertThat(active.active(FOREIGN, asked()).environments()).isEmpty();
        assertThat(selectors.environments(FOREIGN).items()).isEmpty();
        assertThat(services.services(FOREIGN, asked()).items()).isEmpty();
    }

    @Test
    void singleThingsAreUnknown() {
        assertUnknown("unknown_service", () -> services.service(NARROW, "billing", asked()));
        assertUnknown("unknown_workflow", () -> run.run(NARROW, "production", "orders", "open", null, null));
        assertUnknown("unknown_workflow", () -> run.run(FOREIGN, "staging", "orders", "open", null, null));
        assertUnknown(
                "unknown_workflow", () -> events.events(NARROW, "production", "orders", "open", null, null, null));
        assertUnknown("unknown_workflow", () -> events.events(FOREIGN, "staging", "orders", "open", null, null, null));
        assertUnknown(
                "unknown_workflow",
                () -> run.run(NARROW, "production", "orders", "open", null, "2030-01-01T00:00:00Z"));
    }

    @Test
    void alertsAreOfWhatIsSeen() throws SQLException {
        Map<String, @Nullable Object> limit = Map.of("minSuccessRate", 0.99);
        assertUnknown("unknown_service", () -> services.setAlert(NARROW, "billing", asked("env", "staging"), limit));
        assertUnknown(
                "unknown_environment", () -> services.setAlert(NARROW, "orders", asked("env", "production"), limit));
        assertUnknown("unknown_service", () -> services.removeAlert(FOREIGN, "orders", asked("env", "staging")));
        services.setAlert(Scope.LOCAL, "orders", asked("env", "production"), limit);
        assertThat(services.service(Scope.LOCAL, "orders", asked()).environments())
                .anyMatch(environment -> environment.alert() != null);
        assertThat(services.service(NARROW, "orders", asked()).environments())
                .noneMatch(environment -> environment.alert() != null);
    }

    @Test
    void signalsAreOfWhatIsSeen() throws SQLException {
        String orders =
                new RunKey(Scope.LOCAL_ORG, "staging", "orders", "open").id().toString();
        String billing =
                new RunKey(Scope.LOCAL_ORG, "staging", "billing", "open").id().toString();
        assertThat(signal.signal(NARROW, orders, null).getStatusCode().value()).isEqualTo(200);
        assertThat(signal.signal(Scope.LOCAL, billing, null).getStatusCode().value())
                .isEqualTo(200);
        assertUnknown("unknown_job", () -> signal.signal(NARROW, billing, null));
        assertUnknown("unknown_job", () -> signal.signal(FOREIGN, orders, null));
    }

    private static void assertUnknown(String code, ThrowingCallable question) {
        assertThatThrownBy(question).isInstanceOfSatisfying(Problem.class, problem -> {
            assertThat(problem.status().value()).isEqualTo(404);
            assertThat(problem.code()).isEqualTo(code);
        });
    }

    private static List<String> seen(Scope scope, String... parameters) throws SQLException {
        return runs.runs(scope, asked(parameters)).items().stream()
                .map(item -> item.env() + "/" + item.serviceKey() + "/" + item.workflowId())
                .toList();
    }

    private static Parameters asked(String... parameters) {
        return Parameters.of(
                parameters.length == 0 ? Map.of() : Map.of(parameters[0], new String[] {parameters[1]}),
                List.of(Parameter.values()));
    }
}
