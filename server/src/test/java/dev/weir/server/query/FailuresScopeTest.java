package dev.weir.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.core.run.HealthRules;
import dev.weir.core.signal.Phases;
import dev.weir.server.Problem;
import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.server.ingest.EventText;
import dev.weir.store.BehindCommits;
import dev.weir.store.Sources;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Nobody is told of failures that are not theirs to see, nor can do anything about them. */
class FailuresScopeTest {
    private static final UUID OTHER_ORG = new UUID(7, 7);
    private static final Scope NARROW = new Scope(Scope.LOCAL_ORG, Set.of("staging"), Set.of("orders"), "key");
    private static final Scope FOREIGN = new Scope(OTHER_ORG, Set.of(), Set.of(), "key");

    private static TestDatabase database;
    private static HikariDataSource writer;
    private static FailuresEndpoint failures;
    private static FailureGroupsEndpoint groups;
    private static LastGoodEndpoint lastGood;
    private static ViewsEndpoint views;

    @BeforeAll
    static void start() throws SQLException {
        database = new TestDatabase();
        try (TestServer server = new TestServer(database)) {
            List<EventText> sent = new ArrayList<>();
            for (String env : List.of("production", "staging")) {
                for (String service : List.of("orders", "billing")) {
                    sent.add(event("workflow.completed", env, service, "good", 60));
                    sent.add(event("workflow.failed", env, service, "bad", 30)
                            .with("error", Map.of("message", "declined", "stepName", "charge")));
                }
            }
            assertThat(server.post(EventText.batch(sent)).json().get("accepted").asInt())
                    .isEqualTo(8);
            server.get("/api/v1/failures"); // once they are learned
        }
        MetricsOracle.execute(database, "INSERT INTO organisations (id, name) VALUES ('" + OTHER_ORG + "', 'other')");
        writer = new HikariDataSource();
        writer.setJdbcUrl(database.jdbcUrl());
        writer.setAutoCommit(false);
        endpoints(database.dataSource());
    }

    private static void endpoints(DataSource reader) {
        Clock clock = Clock.systemUTC();
        LearnedFailures learned = new LearnedFailures(reader, BehindCommits.failures(writer, Phases.DEFAULT, clock));
        RunItems items = new RunItems(new HealthRules(30_000, 60_000, 3_600_000), clock);
        Edits edits = new Edits(writer, () -> {});
        failures = new FailuresEndpoint(learned, reader, edits, clock);
        groups = new FailureGroupsEndpoint(learned, edits, clock);
        lastGood = new LastGoodEndpoint(reader, new RunLookup(reader, new Sources(reader), items));
        views = new ViewsEndpoint(
                reader, edits, new CountEndpoint(reader, new FilteredRuns(new OpenRuns(), items), items));
    }

    @AfterAll
    static void stop() {
        writer.close();
        database.close();
    }

    private static EventText event(String type, String env, String service, String id, int secondsAgo) {
        return EventText.of(type, id)
                .with("env", env)
                .with("serviceKey", service)
                .at(Instant.now().minusSeconds(secondsAgo).toString());
    }

    @Test
    void listsAndFiguresKeepToIt() throws SQLException {
        assertThat(failures.failures(Scope.LOCAL, asked()).items()).hasSize(4);
        assertThat(failures.failures(NARROW, asked()).items()).singleElement().satisfies(item -> {
            assertThat(item.env()).isEqualTo("staging");
            assertThat(item.serviceKey()).isEqualTo("orders");
        });
        assertThat(failures.failures(NARROW, asked("env", "production")).items())
                .isEmpty();
        assertThat(failures.failures(NARROW, asked("q", "declined")).items()).hasSize(1);
        assertThat(failures.frequency(NARROW, asked()).items()).hasSize(1);
        FailureRate rate = failures.rate(NARROW, asked());
        assertThat(rate.items()).singleElement().satisfies(item -> {
            assertThat(item.env()).isEqualTo("staging");
            assertThat(item.buckets().stream()
                            .mapToLong(FailureRate.Bucket::ended)
                            .sum())
                    .isEqualTo(2);
        });
    }

