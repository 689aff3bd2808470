package dev.weir.server.query.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.signal.SignalPhase;
import dev.weir.core.signal.SignaturePattern;
import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Eventually;
import dev.weir.server.query.SignalStory;
import dev.weir.server.query.Sql;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Signatures that somebody wrote in SQL: what they wrote is theirs, whoever edits it or learns it, too. */
class WrittenSignaturesTest {
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

    private static String written(SignaturePattern pattern, String confidence, boolean enabled) throws SQLException {
        String id = UUID.randomUUID().toString();
        Sql.execute(database, """
                INSERT INTO scheduler.failure_signatures
                  (id, tenant_id, signature_hash, pattern, outcome, confidence, sample_count, enabled)
                VALUES ('%s', '%s', '%s', '%s',
                        '{"likely_cause": "The registry is full", "mttr_p50_seconds": 300, "owner": "infra"}', %s, 12, %s)
                """.formatted(id, Scope.LOCAL_ORG, pattern.hash(), pattern.text(), confidence, enabled));
        return id;
    }

    private static SignaturePattern code(String code) {
        return new SignaturePattern(SignalPhase.UNKNOWN, code, null);
    }

    private static JsonNode edited(String id, String body) {
        return server.sendJson("PATCH", "/api/v1/signatures/" + id, body).json();
    }

    private static JsonNode signature(String id) {
        return server.get("/api/v1/signatures/" + id).json();
    }

    private static SignalStory fails(String workflow, String code) {
        return new SignalStory(workflow, "order", Instant.now().minusSeconds(600))
                .started()
                .tell(
                        "workflow.failed",
                        "\"error\":{\"message\":\"no\",\"code\":\"" + code + "\"},\"completedSteps\":[]")
                .to(server);
    }

    private static void isLearned(String id, int samples) {
        Eventually.answer(
                () -> server.get("/api/v1/signatures/" + id),
                answer -> answer.json().path("learned").asBoolean()
                        && answer.json().path("sampleCount").asInt() == samples);
    }

    @Test
    void editingLeavesAloneWhatWasWritten() throws SQLException {
        String id = written(new SignaturePattern(SignalPhase.FETCH, null, "^registry/team-[0-9]+:"), "0.8", true);
        String match = "/api/v1/signatures/match?phase=fetch&errorCode=E-503&image=registry/team-7:v1";
        assertThat(server.get(match).json().path("id").asString()).isEqualTo(id);

        JsonNode edited = edited(id, "{\"suggestedAction\":\"Wait\"}");

        assertThat(edited.path("likelyCause").asString()).isEqualTo("The registry is full");
        assertThat(edited.path("suggestedAction").asString()).isEqualTo("Wait");
        assertThat(edited.path("confidence").asDouble()).isEqualTo(0.8);
        assertThat(edited.path("mttrP50Seconds").asInt()).isEqualTo(300);
        assertThat(edited.path("sampleCount").asInt()).isEqualTo(12);
        assertThat(edited.path("enabled").asBoolean()).isTrue();
        assertThat(server.get(match).json()).isEqualTo(edited);
        assertThat(Sql.rows(
                        database,
                        "SELECT 1 FROM scheduler.failure_signatures WHERE id = '" + id
                                + "' AND outcome->>'owner' = 'infra' AND NOT learned"))
                .hasSize(1);
        assertThat(edited(id, "{\"likelyCause\":null}").path("likelyCause").isNull())
                .isTrue();
    }

    @Test
    void oneWithoutACodeIsFoundByItsText() throws SQLException {
        String id = written(new SignaturePattern(SignalPhase.RESTORE, null, null), "0.4", true);
        edited(id, "{\"likelyCause\":\"Nobody paid the Volcano\"}");
        JsonNode found = server.get("/api/v1/signatures?q=volcano").json().path("items");
        assertThat(found).hasSize(1);
        assertThat(found.get(0).path("id").asString()).isEqualTo(id);
    }

    @Test
    void learningThePatternKeepsWhatWasWritten() throws SQLException {
        String id = written(code("E_FULL"), "0.9", true);
        SignalStory story = fails("full", "E_FULL");
        isLearned(id, 1);

        assertThat(signature(id).path("likelyCause").asString()).isEqualTo("The registry is full");
        assertThat(signature(id).path("sentence").asString()).isEqualTo("Seen once; when it passes is not known.");
        assertThat(new Rebuild(database.dataSource()).run(true, progress -> {}).firstDifferences())
                .isEmpty();

        story.wait(300).started().completed().to(server);
        Eventually.answer(
                () -> server.get("/api/v1/signatures/" + id),
                answer -> answer.json().path("mttrP50Seconds").asInt() == 302);
        assertThat(signature(id).path("likelyCause").asString()).isEqualTo("The registry is full");
        assertThat(edited(id, "{\"likelyCause\":\"Full\"}").path("likelyCause").asString())
                .isEqualTo("Full");
    }

    @Test
    void learningMatchesNothingThatPeopleDisabled() throws SQLException {
        String id = written(code("E_NOISE"), "0.9", false);
        fails("noise-1", "E_NOISE");
        isLearned(id, 1);
        String match = "/api/v1/signatures/match?phase=unknown&errorCode=E_NOISE";
        assertThat(signature(id).path("enabled").asBoolean()).isFalse();
        assertThat(server.get(match).status()).isEqualTo(204);

        Sql.execute(database, "UPDATE scheduler.failure_signatures SET confidence = 0.1 WHERE id = '" + id + "'");
        SignalStory second = fails("noise-2", "E_NOISE");
        isLearned(id, 2);
        assertThat(signature(id).path("enabled").asBoolean()).isFalse();
        assertThat(server.get("/api/v1/signals/" + second.job())
                        .json()
                        .path("seenBefore")
                        .isNull())
                .isTrue();

        assertThat(edited(id, "{\"enabled\":true}").path("enabled").asBoolean()).isTrue();
        assertThat(server.get(match).json().path("id").asString()).isEqualTo(id);
    }

    @Test
    void learningEnablesAgainWhatTimeDisabled() throws SQLException {
        String id = written(code("E_OLD"), "0.2", false);
        fails("old", "E_OLD");
        isLearned(id, 1);
        assertThat(signature(id).path("enabled").asBoolean()).isTrue();
    }
}
