package dev.weir.server.ingest;

import static dev.weir.server.ingest.Answers.assertAccounting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.testkit.db.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Events that are wrong, odd or out of order: each gets a precise answer and costs only itself. */
class BadEventsTest {
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

    @Test
    void aBadEventCostsOnlyItself() {
        EventText first = EventText.of("workflow.started", "neighbours");
        EventText last = EventText.of("workflow.completed", "neighbours").at("2024-05-01T10:00:01Z");
        List<Object> events = new ArrayList<>(List.of(first));
        List<String> reasons = new ArrayList<>();
        bad(events, reasons, step().without("eventId"), "missing_field eventId");
        bad(events, reasons, step().raw("eventId", "null"), "missing_field eventId");
        bad(events, reasons, step().with("eventId", ""), "missing_field eventId");
        bad(events, reasons, step().with("eventId", 5), "wrong_type eventId");
        bad(events, reasons, step().without("type"), "missing_field type");
        bad(events, reasons, step().without("timestamp"), "missing_field timestamp");
        bad(events, reasons, step().with("timestamp", 1714557600000L), "wrong_type timestamp");
        bad(events, reasons, step().at("2024-05-01T10:00:00"), "bad_timestamp timestamp");
        bad(events, reasons, step().at("yesterday"), "bad_timestamp timestamp");
        bad(events, reasons, step().at("1969-12-31T23:59:59.999Z"), "out_of_range timestamp");
        bad(events, reasons, step().at("9999-12-31T23:59:59Z"), "in_the_future timestamp");
        bad(events, reasons, step().raw("env", "null"), "missing_field env");
        bad(events, reasons, step().with("env", ""), "missing_field env");
        bad(events, reasons, step().with("serviceKey", List.of()), "wrong_type serviceKey");
        bad(events, reasons, step().without("workflowId"), "missing_field workflowId");
        bad(events, reasons, step().with("workflowName", ""), "missing_field workflowName");
        bad(events, reasons, step().raw("stepName", "null"), "missing_field stepName");
        bad(events, reasons, step().with("stepName", "x".repeat(1001)), "too_large stepName");
        bad(events, reasons, step().with("attempt", -1), "out_of_range attempt");
        bad(events, reasons, step().raw("attempt", "9".repeat(40)), "out_of_range attempt");
        bad(events, reasons, step().with("attempt", "1"), "wrong_type attempt");
        bad(events, reasons, step().with("durationMs", 1.5), "wrong_type durationMs");
        bad(events, reasons, step().raw("durationMs", "1e300"), "out_of_range durationMs");
        bad(events, reasons, step().with("cached", "no"), "wrong_type cached");
        bad(events, reasons, step().raw("deep", "[".repeat(64) + "]".repeat(64)), "too_large null");
        bad(events, reasons, step().with("long", "x".repeat(262_145)), "too_large null");
        bad(events, reasons, step().raw("broken", "tru"), "not_an_object null");
        bad(events, reasons, step().raw("broken", "x\0y"), "not_an_object null");
        bad(events, reasons, step().raw("broken", "\"\\u12\""), "not_an_object null");
        bad(events, reasons, "17", "not_an_object null");
        bad(events, reasons, "null", "not_an_object null");
        bad(events, reasons, "[]", "not_an_object null");
        bad(events, reasons, "\"event\"", "not_an_object null");
        events.add(last);
        for (Answer answer : List.of(
                server.post(EventText.batch(events)), server.post("{\"events\":" + EventText.batch(events) + "}"))) {
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json().get("received").asInt()).isEqualTo(events.size());
            List<String> told = new ArrayList<>();
            for (JsonNode rejection : answer.json().get("rejected")) {
                assertThat(rejection.get("index").asInt()).isEqualTo(told.size() + 1);
                assertThat(rejection.get("message").asString()).endsWith(".");
                told.add(rejection.get("code").asString() + " "
                        + rejection.get("field").asString("null"));
            }
            assertThat(told).isEqualTo(reasons);
        }
        JsonNode run = run("neighbours");
        assertThat(run.at("/workflow/status").asString()).isEqualTo("completed");
        assertThat(run.get("steps")).isEmpty();
    }

    @Test
    void aRejectionNamesItsEvent() {
        JsonNode rejected = server.post(EventText.batch(
                        EventText.of("workflow.started", "named"),
                        EventText.of("workflow.started", "named")
                                .with("eventId", "mine")
                                .with("workflowName", 5)))
                .json()
                .get("rejected");
        assertThat(rejected.toString())
                .isEqualTo("[{\"index\":1,\"eventId\":\"mine\",\"code\":\"wrong_type\",\"field\":\"workflowName\","
                        + "\"message\":\"'workflowName' must be a string.\"}]");
    }

    @Test
    void unknownFieldsAreKeptAsSent() {
        String event = EventText.of("workflow.started", "unknown-fields")
                .raw("custom", "{ \"b\":1.50, \"a\":[1e3 , \"\\u00e9\\/é\"] }")
                .raw("input", "[ ]")
                .toString();
        assertAccounting(server.post("[ " + event + " ]"), 1, 0, 0, 0);
        String events = server.get("/api/v1/workflows/test/svc/unknown-fields/events")
                .response()
                .body();
        assertThat(events).contains("\"payload\":" + event + ",");
    }

    @Test
    void unknownTypesAreStoredAndIgnored() {
        EventText bare = EventText.of("job.executed", "x")
                .without("workflowId")
                .without("workflowName")
                .without("env")
                .without("serviceKey");
        EventText mistyped = EventText.of("job.executed", "unknown-types")
                .with("attempt", "x")
                .with("stepName", 5);
        assertAccounting(server.post(EventText.batch(bare, mistyped, bare)), 0, 1, 2, 0);
        assertAccounting(server.post(EventText.batch(bare, mistyped)), 0, 2, 0, 0);
        assertThat(server.get("/api/v1/workflows/test/svc/unknown-types").status())
                .isEqualTo(404);
        JsonNode events = server.get("/api/v1/workflows/test/svc/unknown-types/events")
                .json()
                .get("items");
        assertThat(events.findValuesAsString("eventType")).containsExactly("job.executed");
    }

    @Test
    void whatCannotBeStoredIsReplacedAndMarked() throws SQLException {
        String ugly = "\"\\u0000-\\ud800-\\udc00\\ud800-\"";
        EventText event = EventText.of("step.failed", "x");
        for (String field :
                List.of("eventId", "env", "serviceKey", "workflowId", "workflowName", "stepName", "executionId")) {
            event.raw(field, ugly);
        }
        event.raw("error", "{\"message\":" + ugly + ",\"stack\":" + ugly + ",\"code\":" + ugly + "}")
                .raw("input", "{" + ugly + ":" + ugly + "}");
        EventText unknown = EventText.of("x", "x").raw("type", ugly).raw("workflowId", ugly);
        assertAccounting(server.post(EventText.batch(event, unknown)), 1, 0, 1, 0);
        String mended = "\ufffd-\ufffd-\ufffd\ufffd-";
        String path = "%EF%BF%BD-%EF%BF%BD-%EF%BF%BD%EF%BF%BD-";
        JsonNode run = server.get("/api/v1/workflows/" + path + "/" + path + "/" + path)
                .json();
        assertThat(run.at("/workflow/workflowId").asString()).isEqualTo(mended);
        assertThat(run.at("/steps/0/errorStack").asString()).isEqualTo(mended);
        JsonNode events = server.get("/api/v1/workflows/" + path + "/" + path + "/" + path + "/events")
                .json();
        assertThat(events.at("/items/0/mended").asBoolean()).isTrue();
        assertThat(events.at("/items/0/payload/input/" + mended).asString()).isEqualTo(mended);
        assertThat(query("SELECT count(payload->'input'->>'x'), count(*) FROM event_log WHERE mended AND source IN "
                        + "(SELECT source FROM sources WHERE env = '" + mended + "')"))
                .isEqualTo("0 1");
    }

    @Test
    void timesAreKeptToTheMicrosecond() throws SQLException {
        assertAccounting(
                server.post(EventText.batch(
                        EventText.of("workflow.started", "times")
                                .with("eventId", "nanos")
                                .at("2024-05-01T12:00:00.123456789+02:00"),
                        EventText.of("step.started", "times")
                                .with("stepName", "s")
                                .with("eventId", "epoch")
                                .at("1970-01-01T00:00:00Z"))),
                2,
                0,
                0,
                0);
        assertThat(query(
                        "SELECT string_agg(to_char(event_timestamp AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), ' ' "
                                + "ORDER BY event_timestamp) FROM workflow_events WHERE workflow_id = 'times'"))
                .isEqualTo("1970-01-01 00:00:00.000000 2024-05-01 10:00:00.123456");
        assertThat(run("times").at("/workflow/startedAt").asString()).isEqualTo("2024-05-01T10:00:00.123Z");
    }

    @Test
    void ofTheSameIdTheFirstStoredCounts() {
        EventText first = EventText.of("workflow.started", "same-id")
                .with("eventId", "same")
                .with("input", "first");
        EventText second = EventText.of("workflow.failed", "same-id")
                .with("eventId", "same")
                .at("2024-05-01T11:00:00Z");
        EventText elsewhere = EventText.of("workflow.started", "same-id-elsewhere")
                .with("eventId", "same")
                .with("env", "other");
        assertAccounting(server.post(EventText.batch(first, second, first)), 1, 2, 0, 0);
        assertAccounting(server.post(EventText.batch(second, elsewhere)), 0, 2, 0, 0);
        assertThat(run("same-id").at("/workflow/status").asString()).isEqualTo("running");
        assertThat(run("same-id").at("/workflow/input").asString()).isEqualTo("first");
        assertThat(server.get("/api/v1/workflows/other/svc/same-id-elsewhere").status())
                .isEqualTo(404);
    }

    @Test
    void anIdInEitherCaseIsTheSame() {
        String id = "0190a0b0-c0d0-7e00-8f00-00000000abcd";
        assertAccounting(
                server.post(EventText.batch(
                        EventText.of("workflow.started", "cases").with("eventId", id),
                        EventText.of("workflow.started", "cases").with("eventId", id.toUpperCase(Locale.ROOT)),
                        EventText.of("workflow.started", "cases").with("eventId", "evt_iI1"),
                        EventText.of("workflow.started", "cases").with("eventId", "EVT_II1"))),
                3,
                1,
                0,
                0);
    }

    @Test
    void anEndMayComeBeforeTheStart() {
        assertAccounting(
                server.post(EventText.batch(
                        EventText.of("workflow.completed", "backwards").at("2024-05-01T10:00:05Z"))),
                1,
                0,
                0,
                0);
        assertThat(run("backwards").at("/workflow/inferred").toString()).isEqualTo("[\"started_at\"]");
        assertAccounting(server.post(EventText.batch(EventText.of("workflow.started", "backwards"))), 1, 0, 0, 0);
        JsonNode workflow = run("backwards").get("workflow");
        assertThat(workflow.get("status").asString()).isEqualTo("completed");
        assertThat(workflow.get("startedAt").asString()).isEqualTo("2024-05-01T10:00:00.000Z");
        assertThat(workflow.get("durationMs").asLong()).isEqualTo(5000);
        assertThat(workflow.get("inferred")).isEmpty();
    }

    @Test
    void aStepMayBelongToARunThatNobodyStarted() {
        assertAccounting(
                server.post(EventText.batch(EventText.of("step.started", "orphan")
                        .with("stepName", "s")
                        .with("attempt", 2))),
                1,
                0,
                0,
                0);
        JsonNode run = run("orphan");
        assertThat(run.at("/workflow/status").asString()).isEqualTo("running");
        assertThat(run.at("/workflow/inferred")).isNotEmpty();
        assertThat(run.at("/steps/0/currentAttempt").asInt()).isEqualTo(2);
    }

    @Test
    void theDocumentedEventsOfAnotherTrackerAreTaken() throws IOException {
        Path file = Path.of("../../shared/fixtures/durable-effect/doc-examples.json");
        assumeTrue(Files.exists(file), "The shared fixtures are not here");
        JsonNode examples = JsonMapper.builder().build().readTree(Files.readString(file));
        Answer current = server.post(examples.get("report_059").toString());
        assertAccounting(current, 1, 1, 0, 0);
        Answer older = server.post(examples.get("report_009_request_body").toString());
        assertAccounting(older, 2, 0, 0, 0);
        assertAccounting(server.post(examples.get("report_009_request_body").toString()), 0, 2, 0, 0);
        assertThat(server.get("/api/v1/workflows/default/default/do_xyz789")
                        .json()
                        .at("/steps/0/currentAttempt")
                        .asInt())
                .isEqualTo(1);
    }

    private static void bad(List<Object> events, List<String> reasons, Object event, String reason) {
        events.add(event);
        reasons.add(reason);
    }

    private static EventText step() {
        return EventText.of("step.completed", "neighbours").with("stepName", "s");
    }

    private static JsonNode run(String workflowId) {
        Answer answer = server.get("/api/v1/workflows/test/svc/" + workflowId);
        assertThat(answer.status()).isEqualTo(200);
        return answer.json();
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
