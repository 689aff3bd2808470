package dev.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.RunKey;
import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.store.Commits;
import dev.weir.testkit.db.TestDatabase;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

class StreamTest {
    private static TestDatabase database;
    private static TestServer server;
    private static TestServer other;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(database);
        other = new TestServer(database);
    }

    @AfterAll
    static void stop() {
        other.close();
        server.close();
        database.close();
    }

    @Test
    void tellsOfChangedRunsAndCounts() throws Exception {
        try (Listener listener = new Listener(server.url(), "", null)) {
            listener.await("hello", data -> !data.get("resumed").asBoolean());
            send(server, "production", "seen", "workflow.started");
            Listener.Frame run = listener.await("run", data -> isRun(data, "seen"));
            assertThat(run.data().get("status").asString()).isEqualTo("running");
            assertThat(run.data().get("health").get("state").asString()).isEqualTo("ok");
            listener.await("counts", data -> data.get("environments").toString().contains("\"env\":\"production\""));
            send(server, "production", "seen", "workflow.completed");
            listener.await(
                    "run",
                    data -> isRun(data, "seen") && data.get("status").asString().equals("completed"));
        }
    }

    @Test
    void tellsWhatAnotherServerCommits() throws Exception {
        try (Listener listener = new Listener(server.url(), "", null)) {
            listener.await("hello", data -> true);
            send(other, "production", "elsewhere", "workflow.started");
            listener.await("run", data -> isRun(data, "elsewhere"));
        }
    }

    @Test
    void goesOnWithoutAGap() throws Exception {
        long seen;
        try (Listener listener = new Listener(server.url(), "", null)) {
            listener.await("hello", data -> true);
            send(server, "production", "before", "workflow.started");
            listener.await("run", data -> isRun(data, "before"));
            seen = listener.position();
        }
        for (int i = 0; i < 120; i++) {
            send(i % 2 == 0 ? server : other, "production", "missed-" + i, "workflow.started");
        }
        try (Listener listener = new Listener(other.url(), "", seen)) {
            Set<String> missed = new HashSet<>();
            while (missed.size() < 120) {
                missed.add(listener.await(
                                "run", data -> data.get("workflowId").asString().startsWith("missed-"))
                        .data()
                        .get("workflowId")
                        .asString());
            }
            listener.awaitAtAnyTime("hello", data -> data.get("resumed").asBoolean());
            send(server, "production", "after", "workflow.started");
            listener.await("run", data -> isRun(data, "after"));
            assertThat(listener.positions()).isSorted().allMatch(position -> position >= seen);
        }
    }

    @Test
    void saysSoWhenWhatWasMissedIsForgotten() throws Exception {
        send(server, "production", "old", "workflow.started");
        send(server, "production", "old", "workflow.completed");
        awaitFollowed(server); // in life a commit is remembered for an hour, long after all have read it
        awaitFollowed(other);
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM commits WHERE position < (SELECT max(position) FROM commits)");
        }
        try (Listener listener = new Listener(server.url(), "", 0L)) {
            listener.await("reset", data -> true);
            listener.await("hello", data -> !data.get("resumed").asBoolean());
        }
        try (Listener listener = new Listener(server.url(), "", 1_000_000_000L)) {
            listener.await("reset", data -> true);
        }
    }

    private static void awaitFollowed(TestServer server) throws Exception {
        long newest;
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl())) {
            newest = Commits.newest(connection);
        }
        try (Listener listener = new Listener(server.url(), "", null)) {
            while (listener.position() < newest) {
                listener.await("rate", data -> true);
            }
        }
    }

    @Test
    void tellsOnlyWhatIsAskedFor() throws Exception {
        try (Listener listener = new Listener(server.url(), "?topics=runs&env=staging", null)) {
            listener.await("hello", data -> true);
            send(server, "production", "not-asked-for", "workflow.started");
            send(server, "staging", "asked-for", "workflow.started");
            Listener.Frame first = listener.await("run", data -> true);
            assertThat(first.data().get("workflowId").asString()).isEqualTo("asked-for");
        }
    }

    @Test
    void tellsFirstSignalsWithinAScopeAndGoesOnWhereItWas() throws Exception {
        long seen;
        try (Listener listener = new Listener(server.url(), "?topics=first_signal&env=staging", null)) {
            listener.await("hello", data -> true);
            send(server, "production", "signal-elsewhere", "workflow.started");
            send(server, "staging", "signal-here", "workflow.started");
            Listener.Frame first = listener.await("first_signal", data -> true);
            assertThat(first.data().get("jobId").asString()).isEqualTo(job("staging", "signal-here"));
            assertThat(first.data().get("kind").asString()).isEqualTo("started");
            seen = listener.position();
        }
        send(other, "staging", "signal-here", "workflow.completed");
        send(other, "staging", "signal-missed", "workflow.started");
        try (Listener listener = new Listener(server.url(), "?topics=first_signal&env=staging", seen)) {
            Set<String> missed = new HashSet<>();
            while (missed.size() < 2) {
                JsonNode signal = listener.await("first_signal", data -> true).data();
                missed.add(signal.get("jobId").asString() + " "
                        + signal.get("kind").asString());
            }
            assertThat(missed)
                    .containsExactlyInAnyOrder(
                            job("staging", "signal-here") + " succeeded", job("staging", "signal-missed") + " started");
        }
    }

    private static String job(String env, String id) {
        return new RunKey(Scope.LOCAL_ORG, env, "orders", id).id().toString();
    }

    @Test
    void tellsEventsToThoseWhoTail() throws Exception {
        try (Listener listener = new Listener(server.url(), "?topics=events", null)) {
            listener.await("hello", data -> true);
            send(server, "production", "tailed", "workflow.started");
            Listener.Frame event = listener.await(
                    "event", data -> data.get("workflowId").asString().equals("tailed"));
            assertThat(event.data().get("type").asString()).isEqualTo("workflow.started");
            assertThat(event.data().get("env").asString()).isEqualTo("production");
        }
    }

    @Test
    void followsAgainAfterTheDatabaseEndedItsConnections() throws Exception {
        try (Listener listener = new Listener(server.url(), "", null)) {
            listener.await("hello", data -> true);
            endConnections();
            send(server, "production", "after-the-cut", "workflow.started");
            listener.await("run", data -> isRun(data, "after-the-cut"));
        }
    }

    private static void endConnections() throws SQLException {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl());
                Statement statement = connection.createStatement()) {
            statement.execute("""
                    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE pid <> pg_backend_pid() AND datname = current_database()
                    """);
        }
    }

    @Test
    @Timeout(60)
    void saysThatItIsThereWhileNothingHappens() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/stream?env=nowhere"))
                .build();
        try (Stream<String> lines =
                HttpClient.newHttpClient().send(request, BodyHandlers.ofLines()).body()) {
            assertThat(lines.anyMatch(line -> line.equals(": beat"))).isTrue();
        }
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThat(server.get("/api/v1/stream?topics=weather").status()).isEqualTo(400);
        assertThat(server.get("/api/v1/stream?after=nonsense").status()).isEqualTo(400);
        assertThat(server.get("/api/v1/stream?after=-5").json().get("code").asString())
                .isEqualTo("bad_position");
        assertThat(server.get("/api/v1/stream?enviroment=production")
                        .json()
                        .get("code")
                        .asString())
                .isEqualTo("unknown_parameter");
    }

    private static boolean isRun(tools.jackson.databind.JsonNode data, String id) {
        return data.get("workflowId").asString().equals(id);
    }

    private static void send(TestServer to, String env, String id, String type) {
        String body = """
                {"events":[{"eventId":"%s","type":"%s","timestamp":"%s","env":"%s","serviceKey":"orders",
                "workflowId":"%s","workflowName":"order"}]}
                """.formatted(UUID.randomUUID(), type, Instant.now(), env, id);
        assertThat(to.post(body).json().get("accepted").asInt()).isEqualTo(1);
    }
}
