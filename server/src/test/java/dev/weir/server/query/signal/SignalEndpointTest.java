package dev.weir.server.query.signal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.server.query.Eventually;
import dev.weir.server.query.SignalStory;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import tools.jackson.databind.JsonNode;

class SignalEndpointTest {
    private static final Instant RECENTLY = Instant.now().minusSeconds(600);

    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(database);
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    private static SignalStory story(String id) {
        return new SignalStory(id, "nightly-" + id, RECENTLY);
    }

    private static Answer signal(SignalStory story) {
        return server.get("/api/v1/signals/" + story.job());
    }

    private static String kind(SignalStory story) {
        return signal(story).json().get("kind").asString();
    }

    @Test
    void followsARunFromTheQueueToItsEnd() {
        SignalStory story =
                story("follow").tell("workflow.queued", "\"input\":{}").to(server);
        assertThat(kind(story)).isEqualTo("queued");
        story.started().to(server);
        assertThat(kind(story)).isEqualTo("started");
        story.step("download-image").to(server);
        JsonNode running = signal(story).json();
        assertThat(running.get("kind").asString()).isEqualTo("phase");
        assertThat(running.get("phase").asString()).isEqualTo("fetch");
        assertThat(running.get("summary").asString()).isEqualTo("At download-image.");
        assertThat(running.get("runId").asString())
                .isEqualTo(query("SELECT id FROM scheduler.runs WHERE job_id = '" + story.job() + "'"));
        story.tell("workflow.paused", "\"reason\":\"sleep\"").to(server);
        assertThat(kind(story)).isEqualTo("blocked");
        story.tell("workflow.resumed", "\"x\":1")
                .failed("download-image", "no route to host")
                .to(server);
        JsonNode failed = signal(story).json();
        assertThat(failed.get("kind").asString()).isEqualTo("failed");
        assertThat(failed.get("summary").asString()).isEqualTo("Failed in download-image: no route to host");
        story.started().completed().to(server);
        JsonNode again = signal(story).json();
        assertThat(again.get("kind").asString()).isEqualTo("succeeded");
        assertThat(again.get("lastKnownOutcome").get("status").asString()).isEqualTo("failed");
    }

    @Test
    void neverGoesBack() {
        SignalStory story = story("late").started().step("scan").done("scan").completed();
        for (int i = 3; i >= 0; i--) {
            story.onlyTo(server, i);
            assertThat(kind(story)).isEqualTo("succeeded");
        }
    }

    @Test
    void isNotSentAgainAsLongAsItIsTheSame() {
        SignalStory story = story("tagged").started().step("scan").to(server);
        String tag = signal(story).header("ETag");
        assertThat(tag).startsWith("W/\"");
        assertThat(conditional(story, tag).status()).isEqualTo(304);
        assertThat(conditional(story, tag).response().body()).isEmpty();
        story.done("scan").to(server);
        assertThat(conditional(story, "\"other\", " + tag).status()).isEqualTo(304);
        story.completed().to(server);
        assertThat(conditional(story, tag).status()).isEqualTo(200);
    }

    private static Answer conditional(SignalStory story, String tags) {
        return server.send(HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/signals/" + story.job()))
                .header("If-None-Match", tags)
                .build());
    }

