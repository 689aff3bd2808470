package dev.weir.server.query.failure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.core.signal.Phases;
import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.server.ingest.EventText;
import dev.weir.server.query.Edits;
import dev.weir.server.query.NarrowScope;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.store.BehindCommits;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Nobody is told of failures that are not theirs to see, nor can do anything about them. */
class FailuresScopeTest {
    private static TestDatabase database;
    private static HikariDataSource writer;
    private static FailuresEndpoint failures;
    private static FailureGroupsEndpoint groups;

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
        NarrowScope.addOtherOrganisation(database);
        writer = new HikariDataSource();
        writer.setJdbcUrl(database.jdbcUrl());
        writer.setAutoCommit(false);
        endpoints(database.dataSource());
    }

    private static void endpoints(DataSource reader) {
        Clock clock = Clock.systemUTC();
        LearnedFailures learned = new LearnedFailures(reader, BehindCommits.failures(writer, Phases.DEFAULT, clock));
        Edits edits = new Edits(writer, () -> {});
        failures = new FailuresEndpoint(learned, edits, clock);
        groups = new FailureGroupsEndpoint(learned, edits, clock);
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
        assertThat(failures.failures(NarrowScope.NARROW, asked()).items())
                .singleElement()
                .satisfies(item -> {
                    assertThat(item.env()).isEqualTo("staging");
                    assertThat(item.serviceKey()).isEqualTo("orders");
                });
        assertThat(failures.failures(NarrowScope.NARROW, asked("env", "production"))
                        .items())
                .isEmpty();
        assertThat(failures.failures(NarrowScope.NARROW, asked("q", "declined")).items())
                .hasSize(1);
        assertThat(failures.frequency(NarrowScope.NARROW, asked()).items()).hasSize(1);
    }

    @Test
    void kindsAreToldOfWhatIsSeen() throws SQLException {
        UUID kind = kind();
        FailureGroup group = groups.groups(NarrowScope.NARROW, asked()).items().get(0);
        assertThat(group.count()).isEqualTo(1);
        assertThat(group.environments()).containsExactly(new FailureGroup.InEnvironment("staging", 1));
        assertThat(group.services()).containsExactly("orders");
        FailureGroupsEndpoint.Detail detail = groups.group(NarrowScope.NARROW, kind.toString(), asked());
        assertThat(detail.newest()).hasSize(1);
        assertThat(detail.daily().stream()
                        .mapToLong(FailureGroupsEndpoint.Day::count)
                        .sum())
                .isEqualTo(1);
        groups.edit(NarrowScope.NARROW, kind.toString(), asked(), Map.of("takenBy", "Ada"));
        assertThat(failures.failures(Scope.LOCAL, asked("inbox", "taken")).items())
                .hasSize(1);
        groups.edit(NarrowScope.NARROW, kind.toString(), asked(), Collections.singletonMap("takenBy", null));
        assertThat(failures.failures(Scope.LOCAL, asked("inbox", "taken")).items())
                .isEmpty();
    }

    @Test
    void anotherOrganisationSeesNothing() throws SQLException {
        assertThat(failures.failures(NarrowScope.FOREIGN, asked()).items()).isEmpty();
        assertThat(failures.frequency(NarrowScope.FOREIGN, asked()).items()).isEmpty();
        assertThat(groups.groups(NarrowScope.FOREIGN, asked()).items()).isEmpty();
        assertThat(groups.groups(NarrowScope.FOREIGN, asked()).counts().fresh()).isZero();
        String kind = kind().toString();
        NarrowScope.assertUnknown("unknown_signature", () -> groups.group(NarrowScope.FOREIGN, kind, asked()));
        NarrowScope.assertUnknown(
                "unknown_signature", () -> groups.edit(NarrowScope.FOREIGN, kind, asked(), Map.of("closed", true)));
    }

    @Test
    void whatIsNotSeenCannotBeChanged() throws SQLException {
        for (FailureItem item : failures.failures(Scope.LOCAL, asked()).items()) {
            String id = item.runId().toString();
            if (!item.env().equals("staging") || !item.serviceKey().equals("orders")) {
                NarrowScope.assertUnknown(
                        "unknown_failure", () -> failures.edit(NarrowScope.NARROW, id, "1", Map.of("closed", true)));
            }
            NarrowScope.assertUnknown(
                    "unknown_failure", () -> failures.edit(NarrowScope.FOREIGN, id, "1", Map.of("closed", true)));
        }
        assertThat(failures.failures(Scope.LOCAL, asked("inbox", "closed")).items())
                .isEmpty();
    }

    private static UUID kind() throws SQLException {
        return failures.failures(Scope.LOCAL, asked()).items().get(0).signatureId();
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
