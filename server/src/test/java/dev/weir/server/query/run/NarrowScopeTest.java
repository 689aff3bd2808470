package dev.weir.server.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.core.run.HealthRules;
import dev.weir.core.signal.Phases;
import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.server.ingest.EventText;
import dev.weir.server.query.Edits;
import dev.weir.server.query.NarrowScope;
import dev.weir.server.query.signal.SignalReader;
import dev.weir.store.Sources;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A run that one may not see answers as one that does not exist, whatever is asked. */
class NarrowScopeTest {
    private static TestDatabase database;
    private static HikariDataSource writer;
    private static RunsEndpoint runs;
    private static CountEndpoint counts;
    private static ActiveEndpoint active;
    private static RunEndpoint run;
    private static RunEventsEndpoint events;
    private static LastGoodEndpoint lastGood;
    private static ViewsEndpoint views;

    @BeforeAll
    static void start() throws SQLException {
        database = new TestDatabase();
        try (TestServer server = new TestServer(database)) {
            List<EventText> sent = new ArrayList<>();
            for (String env : List.of("production", "staging")) {
                for (String service : List.of("orders", "billing")) {
                    sent.add(NarrowScope.event("workflow.started", env, service, "open"));
                    sent.add(NarrowScope.event("workflow.started", env, service, "ended"));
                    sent.add(NarrowScope.event("workflow.completed", env, service, "ended"));
                }
            }
            assertThat(server.post(EventText.batch(sent)).json().get("accepted").asInt())
                    .isEqualTo(12);
        }
        NarrowScope.addOtherOrganisation(database);
        writer = new HikariDataSource();
        writer.setJdbcUrl(database.jdbcUrl());
        writer.setAutoCommit(false);
        endpoints(database.dataSource());
    }

    private static void endpoints(DataSource reader) {
        Clock clock = Clock.systemUTC();
        Sources sources = new Sources(reader);
        RunItems items = new RunItems(new HealthRules(30_000, 60_000, 3_600_000), clock);
        FilteredRuns filtered = new FilteredRuns(new OpenRuns(), items);
        RunLookup lookup = new RunLookup(reader, sources, items);
        runs = new RunsEndpoint(reader, filtered, items);
        counts = new CountEndpoint(reader, filtered, items);
        active = new ActiveEndpoint(reader, filtered, items);
        run = new RunEndpoint(reader, lookup, new SignalReader(sources, Phases.DEFAULT, clock, 3_600_000));
        events = new RunEventsEndpoint(reader, sources);
        lastGood = new LastGoodEndpoint(reader, lookup);
        views = new ViewsEndpoint(reader, new Edits(writer, () -> {}), counts);
    }

    @AfterAll
    static void stop() {
        writer.close();
        database.close();
    }

    @Test
    void listsAndCountsKeepToIt() throws SQLException {
        Scope narrow = NarrowScope.NARROW;
        assertThat(seen(narrow)).containsExactlyInAnyOrder("staging/orders/open", "staging/orders/ended");
        assertThat(seen(narrow, "env", "production")).isEmpty();
        assertThat(seen(narrow, "q", "ended")).containsExactly("staging/orders/ended");
        assertThat(counts.count(narrow, NarrowScope.asked()).total()).isEqualTo(2);
        assertThat(counts.count(narrow, NarrowScope.asked("by", "health")).total())
                .isEqualTo(1);
        assertThat(active.active(narrow, NarrowScope.asked()).items()).hasSize(1);
        assertThat(active.active(narrow, NarrowScope.asked()).environments()).hasSize(1);
    }

    @Test
    void anotherOrganisationSeesNothing() throws SQLException {
        Scope foreign = NarrowScope.FOREIGN;
        assertThat(seen(Scope.LOCAL)).hasSize(8);
        assertThat(seen(foreign)).isEmpty();
        assertThat(seen(foreign, "q", "ended")).isEmpty();
        assertThat(counts.count(foreign, NarrowScope.asked()).total()).isZero();
        assertThat(active.active(foreign, NarrowScope.asked()).items()).isEmpty();
        assertThat(active.active(foreign, NarrowScope.asked()).environments()).isEmpty();
    }

    @Test
    void singleRunsAreUnknown() {
        Scope narrow = NarrowScope.NARROW;
        Scope foreign = NarrowScope.FOREIGN;
        String code = "unknown_workflow";
        NarrowScope.assertUnknown(code, () -> run.run(narrow, "production", "orders", "open", null, null));
        NarrowScope.assertUnknown(code, () -> run.run(foreign, "staging", "orders", "open", null, null));
        NarrowScope.assertUnknown(code, () -> events.events(narrow, "production", "orders", "open", null, null, null));
        NarrowScope.assertUnknown(code, () -> events.events(foreign, "staging", "orders", "open", null, null, null));
        NarrowScope.assertUnknown(
                code, () -> run.run(narrow, "production", "orders", "open", null, "2030-01-01T00:00:00Z"));
        NarrowScope.assertUnknown(code, () -> lastGood.lastGood(narrow, "staging", "billing", "open", null));
        NarrowScope.assertUnknown(code, () -> lastGood.lastGood(foreign, "staging", "orders", "open", null));
    }

    @Test
    void theLastGoodRunIsOfTheSameService() throws SQLException {
        assertThat(lastGood.lastGood(NarrowScope.NARROW, "staging", "orders", "open", null)
                        .good())
                .satisfies(good -> assertThat(good.serviceKey()).isEqualTo("orders"));
    }

    @Test
    void viewsAreOfAnOrganisation() throws SQLException {
        Map<String, Object> draft =
                Map.of("page", "runs", "name", "Good ones", "query", "status=completed", "pinned", true);
        UUID mine = views.add(Scope.LOCAL, draft).view().id();
        UUID theirs = views.add(NarrowScope.FOREIGN, draft).view().id();
        assertThat(views.views(NarrowScope.FOREIGN, NarrowScope.asked()).items())
                .singleElement()
                .satisfies(view -> {
                    assertThat(view.view().id()).isEqualTo(theirs);
                    assertThat(view.count()).isZero();
                });
        assertThat(views.views(NarrowScope.NARROW, NarrowScope.asked()).items())
                .singleElement()
                .satisfies(view -> {
                    assertThat(view.view().id()).isEqualTo(mine);
                    assertThat(view.count()).as("of what one may see").isEqualTo(1);
                });
        NarrowScope.assertUnknown("unknown_view", () -> views.replace(NarrowScope.FOREIGN, mine.toString(), draft));
        NarrowScope.assertUnknown("unknown_view", () -> views.remove(NarrowScope.FOREIGN, mine.toString()));
    }

    private static List<String> seen(Scope scope, String... parameters) throws SQLException {
        return runs.runs(scope, NarrowScope.asked(parameters)).items().stream()
                .map(item -> item.env() + "/" + item.serviceKey() + "/" + item.workflowId())
                .toList();
    }
}