    @Test
    void isTheSameFromTheRunItself() throws SQLException {
        SignalStory story = story("cold").started().failed("scan", "too large").to(server);
        Answer hit = signal(story);
        assertThat(hit.header("X-FirstSignal-Source")).isEqualTo("snapshot");
        assertThat(hit.header("Cache-Status")).isEqualTo("weir; hit");
        execute("DELETE FROM scheduler.first_signal_snapshots WHERE job_id = '" + story.job() + "'");
        Answer cold = signal(story);
        assertThat(cold.header("X-FirstSignal-Source")).isEqualTo("cold_start");
        assertThat(cold.header("Cache-Status")).isEqualTo("weir; fwd=miss");
        assertThat(cold.json().get("summary")).isEqualTo(hit.json().get("summary"));
        assertThat(cold.json().get("nextActions")).isEqualTo(hit.json().get("nextActions"));
        assertThat(cold.json().get("diagnostics")).isEqualTo(hit.json().get("diagnostics"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM scheduler.first_signal_snapshots WHERE job_id = '%s'",
                "SELECT scheduler.upsert_first_signal_snapshot('%s', '00000000-0000-0000-0000-000000000001', NULL, 'blocked',"
                        + " 'policy', 'Somebody said so', p_next_actions => '[{\"label\": \"Ask\", \"href\": \"/ask\"}]')",
            })
    void isWholeAgainWithTheNextEventOfItsRun(String sql) throws SQLException {
        SignalStory story =
                story("whole-" + sql.length()).started().step("scan").to(server);
        JsonNode leads = signal(story).json().get("nextActions");
        execute(sql.formatted(story.job()));
        story.step("sign").to(server);
        Answer told = signal(story);
        assertThat(told.header("X-FirstSignal-Source")).isEqualTo("snapshot");
        assertThat(told.json().get("summary").asString()).isEqualTo("At sign.");
        assertThat(told.json().get("nextActions")).isEqualTo(leads).isNotEmpty();
    }

    @Test
    void aFailureIsNotTakenForThatOfTheRunBefore() throws SQLException {
        SignalStory story = story("again").started().failed("scan", "too large").to(server);
        JsonNode first = Eventually.answer(
                        () -> signal(story), answer -> answer.json().hasNonNull("seenBefore"))
                .json()
                .get("seenBefore");
        try (Connection learner = database.dataSource().getConnection();
                Statement statement = learner.createStatement()) {
            learner.setAutoCommit(false);
            statement.execute("SELECT FROM followers WHERE name = 'failures' FOR UPDATE");
            story.started().failed("sign", "no key").to(server);
            assertThat(kind(story)).isEqualTo("failed");
            assertThat(signal(story).json().hasNonNull("seenBefore")).isFalse();
        }
        JsonNode second = Eventually.answer(
                        () -> signal(story), answer -> answer.json().hasNonNull("seenBefore"))
                .json()
                .get("seenBefore");
        assertThat(second.get("signatureId")).isNotEqualTo(first.get("signatureId"));
    }

    @Test
    void predictsTheEndFromRunsBefore() {
        for (int i = 0; i < 6; i++) {
            new SignalStory("usual-" + i, "usual", RECENTLY.minusSeconds(1000 - i * 100))
                    .started()
                    .step("scan")
                    .wait(58)
                    .completed()
                    .to(server);
        }
        SignalStory story = new SignalStory("next", "usual", Instant.now().minusSeconds(5))
                .started()
                .step("scan");
        story.to(server);
        JsonNode signal = signal(story).json();
        assertThat(signal.get("etaSeconds").asInt()).isBetween(45, 60);
        assertThat(signal.get("lastKnownOutcome").get("workflow_id").asString()).isEqualTo("usual-5");
    }

    @Test
    void aRunThatTakesLongerIsComparedWithThoseThatDid() {
        for (int i = 0; i < 12; i++) {
            new SignalStory("mixed-" + i, "mixed", RECENTLY.minusSeconds(4000 - i * 100))
                    .started()
                    .step("scan")
                    .wait(i < 7 ? 20 : 600)
                    .completed()
                    .to(server);
        }
        SignalStory overlong = new SignalStory(
                        "overlong", "mixed", Instant.now().minusSeconds(120))
                .started()
                .step("scan");
        SignalStory longest = new SignalStory("longest", "mixed", Instant.now().minusSeconds(1200))
                .started()
                .step("scan");
        overlong.to(server);
        longest.to(server);
        assertThat(signal(overlong).json().get("etaSeconds").asInt()).isBetween(400, 560);
        assertThat(signal(longest).json().get("etaSeconds").isNull()).isTrue();
    }

    @Test
    void silenceMakesAJobUnavailable() {
        SignalStory story = new SignalStory("silent", "silent", Instant.now().minusSeconds(7200))
                .started()
                .step("scan");
        story.to(server);
        JsonNode signal = signal(story).json();
        assertThat(signal.get("kind").asString()).isEqualTo("unavailable");
        assertThat(signal.get("summary").asString())
                .startsWith("No event since ")
                .endsWith("At scan.");
        story.wait(7100)
                .tell("timeout.set", "\"stepName\":\"scan\",\"timeoutMs\":1")
                .to(server);
        assertThat(kind(story)).isEqualTo("phase");
    }

    @Test
    void whatIsNotKnownIsNotThere() {
        assertThat(server.get("/api/v1/signals/" + UUID.randomUUID()).status()).isEqualTo(404);
        Answer answer = server.get("/api/v1/signals/none");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.json().get("code").asString()).isEqualTo("unknown_job");
    }

