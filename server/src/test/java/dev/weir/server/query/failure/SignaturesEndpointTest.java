package dev.weir.server.query.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.server.query.Eventually;
import dev.weir.server.query.SignalStory;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class SignaturesEndpointTest {
    private static final Instant YESTERDAY = Instant.now().minusSeconds(40 * 3600);

    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(database);
        for (int i = 0; i < 5; i++) {
            SignalStory story = new SignalStory("charge-" + i, "order", YESTERDAY.plusSeconds(i * 60));
            story.started().failed("charge-card", "card " + (1000 + i) + " was declined");
            if (i < 4) {
                story.wait(298).started().completed(); // one of the seconds passes with the start
            }
            story.to(server);
        }
        new SignalStory("other", "order", Instant.now().minusSeconds(60))
                .started()
                .failed("ship", "no van")
                .to(server);
        Eventually.answer(() -> server.get("/api/v1/signatures"), answer -> samples(answer) == 6);
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    private static int samples(Answer answer) {
        int samples = 0;
        for (JsonNode item : answer.json().get("items")) {
            samples += item.get("sampleCount").asInt();
        }
        return samples;
    }

    private static JsonNode declined() {
        for (JsonNode item : server.get("/api/v1/signatures").json().get("items")) {
            if (item.get("steps").get(0).asString().equals("charge-card")) {
                return item;
            }
        }
        throw new AssertionError("not learned");
    }

    @Test
    void failuresThatDifferInNumbersAreOneKind() {
        JsonNode item = declined();
        assertThat(item.get("sampleCount").asInt()).isEqualTo(5);
        assertThat(item.get("samplesLastDay").asInt()).isZero();
        assertThat(item.get("state").asString()).isEqualTo("known");
        assertThat(item.get("example").asString()).isEqualTo("card # was declined");
        assertThat(item.get("firstSeenAt").asString())
                .isLessThan(item.get("lastMatchedAt").asString());
        assertThat(item.get("confidence").asDouble()).isBetween(0.6, 0.75);
        assertThat(item.get("sentence").asString()).isEqualTo("Seen 5 times, usually gone after 5 min.");
        assertThat(item.get("mttrP50Seconds").asInt()).isEqualTo(300);
        assertThat(item.get("workflows").get(0).asString()).isEqualTo("order");
        assertThat(item.get("lastRun").get("workflowId").asString()).isEqualTo("charge-4");
        assertThat(server.get("/api/v1/signatures?state=new").json().get("items"))
                .hasSize(1);
        assertThat(server.get("/api/v1/signatures?q=DECLINED").json().get("items"))
                .hasSize(1);
        assertThat(server.get("/api/v1/signatures?env=elsewhere").json().get("items"))
                .isEmpty();
    }

    @Test
    void aFailedRunSaysWhatIsKnownOfIt() {
        SignalStory story = new SignalStory("charge-4", "order", YESTERDAY);
        JsonNode seen = server.get("/api/v1/signals/" + story.job()).json().get("seenBefore");
        assertThat(seen.get("sentence").asString()).isEqualTo("Seen 5 times, usually gone after 5 min.");
        assertThat(seen.get("signatureId")).isEqualTo(declined().get("id"));
    }

    @Test
    void theBestOneIsMatched() {
        JsonNode item = declined();
        String where = "/api/v1/signatures/match?phase=" + item.get("phase").asString() + "&errorCode=";
        String code = URLEncoder.encode(item.get("errorCode").asString(), StandardCharsets.UTF_8);
        assertThat(server.get(where + code).json().get("id")).isEqualTo(item.get("id"));
        assertThat(server.get(where + "other").status()).isEqualTo(204);
    }

    @Test
    void whatPeopleSayStays() throws SQLException {
        String id = declined().get("id").asString();
        Answer edited = patch(id, """
                {"likelyCause":"The bank sleeps","suggestedAction":"Wait","remediationUrl":"https://example.com/bank",
                 "enabled":false}""");
        assertThat(edited.status()).as(edited.response().body()).isEqualTo(200);
        assertThat(edited.json().get("likelyCause").asString()).isEqualTo("The bank sleeps");
        execute("TRUNCATE failures, failure_repairs, scheduler.failure_signatures");
        new Rebuild(database.dataSource()).run(false, progress -> {});
        JsonNode again = declined();
        assertThat(again.get("id").asString()).isEqualTo(id);
        assertThat(again.get("sampleCount").asInt()).isEqualTo(5);
        assertThat(again.get("likelyCause").asString()).isEqualTo("The bank sleeps");
        assertThat(again.get("suggestedAction").asString()).isEqualTo("Wait");
        assertThat(again.get("enabled").asBoolean()).isFalse();
        String failed = "/api/v1/signals/" + new SignalStory("charge-4", "order", YESTERDAY).job();
        assertThat(server.get(failed).json().get("seenBefore").isNull()).isTrue();
        assertThat(patch(id, "{\"enabled\":true}").json().get("enabled").asBoolean())
                .isTrue();
        assertThat(server.get(failed)
                        .json()
                        .get("seenBefore")
                        .get("signatureId")
                        .asString())
                .isEqualTo(id);
        assertThat(patch(id, "{\"suggestedAction\":null}")
                        .json()
                        .get("suggestedAction")
                        .isNull())
                .isTrue();
    }

    @Test
    void statesFollowWhatPeopleDecide() {
        String id = declined().get("id").asString();
        assertThat(state(patch(id, "{\"resolved\":true}"))).isEqualTo("resolved");
        assertThat(state(patch(id, "{\"resolved\":false,\"ignoredUntil\":\"2999-01-01T00:00:00Z\"}")))
                .isEqualTo("ignored");
        assertThat(state(patch(id, "{\"ignoredUntil\":null,\"ignoredUpTo\":0}")))
                .isEqualTo("ignored");
        assertThat(state(patch(id, "{\"ignoredUpTo\":null}"))).isEqualTo("known");
    }

    @Test
    void whatCameBackAfterItWasResolvedIsFound() throws SQLException {
        String id = declined().get("id").asString();
        assertThat(state(patch(id, "{\"resolved\":true}"))).isEqualTo("resolved");
        assertThat(ids("regressed")).isEmpty();
        assertThat(ids("resolved")).containsExactly(id);
        execute("UPDATE signature_notes SET resolved_at = '2001-01-01' WHERE signature = '" + id + "'");
        assertThat(ids("regressed")).containsExactly(id);
        assertThat(ids("resolved")).isEmpty();
        assertThat(ids("new")).doesNotContain(id);
        patch(id, "{\"resolved\":false}");
        assertThat(ids("regressed")).isEmpty();
        assertThat(ids("known")).contains(id);
    }

    private static List<String> ids(String state) {
        List<String> ids = new ArrayList<>();
        server.get("/api/v1/signatures?state=" + state)
                .json()
                .get("items")
                .forEach(item -> ids.add(item.get("id").asString()));
        return ids;
    }

    private static String state(Answer answer) {
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json().get("state").asString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"likelyCause\":7}",
                "{\"remediationUrl\":\"javascript:alert(1)\"}",
                "{\"remediationUrl\":\"//example.com\"}",
                "{\"resolved\":\"yes\"}",
                "{\"ignoredUntil\":\"tomorrow\"}",
                "{\"ignoredUpTo\":-1}",
                "{\"sampleCount\":3}",
                "[]",
                "{"
            })
    void nonsenseIsRefused(String body) {
        Answer answer = patch(declined().get("id").asString(), body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    }

    @Test
    void whatIsNotThereIsNotFound() {
        assertThat(server.get("/api/v1/signatures/none").status()).isEqualTo(404);
        assertThat(patch("00000000-0000-0000-0000-000000000000", "{}").status()).isEqualTo(404);
        assertThat(server.get("/api/v1/signatures?state=odd").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE FROM failures WHERE ctid = (SELECT min(ctid) FROM failures)",
                "UPDATE failures SET repair_ms = repair_ms + 1 WHERE repair_ms IS NOT NULL",
                "UPDATE scheduler.failure_signatures SET sample_count = sample_count + 1",
                "DELETE FROM scheduler.failure_signatures WHERE ctid = (SELECT min(ctid) FROM scheduler.failure_signatures)",
                "UPDATE failure_repairs SET n = n + 1",
                "UPDATE scheduler.failure_signatures SET outcome = outcome || '{\"mttr_p50_seconds\": 7}'",
                "UPDATE scheduler.failure_signatures SET repair_count = repair_count + 1",
                "UPDATE scheduler.failure_signatures SET outcome = outcome || '{\"likely_cause\": \"gremlins\"}'",
                "UPDATE scheduler.failure_signatures SET outcome = outcome || '{\"remediation_url\": \"/x\"}'",
                "INSERT INTO signature_notes (signature, enabled) SELECT id, false FROM scheduler.failure_signatures"
                        + " ON CONFLICT (signature) DO UPDATE SET enabled = false",
                "UPDATE scheduler.first_signal_snapshots SET kind = 'blocked'",
                "UPDATE scheduler.first_signal_snapshots SET summary = 'All is well.'",
                "INSERT INTO scheduler.first_signal_snapshots (job_id, tenant_id, kind, phase, summary, fold_version)"
                        + " SELECT gen_random_uuid(), id, 'queued', 'unknown', 'x', 1 FROM organisations",
            })
    void verifyFindsWhatSomebodyChanged(String sql) throws SQLException {
        Rebuild rebuild = new Rebuild(database.dataSource());
        assertThat(verified(rebuild)).isEmpty();
        execute(sql);
        assertThat(verified(rebuild)).isNotEmpty();
        rebuild.run(false, progress -> {});
        assertThat(verified(rebuild)).isEmpty();
        assertThat(declined().get("sampleCount").asInt()).isEqualTo(5);
        execute("UPDATE signature_notes SET enabled = NULL");
        execute("UPDATE scheduler.failure_signatures SET enabled = true");
    }

    private static List<String> verified(Rebuild rebuild) throws SQLException {
        return rebuild.run(true, progress -> {}).firstDifferences();
    }

    private static Answer patch(String id, String body) {
        return server.send(HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/signatures/" + id))
                .header("Content-Type", "application/json")
                .method("PATCH", BodyPublishers.ofString(body))
                .build());
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