    @Test
    void kindsAreToldOfWhatIsSeen() throws SQLException {
        UUID kind = kind();
        FailureGroup group = groups.groups(NARROW, asked()).items().get(0);
        assertThat(group.count()).isEqualTo(1);
        assertThat(group.environments()).containsExactly(new FailureGroup.InEnvironment("staging", 1));
        assertThat(group.services()).containsExactly("orders");
        FailureGroupsEndpoint.Detail detail = groups.group(NARROW, kind.toString(), asked());
        assertThat(detail.newest()).hasSize(1);
        assertThat(detail.daily().stream()
                        .mapToLong(FailureGroupsEndpoint.Day::count)
                        .sum())
                .isEqualTo(1);
        groups.edit(NARROW, kind.toString(), asked(), Map.of("takenBy", "Ada"));
        assertThat(failures.failures(Scope.LOCAL, asked("inbox", "taken")).items())
                .hasSize(1);
        groups.edit(NARROW, kind.toString(), asked(), Collections.singletonMap("takenBy", null));
        assertThat(failures.failures(Scope.LOCAL, asked("inbox", "taken")).items())
                .isEmpty();
    }

    @Test
    void anotherOrganisationSeesNothing() throws SQLException {
        assertThat(failures.failures(FOREIGN, asked()).items()).isEmpty();
        assertThat(failures.frequency(FOREIGN, asked()).items()).isEmpty();
        assertThat(failures.rate(FOREIGN, asked()).items()).isEmpty();
        assertThat(groups.groups(FOREIGN, asked()).items()).isEmpty();
        assertThat(groups.groups(FOREIGN, asked()).counts().fresh()).isZero();
        String kind = kind().toString();
        assertUnknown("unknown_signature", () -> groups.group(FOREIGN, kind, asked()));
        assertUnknown("unknown_signature", () -> groups.edit(FOREIGN, kind, asked(), Map.of("closed", true)));
        assertUnknown("unknown_workflow", () -> lastGood.lastGood(FOREIGN, "staging", "orders", "bad", null));
    }

    @Test
    void whatIsNotSeenCannotBeChanged() throws SQLException {
        for (FailureItem item : failures.failures(Scope.LOCAL, asked()).items()) {
            String id = item.runId().toString();
            if (!item.env().equals("staging") || !item.serviceKey().equals("orders")) {
                assertUnknown("unknown_failure", () -> failures.edit(NARROW, id, "1", Map.of("closed", true)));
            }
            assertUnknown("unknown_failure", () -> failures.edit(FOREIGN, id, "1", Map.of("closed", true)));
        }
        assertThat(failures.failures(Scope.LOCAL, asked("inbox", "closed")).items())
                .isEmpty();
    }

    @Test
    void theLastGoodRunIsOfTheSameService() throws SQLException {
        assertThat(lastGood.lastGood(NARROW, "staging", "orders", "bad", null).good())
                .satisfies(good -> assertThat(good.serviceKey()).isEqualTo("orders"));
        assertUnknown("unknown_workflow", () -> lastGood.lastGood(NARROW, "staging", "billing", "bad", null));
    }

    @Test
    void viewsAreOfAnOrganisation() throws SQLException {
        Map<String, Object> draft =
                Map.of("page", "runs", "name", "Good ones", "query", "status=completed", "pinned", true);
        UUID mine = views.add(Scope.LOCAL, draft).view().id();
        UUID theirs = views.add(FOREIGN, draft).view().id();
        assertThat(views.views(FOREIGN, asked()).items()).singleElement().satisfies(view -> {
            assertThat(view.view().id()).isEqualTo(theirs);
            assertThat(view.count()).isZero();
        });
        assertThat(views.views(NARROW, asked()).items()).singleElement().satisfies(view -> {
            assertThat(view.view().id()).isEqualTo(mine);
            assertThat(view.count()).as("of what one may see").isEqualTo(1);
        });
        assertUnknown("unknown_view", () -> views.replace(FOREIGN, mine.toString(), draft));
        assertUnknown("unknown_view", () -> views.remove(FOREIGN, mine.toString()));
    }

    private static UUID kind() throws SQLException {
        return failures.failures(Scope.LOCAL, asked()).items().get(0).signatureId();
    }

    private static void assertUnknown(String code, ThrowingCallable question) {
        assertThatThrownBy(question).isInstanceOfSatisfying(Problem.class, problem -> {
            assertThat(problem.status().value()).isEqualTo(404);
            assertThat(problem.code()).isEqualTo(code);
        });
    }

    private static Parameters asked(String... parameters) {
        return Parameters.of(
                parameters.length == 0 ? Map.of() : Map.of(parameters[0], new String[] {parameters[1]}),
                List.of(
                        Parameter.ENV,
                        Parameter.SERVICE,
                        Parameter.NAME,
                        Parameter.FROM,
                        Parameter.TO,
                        Parameter.INBOX,
                        Parameter.FAILURE_Q));
    }
}
