package dev.weir.server.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
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

/** What becomes of envelopes, good and bad, over HTTP. */
class NetworkEventsTest {
    private final TestDatabase database = new TestDatabase();
    private TestServer server;

    @BeforeEach
    void start() {
        server = new TestServer(database, Map.of("max-body-bytes", "4000"));
    }

    @AfterEach
    void stop() {
        server.close();
        database.close();
    }

    private static String envelope(String id, String family, String data) {
        return "{\"id\":\"%s\",\"type\":\"%s\",\"timestamp\":\"1772043170697\",\"gateway\":\"gw\",\"data\":%s}"
                .formatted(id, family, data);
    }

    private static String trace(String id, String data) {
        return envelope(id, "stream_trace", "{\"type\":\"gateway_receive_stream_request\"" + data + "}");
    }

    @Test
    void whatIsNotSupportedIsIgnoredWithAReasonAndCounted() throws SQLException {
        JsonNode answer = server.postNetwork(
                        "",
                        "[" + envelope("a", "weather", "{}") + "," + envelope("b", "weather", "{}") + ","
                                + envelope("c", "ai_stream_events", "{\"type\":\"applause\",\"stream_id\":\"s\"}") + ","
                                + trace("d", ",\"stream_id\":\"s\"") + "]")
                .json();
        assertThat(answer.get("ignored").asInt()).isEqualTo(3);
        assertThat(answer.get("accepted").asInt()).isEqualTo(1);
        assertThat(answer.get("ignoredBecause")).hasSize(2);
        assertThat(answer.at("/ignoredBecause/1/reason").asString()).contains("weather");
        assertThat(answer.at("/ignoredBecause/1/events").asInt()).isEqualTo(2);
        assertThat(answer.at("/ignoredBecause/0/reason").asString()).contains("applause");
        assertThat(texts("SELECT type FROM event_log WHERE key IS NULL ORDER BY type"))
                .containsExactly("ai_stream_events", "weather", "weather");
        assertThat(texts("SELECT ignored || '+' || accepted FROM accounting")).containsExactly("3+1");
    }

    @Test
    void whatIsMalformedIsParkedAndCanBeTriedAgain() throws SQLException {
        TestServer.Answer answer = lines(trace("a", ",\"stream_id\":\"s\"") + "\n{\"id\":\n"
                + "{\"id\":\"b\",\"type\":\"stream_trace\",\"gateway\":\"gw\",\"data\":{\"type\":\"x\"}}\n"
                + envelope("c", "stream_trace", "7") + "\n");
        assertThat(answer.status()).isEqualTo(200);
        List<String> codes = new ArrayList<>();
        answer.json()
                .get("rejected")
                .forEach(one -> codes.add(
                        one.get("index").asInt() + " " + one.get("code").asString()));
        assertThat(codes).containsExactly("1 not_an_object", "2 missing_field", "3 wrong_type");
        assertThat(texts("SELECT code FROM rejected_events WHERE family = 'network' ORDER BY id"))
                .containsExactly("not_an_object", "missing_field", "wrong_type");
        String id = texts("SELECT id FROM rejected_events WHERE code = 'missing_field'")
                .get(0);
        JsonNode again = server.send(
                        HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/rejected/" + id + "/retry"))
                                .POST(BodyPublishers.noBody())
                                .build())
                .json();
        assertThat(again.at("/rejected/0/field").asString()).isEqualTo("timestamp");
    }

    @Test
    void bodiesHaveTheSameLimitsAsOthers() {
        assertThat(server.postNetwork("", "[" + "1,".repeat(3000) + "1]").status())
                .isEqualTo(413);
        TestServer.Answer nonsense = server.postNetwork("", "nonsense");
        assertThat(nonsense.status()).isEqualTo(400);
        assertThat(nonsense.json().get("detail").asString()).contains("one event, an array of them, or NDJSON");
        assertThat(server.postNetwork("?env=" + "x".repeat(2000), "[]").status())
                .isEqualTo(400);
        assertThat(server.postNetwork("", trace("one", ""))
                        .json()
                        .get("accepted")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void everyFormOfAKeyIsASession() throws SQLException {
        server.postNetwork(
                "",
                "[" + trace("1", ",\"stream_id\":\"s\",\"request_id\":\"r\"") + "," + trace("2", ",\"stream_id\":\"s\"")
                        + ","
                        + trace("3", ",\"request_id\":\"r\"") + "," + trace("4", "") + ","
                        + trace("5", ",\"stream_id\":\"\"")
                        + "]");
        assertThat(texts("SELECT left(workflow_session_id, 33) FROM fact_workflow_sessions ORDER BY 1"))
                .containsExactly(
                        "_missing_stream|_missing_request|",
                        "_missing_stream|_missing_request|",
                        "_missing_stream|r",
                        "s|_missing_request",
                        "s|r");
        assertThat(server.postNetwork("", trace("4", ""))
                        .json()
                        .get("duplicates")
                        .asInt())
                .isEqualTo(1);
        assertThat(texts("SELECT DISTINCT env || '/' || service_key FROM workflows"))
                .containsExactly("default/gw");
    }

    @Test
    void theRequestMayNameWhereSessionsBelong() throws SQLException {
        server.postNetwork("?env=prod&service=studio", trace("1", ",\"stream_id\":\"s\""));
        assertThat(texts("SELECT env || '/' || service_key || '/' || gateway FROM fact_workflow_sessions"))
                .containsExactly("prod/studio/gw");
    }

    /** Unknown to every fold there, whatever their type is called. */
    @Test
    void suchTypesMeanNothingAmongOtherEvents() throws SQLException {
        String event =
                "{\"eventId\":\"x\",\"id\":\"x\",\"type\":\"stream_trace\",\"timestamp\":\"2026-02-25T12:00:00Z\","
                        + "\"workflowId\":\"w\",\"data\":{\"type\":\"t\",\"stream_id\":\"s\"}}";
        assertThat(server.post("[" + event + "]").json().get("ignored").asInt()).isEqualTo(1);
        assertThat(texts("SELECT id FROM fact_workflow_sessions")).isEmpty();
        assertThat(new Rebuild(database.dataSource()).run(true, progress -> {}).firstDifferences())
                .isEmpty();
    }

    private TestServer.Answer lines(String body) {
        return server.send(HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/network-events"))
                .header("Content-Type", "application/x-ndjson")
                .POST(BodyPublishers.ofString(body))
                .build());
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
