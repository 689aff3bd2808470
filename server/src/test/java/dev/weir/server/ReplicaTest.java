package dev.weir.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.server.TestServer.Answer;
import dev.weir.server.ingest.EventText;
import dev.weir.server.query.Eventually;
import dev.weir.server.stream.Listener;
import dev.weir.testkit.db.ReplicatedPostgres;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A server that puts questions to a replica: a real one, which is held, stopped and started again. */
class ReplicaTest {
    /** Each tells of some name of what was sent. */
    private static final List<String> QUESTIONS = List.of(
            "environments",
            "services",
            "workflows",
            "workflows/count?by=name",
            "active",
            "accounting",
            "rejected",
            "failures",
            "failures/groups",
            "failures/frequency",
            "failures/rate",
            "metrics/workflows",
            "metrics/steps",
            "metrics/environments",
            "overview",
            "signatures",
            "stages/cycle-time",
            "stages/cycle-time?source=step",
            "stages/in-flight?meaning=never-completed",
            "stages/board",
            "stages/rework",
            "stages/workflows");

    private static ReplicatedPostgres postgres;
    private static ReplicatedPostgres.Pair databases;
    private static TestServer server;

    @BeforeAll
    static void start() throws Exception {
        postgres = new ReplicatedPostgres();
        databases = postgres.createDatabase();
        server = new TestServer(databases.primaryUrl(), Map.of("read-db", databases.replicaUrl()), Clock.systemUTC());
        send("first");
    }

    @AfterAll
    static void stop() {
        server.close();
        postgres.close();
    }

    /** A run that failed, one that is open, a stage that is open, one that is done, and a rejected event; all names begin alike. */
    private static void send(String name) {
        Map<String, String> error = Map.of("message", name + "-error", "stepName", name + "-step");
        List<EventText> events = List.of(
                event("workflow.started", name, "failed"),
                event("step.started", name, "failed")
                        .with("stepName", name + "-step")
                        .with("attempt", 1),
                event("step.failed", name, "failed")
                        .with("stepName", name + "-step")
                        .with("attempt", 1)
                        .with("willRetry", false)
                        .with("error", error),
                event("workflow.failed", name, "failed").with("error", error),
                event("workflow.started", name, "open"),
                event("stage_started", name, "staged").with("workflowStage", name + "-done"),
                event("stage_completed", name, "staged").with("workflowStage", name + "-done"),
                event("stage_started", name, "staged").with("workflowStage", name + "-stage"),
                event("step.started", name, "rejected"));
        Answer answer = server.post(EventText.batch(events));
        assertThat(answer.json().get("accepted").asInt())
                .as(answer.response().body())
                .isEqualTo(events.size() - 1);
    }

    private static EventText event(String type, String name, String id) {
        return EventText.of(type, name + "-" + id)
                .at(Instant.now().toString())
                .with("env", name + "-env")
                .with("serviceKey", name + "-service")
                .with("workflowName", name + "-name");
    }

    private static Answer ask(String question) {
        return server.get("/api/v1/" + question);
    }

    private static String run(String name) {
        return "workflows/" + name + "-env/" + name + "-service/" + name + "-open";
    }

    private static JsonNode replica() {
        return ask("meta").json().get("replica");
    }

    private static JsonNode awaitAsked(boolean asked) {
        return Eventually.answer(
                        () -> ask("meta"),
                        answer -> answer.status() == 200
                                && answer.json().at("/replica/asked").asBoolean() == asked)
                .json()
                .get("replica");
    }

    @BeforeEach
    void isAsked() {
        awaitAsked(true);
    }

    @Test
    void everyQuestionGoesToTheReplica() throws Exception {
        ask("failures"); // which waits until it has learned of all, as do steps: later it would have to give up
        ask("stages/cycle-time?source=step");
        postgres.hold();
        try {
            send("later");
            for (String question : QUESTIONS) {
                Answer answer = ask(question);
                assertThat(answer.status()).as(question).isEqualTo(200);
                assertThat(answer.response().body())
                        .as(question)
                        .contains("first")
                        .doesNotContain("later");
            }
            assertThat(ask(run("later")).status()).isEqualTo(404);
        } finally {
            postgres.letGoOn();
        }
        for (String question : QUESTIONS) {
            Eventually.answer(
                    () -> ask(question), answer -> answer.response().body().contains("later"));
        }
        Eventually.answer(() -> ask(run("later")), answer -> answer.status() == 200);
    }

