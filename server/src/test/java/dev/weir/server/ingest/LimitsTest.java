package dev.weir.server.ingest;

import static dev.weir.server.ingest.Answers.assertProblem;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.testkit.db.TestDatabase;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Each limit, met exactly and exceeded by one. */
class LimitsTest {
    private static final int BODY_BYTES = 4000;
    private static final int EVENTS = 5;
    private static final int EVENT_BYTES = 900;
    private static final int DEPTH = 6;
    private static final int STRING = 300;
    private static final int NAME = 40;

    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(
                database,
                Map.of(
                        "max-body-bytes",
                        "" + BODY_BYTES,
                        "max-events",
                        "" + EVENTS,
                        "max-event-bytes",
                        "" + EVENT_BYTES,
                        "max-depth",
                        "" + DEPTH,
                        "max-string-length",
                        "" + STRING,
                        "max-name-length",
                        "" + NAME,
                        "max-future",
                        "1h"));
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    @Test
    void bytesOfABody() throws IOException {
        byte[] exact = padded(BODY_BYTES);
        byte[] more = padded(BODY_BYTES + 1);
        assertThat(post(BodyPublishers.ofByteArray(exact), "identity").status()).isEqualTo(200);
        assertThat(post(chunked(exact), "identity").status()).isEqualTo(200);
        assertThat(post(BodyPublishers.ofByteArray(gzip(exact)), "gzip").status())
                .isEqualTo(200);
        String sentence = "The body has more than 4000 bytes when unpacked: send smaller batches.";
        refused(post(BodyPublishers.ofByteArray(more), "identity"), "body_too_large", sentence);
        refused(post(chunked(more), "identity"), "body_too_large", sentence);
        refused(post(BodyPublishers.ofByteArray(gzip(more)), "gzip"), "body_too_large", sentence);
    }

    /** A refusal is read to its end, also by clients that send all before they listen. */
    @Test
    void aBodyThatIsMuchTooLarge() {
        refused(
                post(BodyPublishers.ofByteArray(padded(20_000_000)), "identity"),
                "body_too_large",
                "The body has more than 4000 bytes when unpacked: send smaller batches.");
    }

    @Test
    void eventsOfABody() {
        assertThat(server.post(EventText.batch(Collections.nCopies(EVENTS, 1)))
                        .json()
                        .get("rejected"))
                .hasSize(EVENTS);
        String sentence = "The body has more than 5 events: send smaller batches.";
        refused(server.post(EventText.batch(Collections.nCopies(EVENTS + 1, 1))), "too_many_events", sentence);
        refused(
                server.post(
                        BodyPublishers.ofString(EventText.lines(Collections.nCopies(EVENTS + 1, 1))),
                        Map.of("Content-Type", "application/x-ndjson")),
                "too_many_events",
                sentence);
    }

    @Test
    void bytesOfAnEvent() {
        String event = event().raw("pad", "[]").toString();
        String exact = event.replace("[]", "[" + " ".repeat(EVENT_BYTES - event.length()) + "]");
        assertThat(exact).hasSize(EVENT_BYTES);
        oneOfThree(exact, null, null);
        oneOfThree(
                event().raw("pad", "[]")
                        .toString()
                        .replace("[]", "[" + " ".repeat(EVENT_BYTES + 1 - event.length()) + "]"),
                null,
                "It has 901 bytes, the limit is 900.");
    }

    @Test
    void depthOfAnEvent() {
        oneOfThree(event().raw("deep", "[".repeat(DEPTH - 1) + "]".repeat(DEPTH - 1)), null, null);
        oneOfThree(
                event().raw("deep", "[".repeat(DEPTH) + "]".repeat(DEPTH)),
                null,
                "It nests 7 levels deep, the limit is 6.");
    }

    @Test
    void lengthOfAString() {
        oneOfThree(event().with("text", "\u00e9".repeat(STRING)), null, null);
        oneOfThree(
                event().with("text", "\u00e9".repeat(STRING + 1)),
                null,
                "It has a string of 301 characters, the limit is 300.");
    }

    @Test
    void lengthOfAName() {
        for (String field : new String[] {"eventId", "env", "serviceKey", "workflowId", "workflowName", "stepName"}) {
            String exact =
                    "\u00e9".repeat((NAME - 6) / 2) + field.substring(0, 3).repeat(2);
            oneOfThree(event().with(field, exact), null, null);
            oneOfThree(event().with(field, exact + "x"), field, "'" + field + "' is longer than 40 bytes.");
        }
    }

    @Test
    void timeAheadOfTheClock() {
        oneOfThree(event().at(Instant.now().plusSeconds(3000).toString()), null, null);
        Answer answer = server.post(EventText.batch(
                event(), event().at(Instant.now().plusSeconds(4000).toString())));
        assertThat(answer.json().at("/rejected/0/code").asString()).isEqualTo("in_the_future");
        assertThat(answer.json().get("accepted").asInt()).isEqualTo(1);
    }

    /** Between two good ones, which are taken whatever becomes of it. */
    private static void oneOfThree(Object event, String field, String message) {
        JsonNode answer = server.post(EventText.batch(event(), event, event())).json();
        assertThat(answer.get("received").asInt()).isEqualTo(3);
        if (message == null) {
            assertThat(answer.get("accepted").asInt()).as(answer.toString()).isEqualTo(3);
            return;
        }
        assertThat(answer.get("accepted").asInt()).isEqualTo(2);
        JsonNode rejection = answer.at("/rejected/0");
        assertThat(rejection.get("index").asInt()).isEqualTo(1);
        assertThat(rejection.get("code").asString()).isEqualTo("too_large");
        assertThat(rejection.get("field").stringValue(null)).isEqualTo(field);
        assertThat(rejection.get("message").asString()).isEqualTo(message);
    }

    private static EventText event() {
        return EventText.of("step.started", "w").with("stepName", "s");
    }

    /** A body with one event and so much space that it has exactly this size. */
    private static byte[] padded(int size) {
        String body = EventText.batch(event());
        return (body + " ".repeat(size - body.length())).getBytes(UTF_8);
    }

    private static Answer post(BodyPublisher body, String encoding) {
        return server.post(body, Map.of("Content-Type", "application/json", "Content-Encoding", encoding));
    }

    /** Without a Content-Length. */
    private static BodyPublisher chunked(byte[] body) {
        return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body));
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(plain);
        }
        return bytes.toByteArray();
    }

    private static void refused(Answer answer, String code, String sentence) {
        assertProblem(answer, 413, code);
        assertThat(answer.json().get("detail").asString()).isEqualTo(sentence);
    }
}
