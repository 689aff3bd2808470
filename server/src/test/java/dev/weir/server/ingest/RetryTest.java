package dev.weir.server.ingest;

import static dev.weir.server.ingest.Answers.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.testkit.db.TestDatabase;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Parked events tried again: two servers on one database, of which one takes less than the other. */
class RetryTest {
    private static TestDatabase database;
    private static TestServer strict;
    private static TestServer patient;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        strict = new TestServer(database, Map.of("max-future", "1s", "max-event-bytes", "300"));
        patient = new TestServer(database);
    }

    @AfterAll
    static void stop() {
        strict.close();
        patient.close();
        database.close();
    }

    @Test
    void whatIsTakenIsParkedNoLonger() {
        EventText event = EventText.of("workflow.started", "early")
                .at(Instant.now().plusSeconds(3600).toString());
        JsonNode parked = park("[ " + event + " ]", "in_the_future");
        assertThat(parked.get("content").asString()).isEqualTo(event.toString());

        Answer refused = retry(strict, parked);
        assertThat(refused.status()).isEqualTo(200);
        assertThat(refused.json().at("/rejected/0/code").asString()).isEqualTo("in_the_future");
        assertThat(parked(parked).get("times").asInt()).isEqualTo(2);

        Answer taken = retry(patient, parked);
        assertThat(taken.response().body())
                .isEqualTo("{\"received\":1,\"accepted\":1,\"duplicates\":0,\"ignored\":0,\"rejected\":[]}");
        assertThat(parked(parked)).isNull();
        assertThat(patient.get("/api/v1/workflows/test/svc/early").status()).isEqualTo(200);
        assertThat(retry(patient, parked).status()).isEqualTo(404);
    }

    @Test
    void whatIsInTheLogAlreadyIsParkedNoLonger() {
        EventText event = EventText.of("workflow.started", "again").raw("workflowName", "[]");
        JsonNode parked = park(EventText.batch(event), "wrong_type");
        patient.post(EventText.batch(event.with("workflowName", "order")));
        assertThat(retry(patient, parked).json().get("rejected")).hasSize(1); // it is still wrong, whatever its id
        EventText large = EventText.of("workflow.started", "again").with("input", "x".repeat(300));
        JsonNode tooLarge = park(EventText.batch(large), "too_large");
        patient.post(EventText.batch(large));
        assertThat(retry(patient, tooLarge).json().get("duplicates").asInt()).isEqualTo(1);
        assertThat(parked(tooLarge)).isNull();
    }

    @Test
    void whatIsOfAnUnknownTypeIsParkedNoLonger() {
        JsonNode parked =
                park(EventText.batch(EventText.of("job.done", "w").with("pad", "x".repeat(300))), "too_large");
        assertThat(retry(patient, parked).json().get("ignored").asInt()).isEqualTo(1);
        assertThat(parked(parked)).isNull();
    }

    @Test
    void namesThatTheQueryGaveAreGivenAgain() {
        EventText event = EventText.of("workflow.started", "by-query")
                .without("env")
                .without("serviceKey")
                .at(Instant.now().plusSeconds(3600).toString());
        strict.send(HttpRequest.newBuilder(URI.create(strict.url() + "/api/v1/events?env=q%2Fe&service=qs"))
                .POST(BodyPublishers.ofString(EventText.batch(event)))
                .build());
        JsonNode parked = newest();
        assertThat(parked.get("env").asString()).isEqualTo("q/e");
        assertThat(retry(patient, parked).json().get("accepted").asInt()).isEqualTo(1);
        assertThat(patient.get("/api/v1/workflows/q%2Fe/qs/by-query").status()).isEqualTo(200);
    }

    /** Pretty-printed, with characters that cannot be stored: its own content is what is tried, and known again. */
    @Test
    void whatStaysWrongIsCountedOnce() {
        String event = EventText.of("workflow.started", "ugly")
                .raw("stray", "\"\\u0000\\ud800\"")
                .without("workflowName")
                .toString()
                .replace(",\"", ",\n  \"");
        JsonNode parked = park("[" + event + "]", "missing_field");
        assertThat(parked.get("content").asString()).isEqualTo(event);
        for (int times = 2; times < 4; times++) {
            JsonNode answer = retry(patient, parked).json();
            assertThat(answer.at("/rejected/0/field").asString()).isEqualTo("workflowName");
            assertThat(parked(parked).get("times").asInt()).isEqualTo(times);
        }
    }

    @Test
    void whatIsNoJsonStaysSo() {
        Answer answer = strict.post(
                BodyPublishers.ofString("{\"eventId\":\"e\n\"}"), Map.of("Content-Type", "application/x-ndjson"));
        assertThat(answer.json().get("rejected")).hasSize(2);
        JsonNode parked = newest();
        assertThat(retry(patient, parked).json().at("/rejected/0/code").asString())
                .isEqualTo("not_an_object");
        assertThat(parked(parked).get("times").asInt()).isEqualTo(2);
    }

    @Test
    void aPartOfAnEventCannotBeTriedAgain() {
        JsonNode parked = park(
                EventText.batch(EventText.of("workflow.started", "huge").with("input", "x".repeat(1 << 20))),
                "too_large");
        assertThat(parked.get("truncated").asBoolean()).isTrue();
        assertThat(parked.get("content").asString()).hasSize(1 << 20);
        assertProblem(retry(patient, parked), 409, "truncated");
        assertThat(parked(parked).get("times").asInt()).isEqualTo(1);
    }

    @Test
    void whatIsNotThereCannotBeTried() {
        for (String id : new String[] {"0", "-1", "999999999", "99999999999999999999", "abc", "%2F"}) {
            assertProblem(retry(patient, id), 404, "unknown_rejected");
        }
        assertThat(patient.get("/api/v1/rejected/1/retry").status()).isEqualTo(405);
    }

    /** Sends what the strict server does not take, and finds where it was parked. */
    private static JsonNode park(String body, String code) {
        JsonNode answer = strict.post(body).json();
        assertThat(answer.at("/rejected/0/code").asString())
                .as(answer.toString())
                .isEqualTo(code);
        JsonNode parked = newest();
        assertThat(parked.get("code").asString()).isEqualTo(code);
        assertThat(parked.get("times").asInt()).isEqualTo(1);
        return parked;
    }

    private static JsonNode newest() {
        return patient.get("/api/v1/rejected?limit=1").json().at("/items/0");
    }

    private static JsonNode parked(JsonNode before) {
        for (JsonNode item : patient.get("/api/v1/rejected?limit=1000").json().get("items")) {
            if (item.get("id").equals(before.get("id"))) {
                return item;
            }
        }
        return null;
    }

    private static Answer retry(TestServer server, JsonNode parked) {
        return retry(server, parked.get("id").asString());
    }

    private static Answer retry(TestServer server, String id) {
        return server.send(HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/rejected/" + id + "/retry"))
                .POST(BodyPublishers.noBody())
                .build());
    }
}