    @Test
    void tellsHowFarTheReplicaIsBehind() throws Exception {
        postgres.hold();
        try {
            send("unseen");
            awaitLag(1_000);
            assertThat(replica().get("running").asBoolean()).isTrue();
            assertThat(replica().get("asked").asBoolean()).isTrue();
            JsonNode overview = ask("overview").json();
            assertThat(Instant.parse(overview.get("asOf").asString()))
                    .isBefore(Instant.now().minusMillis(1_000));
            assertThat(metric("weir_replica_lag_seconds")).isGreaterThan(1);
        } finally {
            postgres.letGoOn();
        }
        Eventually.answer(
                () -> ask("meta"), answer -> answer.json().at("/replica/lagMs").asLong() == 0);
        assertThat(metric("weir_replica_lag_seconds")).isZero();
        assertThat(metric("weir_replica_asked")).isEqualTo(1);
    }

    private static void awaitLag(long ms) {
        Eventually.answer(
                () -> ask("meta"), answer -> answer.json().at("/replica/lagMs").asLong() > ms);
    }

    private static double metric(String name) {
        return server.get("/metrics")
                .response()
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void hasTheMetricsThatTheReadmeLists() throws Exception {
        assertThat(ReadmeTest.exposed(server.get("/metrics")))
                .containsAll(ReadmeTest.names(
                        Files.readString(ReadmeTest.README),
                        Pattern.compile("(?m)^\\| `(weir_[a-z_]+).*with `--read-db`")))
                .contains("weir_replica_asked");
    }

    @Test
    void whatPeopleChangeIsThereWhenTheyAskAgain() {
        for (int i = 0; i < 10; i++) {
            String words = "Name " + i;
            assertThat(describe(words)).isEqualTo(words);
            assertThat(ask("services/first-service").json().get("displayName").asString())
                    .isEqualTo(words);
        }
    }

    @Test
    void aChangeIsAnsweredFromTheDatabaseAlsoWhereTheReplicaDoesNotGetIt() throws Exception {
        describe("Before");
        postgres.hold();
        try {
            assertThat(describe("After")).isEqualTo("After");
            assertThat(ask("services/first-service").json().get("displayName").asString())
                    .isEqualTo("Before");
        } finally {
            postgres.letGoOn();
        }
        Eventually.answer(
                () -> ask("services/first-service"),
                answer -> answer.json().get("displayName").asString().equals("After"));
    }

    private static String describe(String words) {
        Answer answer =
                server.sendJson("PATCH", "/api/v1/services/first-service", "{\"displayName\":\"" + words + "\"}");
        return answer.json().get("displayName").asString();
    }

    @Test
    void whoeverIsToldOfAChangeFindsItAtOnce() throws Exception {
        try (Listener listener = new Listener(server.url(), "?topics=runs", null)) {
            listener.await("hello", data -> true);
            for (int i = 0; i < 10; i++) {
                String name = "told" + i;
                server.post(EventText.batch(event("workflow.started", name, "open")));
                listener.await("run", data -> data.get("workflowId").asString().equals(name + "-open"));
                assertThat(ask(run(name)).status()).as(name).isEqualTo(200);
            }
        }
    }

    @Test
    void nobodyIsToldWhatTheReplicaDoesNotKnow() throws Exception {
        try (Listener listener = new Listener(server.url(), "?topics=runs", null)) {
            listener.await("hello", data -> true);
            postgres.hold();
            try {
                server.post(EventText.batch(event("workflow.started", "kept", "open")));
                awaitLag(500); // changes are told within 40 ms
                listener.await("rate", data -> true);
                assertThat(listener.passed()).noneMatch(frame -> frame.event().equals("run"));
            } finally {
                postgres.letGoOn();
            }
            listener.await("run", data -> data.get("workflowId").asString().equals("kept-open"));
            assertThat(ask(run("kept")).status()).isEqualTo(200);
        }
    }

    @Test
    void whileTheReplicaIsAwayTheDatabaseIsAskedAndNothingIsTakenBackAfterwards() throws Exception {
        try (Listener listener = new Listener(server.url(), "?topics=runs", null)) {
            listener.await("hello", data -> true);
            postgres.stopReplica();
            try {
                JsonNode away = awaitAsked(false);
                assertThat(away.get("running").asBoolean()).isFalse();
                assertThat(away.get("lagMs").isNull()).isTrue();
                assertThat(metric("weir_replica_asked")).isZero();
                server.post(EventText.batch(event("workflow.started", "meanwhile", "open")));
                listener.await("run", data -> data.get("workflowId").asString().equals("meanwhile-open"));
                assertThat(ask(run("meanwhile")).status()).isEqualTo(200);
                assertThat(server.get("/readyz").status()).isEqualTo(200);
            } finally {
                postgres.startReplica();
            }
            List<Integer> answers = new ArrayList<>();
            Eventually.answer(
                    () -> {
                        answers.add(ask(run("meanwhile")).status());
                        return ask("meta");
                    },
                    answer -> answer.json().at("/replica/asked").asBoolean());
            answers.add(ask(run("meanwhile")).status());
            assertThat(answers).containsOnly(200);
            server.post(EventText.batch(event("workflow.started", "afterwards", "open")));
            listener.await("run", data -> data.get("workflowId").asString().equals("afterwards-open"));
            assertThat(ask(run("afterwards")).status()).isEqualTo(200);
            assertThat(listener.positions()).isSorted();
        }
    }

    @Test
    void whileTheDatabaseIsAwayTheReplicaAnswers() throws Exception {
        postgres.awaitReplayed();
        postgres.stopPrimary();
        try {
            assertThat(ask(run("first")).status()).isEqualTo(200);
            assertThat(ask("workflows").response().body()).contains("first-open");
            assertThat(awaitAsked(true).get("running").asBoolean()).isTrue();
        } finally {
            postgres.startPrimary();
        }
        Eventually.answer(() -> server.get("/readyz"), answer -> answer.status() == 200);
        server.post(EventText.batch(event("workflow.started", "again", "open")));
        Eventually.answer(() -> ask(run("again")), answer -> answer.status() == 200);
    }

    @Test
    void whoeverAsksTheReplicaNeedsNoMoreThanToRead() throws Exception {
        try (Connection connection = DriverManager.getConnection(databases.replicaUrl());
                Statement statement = connection.createStatement()) {
            statement.execute("SET ROLE pg_read_all_data");
            assertThat(DatabaseIdentity.of(connection).inRecovery()).isTrue();
            assertThat(WalPosition.START.isReplayed(connection)).isTrue();
        }
    }

    @Test
    void whatIsNoReplicaIsRefused() {
        assertThatThrownBy(() -> RunningServer.start(Settings.defaults()
                        .with(Map.of("port", "0", "db", databases.primaryUrl(), "read-db", databases.primaryUrl()))))
                .isInstanceOf(StartException.class)
                .hasMessage(
                        "The database given with --read-db is no replica, for it is not in recovery: give the URL of a"
                                + " standby of Weir's database, or leave --read-db out.");
    }

    @Test
    void soIsAReplicaOfSomethingElse() throws Exception {
        assertRefused(
                databases.primaryUrl(),
                postgres.createDatabase().replicaUrl(),
                "The database given with --read-db is a replica of another database than Weir's: give the URL of a standby"
                        + " of Weir's own, or leave --read-db out.");
        DatabaseIdentity own = new DatabaseIdentity(1, 5, false, 20);
        assertThat(new DatabaseIdentity(2, 5, true, 20).objection(own)).contains("of another database");
        assertThat(new DatabaseIdentity(1, 5, true, 20).objection(own)).isNull();
    }

    @Test
    void soIsOneThatDoesNotGetTheSchema() throws Exception {
        ReplicatedPostgres.Pair fresh = postgres.createDatabase();
        postgres.hold();
        try {
            assertThatThrownBy(() -> open(fresh.primaryUrl(), fresh.replicaUrl()))
                    .isInstanceOf(CannotStart.class)
                    .hasMessageMatching("The replica given with --read-db has an older schema than Weir's database"
                            + " \\(0 of \\d+ migrations\\): start Weir again once it has caught up, or leave"
                            + " --read-db out\\.");
        } finally {
            postgres.letGoOn();
        }
    }

    @Test
    void soIsOneThatLetsNobodyIn() {
        assertRefused(
                databases.primaryUrl(),
                databases.replicaUrl().replaceFirst("password=.*", "password=wrong"),
                "The replica given with --read-db cannot be used: FATAL: password authentication failed for user"
                        + " \"weir\". Check the URL, and that it lets this user in, or leave --read-db out.");
    }

    /** Events must be taken whether or not somebody can be shown them from there. */
    @Test
    void oneThatIsAwayIsWaitedFor() throws Exception {
        try (Database database = open(databases.primaryUrl(), "jdbc:postgresql://127.0.0.1:1/weir");
                Connection connection = database.questions().getConnection()) {
            assertThat(DatabaseIdentity.of(connection).inRecovery()).isFalse();
            assertThat(database.replica().map(Replica::state)).contains(new ReplicaState(false, false, null));
        }
    }

    private static void assertRefused(String primary, String replica, String sentence) {
        assertThatThrownBy(() -> open(primary, replica))
                .isInstanceOf(CannotStart.class)
                .hasMessage(sentence);
    }

    private static Database open(String primary, String replica) throws SQLException {
        return new Database(primary, Settings.defaults().with(Map.of("read-db", replica)), Clock.systemUTC());
    }
}
