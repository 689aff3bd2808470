package dev.weir.server.ingest;

import static dev.weir.server.ingest.Answers.assertAccounting;
import static dev.weir.server.ingest.Answers.assertProblem;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.testkit.db.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Bodies of every form, whole or not: a precise answer, what is good in them is taken, and never a 5xx. */
class BodiesTest {
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                         | empty_body",
                "hello                      | wrong_shape",
                "`\"text\"`                 | wrong_shape",
                "{}                         | wrong_shape",
                "`{\"eventId\":\"e\"}`      | wrong_shape",
                "`{\"events\":null}`        | wrong_shape",
                "`{\"events\":{}}`          | wrong_shape",
                "`[{\"eventId\":\"e\"`      | not_json",
                "`[{}{}]`                   | not_json",
                "`[{}],`                    | not_json",
            })
    void aBodyThatIsNoListOfEventsIsRefused(String body, String code) {
        assertProblem(server.post(body), 400, code);
    }

    @Test
    void aBodyMayBeEmptyOfEvents() {
        assertAccounting(server.post("[]"), 0, 0, 0, 0);
        assertAccounting(server.post("{\"events\":[]}"), 0, 0, 0, 0);
        assertAccounting(lines("\n\n"), 0, 0, 0, 0);
    }

    @Test
    void gzipIsUnpacked() throws IOException {
        for (String encoding : List.of("gzip", "GZIP", "x-gzip")) {
            byte[] body = gzip(EventText.batch(EventText.of("workflow.started", "zipped-" + encoding)));
            assertAccounting(post(body, encoding), 1, 0, 0, 0);
            assertThat(run("zipped-" + encoding).at("/workflow/status").asString())
                    .isEqualTo("running");
        }
    }

    @Test
    void brokenGzipIsRefused() throws IOException {
        byte[] whole = gzip(EventText.batch(EventText.of("workflow.started", "never")));
        for (int length = 0; length < whole.length; length += 1 + whole.length / 20) {
            assertProblem(post(Arrays.copyOf(whole, length), "gzip"), 400, "bad_gzip");
        }
        byte[] damaged = whole.clone();
        damaged[damaged.length - 5] ^= 1; // in its checksum
        assertProblem(post(damaged, "gzip"), 400, "bad_gzip");
        assertProblem(post("[]".getBytes(UTF_8), "gzip"), 400, "bad_gzip");
        assertThat(server.get("/api/v1/workflows/test/svc/never").status()).isEqualTo(404);
    }

    /** Two gigabytes, where the tests have one. */
    @Test
    void aGzipBombIsNotUnpacked() throws IOException {
        byte[] megabyte = gzip(" ".repeat(1 << 20));
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        for (int i = 0; i < 2048; i++) {
            bomb.writeBytes(megabyte);
        }
        assertProblem(post(bomb.toByteArray(), "gzip"), 413, "body_too_large");
    }

    @Test
    void otherEncodingsAreRefused() {
        for (String encoding : List.of("br", "deflate", "zstd", "gzip, gzip")) {
            assertProblem(post("[]".getBytes(UTF_8), encoding), 415, "unknown_encoding");
        }
        assertAccounting(post("[]".getBytes(UTF_8), "identity"), 0, 0, 0, 0);
    }

    @Test
    void brokenLinesCostOnlyThemselves() {
        String body = EventText.lines(List.of(
                EventText.of("workflow.started", "lines"),
                "{\"eventId\":",
                "",
                "not json at all",
                EventText.of("step.started", "lines").with("stepName", "a"),
                EventText.of("step.started", "lines").with("stepName", "b") + "{}",
                EventText.of("step.started", "lines").with("stepName", "c").at("2024-05-01T10:00:01Z")));
        Answer answer = lines(body);
        assertAccounting(answer, 3, 0, 0, 3);
        assertThat(answer.json().get("rejected").findValuesAsString("index")).containsExactly("1", "2", "4");
        assertThat(answer.json().get("rejected").findValuesAsString("code"))
                .containsExactly("not_an_object", "not_an_object", "not_an_object");
        assertThat(run("lines").get("steps").findValuesAsString("stepName")).containsExactly("a", "c");
    }

    @Test
    void bytesThatAreNoUtf8AreReplacedAndMarked() {
        byte[] body = EventText.batch(EventText.of("workflow.started", "latin1").with("input", "caf\u00e9"))
                .getBytes(ISO_8859_1);
        assertAccounting(post(body, "identity"), 1, 0, 0, 0);
        assertThat(run("latin1").at("/workflow/input").asString()).isEqualTo("caf\ufffd");
    }

    @Test
    void absentNamesAreTakenFromTheQuery() {
        EventText event =
                EventText.of("workflow.started", "defaults").without("env").without("serviceKey");
        assertAccounting(post("?env=a%2Fb+c&service=%F0%9F%98%80", event), 1, 0, 0, 0);
        assertThat(server.get("/api/v1/workflows/a%2Fb%20c/%F0%9F%98%80/defaults")
                        .status())
                .isEqualTo(200);
        assertAccounting(post("?env=&service", event.with("eventId", "defaults-2")), 1, 0, 0, 0);
        assertThat(server.get("/api/v1/workflows/default/default/defaults").status())
                .isEqualTo(200);
        assertAccounting(post("?env=q&service=q", EventText.of("workflow.started", "own")), 1, 0, 0, 0);
        assertThat(run("own").at("/workflow/env").asString()).isEqualTo("test");
        assertAccounting(post("?env=nul%00&service=q", event.with("eventId", "defaults-3")), 1, 0, 0, 0);
        RawHttp unreadable = RawHttp.send(
                server.url(),
                "POST /api/v1/events?env=%zz HTTP/1.1\nHost: localhost\nConnection: close\nContent-Length: 2\n\n[]");
        assertThat(unreadable.status()).isEqualTo(400);
        assertThat(unreadable.json().get("code").asString()).isEqualTo("bad_parameter");
        assertProblem(post("?service=" + "x".repeat(1001), event), 400, "bad_parameter");
    }

    /** Damaged as only networks and bugs can: {@code -Dweir.seed=17} repeats one case. */
    @Test
    void nothingThatIsSentMakesTheServerFail() throws SQLException {
        byte[] good = EventText.batch(
                        EventText.of("step.failed", "fuzz")
                                .with("stepName", "s")
                                .raw("error", "{\"message\":\"\\ud83d\\ude00\\u0000\"}"),
                        EventText.of("workflow.completed", "fuzz").with("output", Map.of("a", List.of(1, true, "é"))))
                .getBytes(UTF_8);
        Long only = Long.getLong("weir.seed");
        int cases = Boolean.getBoolean("weir.long") ? 20_000 : 100;
        int taken = 0;
        for (long seed = only == null ? 1 : only; seed <= (only == null ? cases : only); seed++) {
            Random random = new Random(seed);
            byte[] body = good.clone();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                body[random.nextInt(body.length)] = (byte) random.nextInt(256);
            }
            Answer answer = random.nextBoolean() ? post(body, "identity") : lines(new String(body, ISO_8859_1));
            assertThat(answer.status())
                    .as("seed " + seed + ": " + answer.response().body())
                    .isIn(200, 400);
            if (answer.status() == 200) {
                JsonNode json = answer.json();
                int sum = json.get("accepted").asInt()
                        + json.get("duplicates").asInt()
                        + json.get("ignored").asInt()
                        + json.get("rejected").size();
                assertThat(json.get("received").asInt()).isEqualTo(sum);
                assertThat(json.get("rejected").findValuesAsString("message"))
                        .as("seed " + seed)
                        .doesNotContain("The database cannot hold it.");
                taken++;
            }
        }
        assertThat(taken).isPositive();
        query("SELECT count(payload->>'x'), count((payload->'error')::text) FROM event_log");
        assertThat(server.get("/api/v1/rejected?limit=1000").status()).isEqualTo(200);
    }

    private static JsonNode run(String workflowId) {
        Answer answer = server.get("/api/v1/workflows/test/svc/" + workflowId);
        assertThat(answer.status()).isEqualTo(200);
        return answer.json();
    }

    private static Answer lines(String body) {
        return server.post(BodyPublishers.ofString(body), Map.of("Content-Type", "application/x-ndjson"));
    }

    private static Answer post(byte[] body, String encoding) {
        return server.post(
                BodyPublishers.ofByteArray(body),
                Map.of("Content-Type", "application/json", "Content-Encoding", encoding));
    }

    private static Answer post(String query, EventText event) {
        return server.send(HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/events" + query))
                .POST(BodyPublishers.ofString(EventText.batch(event)))
                .build());
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(UTF_8));
        }
        return bytes.toByteArray();
    }

    private static String query(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getMetaData().getColumnCount() == 1
                    ? row.getString(1)
                    : row.getString(1) + " " + row.getString(2);
        }
    }
}
