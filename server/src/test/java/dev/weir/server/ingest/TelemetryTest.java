package dev.weir.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What becomes of rows of telemetry, good and bad, over HTTP. */
class TelemetryTest {
    private static final String JOB = "5b0f3a52-7a0c-4d1f-9d43-0f6f5f3f2a11";
    private static final String GOOD = "\"eventType\":\"signal.rendered\",\"timestamp\":\"2026-02-01T10:20:30.123Z\","
            + "\"jobId\":\"" + JOB + "\",\"surface\":\"ui\",\"ttfsMs\":812";

    private final TestDatabase database = new TestDatabase();
    private TestServer server;

    @BeforeEach
    void start() {
        server = new TestServer(database, Map.of("max-body-bytes", "200000", "keep-telemetry", "3650d"));
    }

    @AfterEach
    void stop() {
        server.close();
        database.close();
    }

    @Test
    void everyFieldIsStoredInEitherSpelling() throws SQLException {
        String camel = """
                {"eventId":"0198c0de-0000-7000-8000-000000000001","eventType":"signal.error",
                 "timestamp":"2026-02-01T11:20:30.123456+01:00","jobId":"5B0F3A52-7a0c-4d1f-9d43-0f6f5f3f2a11",
                 "runId":"00000000-0000-8000-8000-00000000000a","surface":"cli","ttfsMs":2147483647,"cacheHit":true,
                 "signalSource":"failure_index","kind":"failed","phase":"analyze","networkState":"4g","device":"desktop",
                 "release":"1.2.3","correlationId":"c","traceId":"t","spanId":"s","errorCode":7,"errorMessage":"no \\u0000 signal",
                 "metadata":{"b":[1,{"params":2.50}],"a":12345678901234567890},"tenantId":"somebody else","more":true}
                """;
        String snake = """
                {"event_id":"0198c0de-0000-7000-8000-000000000002","event_type":"signal.error",
                 "ts":"2026-02-01T10:20:30.123456Z","job_id":"5b0f3a52-7a0c-4d1f-9d43-0f6f5f3f2a11",
                 "run_id":"00000000-0000-8000-8000-00000000000a","surface":"cli","ttfs_ms":2147483647,"cache_hit":true,
                 "signal_source":"failure_index","kind":"failed","phase":"analyze","network_state":"4g","device":"desktop",
                 "release":"1.2.3","correlation_id":"c","trace_id":"t","span_id":"s","error_code":"7",
                 "error_message":"no \\uFFFD signal","metadata":{"a":12345678901234567890,"b":[1,{"params":2.50}]}}
                """;
        assertThat(accepted(server.postTelemetry("?env=prod&service=portal", "[" + camel + "," + snake + "]")))
                .isEqualTo(2);
        List<String> rows = texts(
                "SELECT (to_jsonb(e) - 'id' - 'event_uid' || jsonb_build_object('ts', ts AT TIME ZONE 'UTC'))::text"
                        + " FROM scheduler.ttfs_events e");
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0)).isEqualTo(rows.get(1));
        assertThat(rows.get(0))
                .contains(
                        "\"ts\": \"2026-02-01T10:20:30.123456\"",
                        "\"tenant_id\": \"" + Scope.LOCAL_ORG + "\"",
                        "\"metadata\": {\"a\": 12345678901234567890, \"b\": [1, {\"params\": 2.50}]}");
        assertThat(texts("SELECT type || ' ' || env || '/' || service_key FROM event_log JOIN sources USING (source)"
                        + " WHERE key IS NULL"))
                .containsExactly("signal.error prod/portal", "signal.error prod/portal");
        assertThat(texts("SELECT e.id::text FROM scheduler.ttfs_events t JOIN event_log e ON e.id = t.event_uid"
                        + " ORDER BY 1"))
                .containsExactly("0198c0de-0000-7000-8000-000000000001", "0198c0de-0000-7000-8000-000000000002");
    }

    @Test
    void withoutAnIdTheContentIsTheIdentity() throws SQLException {
        assertThat(accepted(server.postTelemetry("", "{" + GOOD + "}"))).isEqualTo(1);
        String respelled =
                "{ \"ttfs_ms\" : 812.0, \"surface\":\"u\\u0069\",\"cacheHit\":false,\"metadata\":{},\"device\":\"\","
                        + "\"runId\":null,\"job_id\":\"" + JOB.toUpperCase(java.util.Locale.ROOT)
                        + "\",\"ts\":\"2026-02-01T10:20:30.123000Z\",\"event_type\":\"signal.rendered\"}";
        JsonNode again =
                server.postTelemetry("", "[{" + GOOD + "}," + respelled + "]").json();
        assertThat(again.get("duplicates").asInt()).isEqualTo(2);
        assertThat(accepted(lines("{" + GOOD + ",\"device\":\"null\"}\n{" + GOOD + ",\"more\":1}\n\n{" + GOOD
                        + ",\"metadata\":{\"a\":1}}\n{" + GOOD + ",\"metadata\":{\"a\":2}}\n")))
                .isEqualTo(4);
        assertThat(texts("SELECT count(*) FROM scheduler.ttfs_events")).containsExactly("5");
        assertThat(texts("SELECT sum(n) || ' ' || sum(sum_ms) FROM ttfs_hours")).containsExactly("5 4060");
    }

    @Test
    void badRowsAreRejectedOneByOne() throws SQLException {
        String body = String.join(
                "\n",
                "{" + GOOD + "}",
                with("\"surface\":\"tv\""),
                with("\"surface\":7"),
                with("\"surface\":\"\""),
                with("\"ttfsMs\":-1"),
                with("\"ttfsMs\":2147483648"),
                with("\"ttfsMs\":1e400"),
                with("\"ttfsMs\":1.5"),
                with("\"ttfsMs\":\"812\""),
                with("\"ttfsMs\":null"),
                with("\"jobId\":\"job-1\""),
                with("\"runId\":\"1-1-1-1-1\""),
                with("\"cacheHit\":\"yes\""),
                with("\"kind\":\"done\""),
                with("\"phase\":\"build\""),
                with("\"signalSource\":\"crystal ball\""),
                with("\"metadata\":[]"),
                with("\"metadata\":{\"a\":\"" + "x".repeat(16 * 1024) + "\"}"),
                with("\"metadata\":{\"a\":1e999999}"),
                with("\"device\":\"" + "é".repeat(501) + "\""),
                with("\"timestamp\":\"yesterday\""),
                with("\"timestamp\":1769941230123"),
                with("\"timestamp\":\"1969-01-01T00:00:00Z\""),
                with("\"timestamp\":\"2126-01-01T00:00:00Z\""),
                with("\"timestamp\":null"),
                with("\"eventType\":null"),
                with("\"eventType\":{}"),
                with("\"eventId\":[]"),
                "7",
                "{\"eventType\":",
                with("\"surface\":\"ci\""));
        JsonNode answer = lines(body).json();
        List<String> rejected = new ArrayList<>();
        answer.get("rejected")
                .forEach(one -> rejected.add(one.get("index").asInt() + " "
                        + one.get("code").asString() + " " + one.get("field").asString("-")));
        assertThat(rejected)
                .containsExactly(
                        "1 out_of_range surface",
                        "2 wrong_type surface",
                        "3 missing_field surface",
                        "4 out_of_range ttfsMs",
                        "5 out_of_range ttfsMs",
                        "6 out_of_range ttfsMs",
                        "7 wrong_type ttfsMs",
                        "8 wrong_type ttfsMs",
                        "9 missing_field ttfsMs",
                        "10 wrong_type jobId",
                        "11 wrong_type runId",
                        "12 wrong_type cacheHit",
                        "13 out_of_range kind",
                        "14 out_of_range phase",
                        "15 out_of_range signalSource",
                        "16 wrong_type metadata",
                        "17 too_large metadata",
                        "18 out_of_range -",
                        "19 too_large device",
                        "20 bad_timestamp timestamp",
                        "21 wrong_type timestamp",
                        "22 out_of_range timestamp",
                        "23 in_the_future timestamp",
                        "24 missing_field timestamp",
                        "25 missing_field eventType",
                        "26 wrong_type eventType",
                        "27 wrong_type eventId",
                        "28 not_an_object -",
                        "29 not_an_object -");
        assertThat(answer.get("accepted").asInt()).isEqualTo(2);
        assertThat(answer.get("received").asInt()).isEqualTo(31);
        assertThat(texts("SELECT surface FROM scheduler.ttfs_events ORDER BY id"))
                .containsExactly("ui", "ci");
        assertThat(texts("SELECT DISTINCT family FROM rejected_events")).containsExactly("telemetry");
    }

    @Test
    void whatIsParkedIsTriedAgainAsTelemetry() throws SQLException {
        server.postTelemetry("?env=prod", with("\"surface\":\"tv\""));
        server.post("[" + with("\"surface\":\"tv\"") + "]"); // the same content, as an event of a workflow: elsewhere
        String id = texts("SELECT id FROM rejected_events WHERE family = 'telemetry'")
                .get(0);
        assertThat(retry(id).at("/rejected/0/field").asString()).isEqualTo("surface");
        execute("UPDATE rejected_events SET content = replace(content, '\"tv\"', '\"ui\"') WHERE id = " + id);
        assertThat(retry(id).get("accepted").asInt()).isEqualTo(1);
        assertThat(texts("SELECT env FROM scheduler.ttfs_events t JOIN event_log l ON l.id = t.event_uid"
                        + " JOIN sources USING (source)"))
                .containsExactly("prod");
        assertThat(texts("SELECT count(*) FROM rejected_events WHERE family = 'telemetry'"))
                .containsExactly("0");
    }

    @Test
    void unknownTypesAreKeptAndIgnored() throws SQLException {
        String odd = "{\"eventType\":\"signal.applauded\",\"timestamp\":\"2026-02-01T10:20:30Z\",\"loud\":true}";
        JsonNode answer = server.postTelemetry("", "[" + odd + "," + odd + "]").json();
        assertThat(answer.get("ignored").asInt()).isEqualTo(1);
        assertThat(answer.get("duplicates").asInt()).isEqualTo(1);
        assertThat(answer.at("/ignoredBecause/0/reason").asString()).contains("signal.applauded");
        assertThat(texts("SELECT type FROM event_log")).containsExactly("signal.applauded");
        assertThat(texts("SELECT count(*) FROM scheduler.ttfs_events")).containsExactly("0");
        assertThat(verified()).isEmpty();
    }

    /** In the log both have the same type; reading it again must come to the same as before. */
    @Test
    void suchTypesMeanNothingAmongOtherEvents() throws SQLException {
        String event = "{\"eventId\":\"x\",\"type\":\"signal.rendered\"," + GOOD + "}";
        assertThat(server.post("[" + event + "]").json().get("ignored").asInt()).isEqualTo(1);
        assertThat(texts("SELECT count(*) FROM scheduler.ttfs_events")).containsExactly("0");
        assertThat(verified()).isEmpty();
        assertThat(accepted(server.postTelemetry("", event.replace("\"x\"", "\"y\""))))
                .isEqualTo(1);
        assertThat(texts("SELECT count(*) FROM scheduler.ttfs_events")).containsExactly("1");
        assertThat(verified()).isEmpty();
    }

    @Test
    void bodiesHaveTheSameLimitsAsOthers() {
        assertThat(server.postTelemetry("", "[" + "1,".repeat(150_000) + "1]").status())
                .isEqualTo(413);
        assertThat(server.postTelemetry("", "nonsense").status()).isEqualTo(400);
        assertThat(server.postTelemetry("", "").status()).isEqualTo(400);
        assertThat(accepted(server.postTelemetry("", "{" + GOOD + "}"))).isEqualTo(1);
        assertThat(server.get("/api/v1/ttfs-events").status()).isEqualTo(405);
    }

    /** The good one, with another field, or another value of one: of two the last counts. */
    private static String with(String field) {
        return "{" + GOOD + "," + field + "}";
    }

    private static int accepted(TestServer.Answer answer) {
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        assertThat(answer.json().get("rejected")).isEmpty();
        return answer.json().get("accepted").asInt();
    }

    private List<String> verified() throws SQLException {
        return new Rebuild(database.dataSource()).run(true, progress -> {}).firstDifferences();
    }

    private JsonNode retry(String id) {
        return server.send(HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/rejected/" + id + "/retry"))
                        .POST(BodyPublishers.noBody())
                        .build())
                .json();
    }

    private TestServer.Answer lines(String body) {
        return server.send(HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/ttfs-events"))
                .header("Content-Type", "application/x-ndjson")
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<String> texts(String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Connection connection = database.dataSource().getConnection();
                Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(sql)) {
            while (row.next()) {
                texts.add(row.getString(1));
            }
        }
        return texts;
    }
}