    @Test
    void whoeverListensInTheDatabaseIsTold() throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("LISTEN ttfs_signal_update");
            SignalStory story = story("heard").started().step("scan").to(server);
            PGNotification[] told = connection.unwrap(PGConnection.class).getNotifications(10_000);
            assertThat(told)
                    .extracting(PGNotification::getParameter)
                    .anyMatch(text -> text.contains(story.job().toString()));
        }
    }

    @Test
    void aJobWithoutEventsIsTold() throws SQLException {
        UUID job = UUID.randomUUID();
        Answer told = put(job, """
                {"kind":"phase","phase":"fetch","summary":"Pulling.","timestamp":"2026-01-31T12:00:02Z","etaSeconds":9,
                 "nextActions":[{"label":"Log","href":"/log"}]}""");
        assertThat(told.json().get("accepted").asInt())
                .as(told.response().body())
                .isEqualTo(1);
        put(job, "{\"kind\":\"queued\",\"summary\":\"Waiting.\",\"timestamp\":\"2026-01-31T12:00:01Z\"}");
        JsonNode signal = server.get("/api/v1/signals/" + job).json();
        assertThat(signal.get("phase").asString()).isEqualTo("fetch"); // an older one does not take its place
        assertThat(signal.at("/nextActions/0/href").asString()).isEqualTo("/log");
        assertThat(put(job, "{\"kind\":\"failed\",\"summary\":\"No.\",\"timestamp\":\"2026-01-31T12:00:03Z\"}")
                        .json()
                        .get("accepted")
                        .asInt())
                .isEqualTo(1);
        assertThat(server.get("/api/v1/signals/" + job).json().get("summary").asString())
                .isEqualTo("No.");
        Rebuild rebuild = new Rebuild(database.dataSource());
        execute("UPDATE scheduler.first_signal_snapshots SET summary = 'Yes.' WHERE job_id = '" + job + "'");
        assertThat(rebuild.run(true, progress -> {}).firstDifferences())
                .containsExactly("the signal of job " + job + " is not what was told last");
        rebuild.run(false, progress -> {});
        assertThat(server.get("/api/v1/signals/" + job).json().get("summary").asString())
                .isEqualTo("No.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|missing_field",
                "[1]|not_an_object",
                "{\"kind\":\"odd\",\"summary\":\"x\"}|out_of_range",
                "{\"kind\":\"queued\",\"summary\":\" \"}|missing_field",
                "{\"kind\":\"queued\",\"summary\":\"x\",\"etaSeconds\":-1}|out_of_range",
                "{\"kind\":\"queued\",\"summary\":\"x\",\"diagnostics\":[]}|wrong_type",
                "{\"kind\":\"queued\",\"summary\":\"x\",\"nextActions\":[7]}|wrong_type",
                "{\"kind\":\"queued\",\"summary\":\"x\",\"nextActions\":[{\"href\":\"/log\"}]}|missing_field",
                "{\"kind\":\"queued\",\"summary\":\"x\",\"nextActions\":[{\"label\":\"Log\",\"href\":\"javascript:1\"}]}"
                        + "|out_of_range",
                "{\"kind\":\"queued\",\"summary\":\"x\",\"timestamp\":\"soon\"}|bad_timestamp"
            })
    void whatIsToldBadlyIsRejected(String body, String code) {
        Answer answer = put(UUID.randomUUID(), body);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().at("/rejected/0/code").asString())
                .as(answer.response().body())
                .isEqualTo(code);
    }

    private static Answer put(UUID job, String body) {
        return server.send(HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/signals/" + job))
                .PUT(BodyPublishers.ofString(body))
                .build());
    }

    @Test
    void telemetryAloneIsSilentOrAReminder() throws SQLException {
        SignalStory seen =
                story("seen").started().failed("scan", "layer is broken").to(server);
        String code = signal(seen).json().get("diagnostics").get("error_code").asString();
        UUID silent = UUID.randomUUID();
        UUID failing = UUID.randomUUID();
        execute("SELECT scheduler.record_ttfs_event(id, '" + silent + "', 'ci', 'signal.start', 0) FROM organisations");
        execute("SELECT scheduler.record_ttfs_event(id, '" + failing
                + "', 'ci', 'signal.error', 9, p_phase => 'analyze'," + " p_error_code => '" + code
                + "') FROM organisations");
        assertThat(server.get("/api/v1/signals/" + silent).status()).isEqualTo(204);
        Answer predicted = Eventually.answer(() -> server.get("/api/v1/signals/" + failing), 200);
        assertThat(predicted.header("X-FirstSignal-Source")).isEqualTo("failure_index");
        assertThat(predicted.json().get("summary").asString()).contains(code).contains("Seen once");
    }

    @Test
    void anErrorOfWhoeverWatchesIsNotTheJobs() throws SQLException {
        execute("""
                INSERT INTO scheduler.failure_signatures (tenant_id, signature_hash, pattern, outcome)
                SELECT id, 'of-any-phase', '{"error_code": "unreachable"}', '{}' FROM organisations
                """);
        UUID watched = UUID.randomUUID();
        tell(watched, "signal.error", 3, "\"errorCode\":\"unreachable\"");
        tell(watched, "signal.error", 2, "\"errorCode\":\"unreachable\",\"kind\":\"phase\",\"phase\":\"fetch\"");
        assertThat(server.get("/api/v1/signals/" + watched).status()).isEqualTo(204);

        tell(watched, "signal.rendered", 1, "\"errorCode\":\"unreachable\",\"kind\":\"failed\"");
        tell(watched, "signal.error", 0, "\"errorCode\":\"refused\"");
        Answer failed = server.get("/api/v1/signals/" + watched);
        assertThat(failed.status()).isEqualTo(200);
        assertThat(failed.json().get("summary").asString()).startsWith("Probably failed with unreachable. ");

        tell(watched, "signal.rendered", 0, "\"kind\":\"succeeded\"");
        assertThat(server.get("/api/v1/signals/" + watched).status()).isEqualTo(204);
    }

    private static void tell(UUID job, String type, int minutesAgo, String more) {
        Answer answer = server.postTelemetry(
                "", """
                {"eventType":"%s","timestamp":"%s","jobId":"%s","surface":"cli","ttfsMs":9,%s}
                """.formatted(type, Instant.now().minus(minutesAgo, ChronoUnit.MINUTES), job, more));
        assertThat(answer.json().get("accepted").asInt()).isEqualTo(1);
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String query(String sql) {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
