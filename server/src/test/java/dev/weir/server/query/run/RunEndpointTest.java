package dev.weir.server.query.run;

import static dev.weir.server.ingest.Answers.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.server.ingest.EventText;
import dev.weir.server.ingest.RawHttp;
import dev.weir.testkit.db.TestDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The reads that show a run: what they look like, how they page, and how they say no. */
class RunEndpointTest {
    private static final String RUN = "/api/v1/workflows/test/svc/";
    private static final String TIME = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";

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
    void absentValuesAreNullAndPresent() {
        send(EventText.of("step.started", "bare").with("stepName", "s"));
        JsonNode run = get(RUN + "bare");
        assertThat(run.propertyNames())
                .containsExactlyInAnyOrder(
                        "workflow",
                        "steps",
                        "attempts",
                        "sleeps",
                        "runs",
                        "interventions",
                        "signal",
                        "at",
                        "knownUntil");
        assertThat(nullsOf(run.get("workflow")))
                .containsExactlyInAnyOrder(
                        "executionId",
                        "pauseReason",
                        "resumeAt",
                        "input",
                        "output",
                        "errorMessage",
                        "errorStack",
                        "errorStepName",
                        "errorAttempt",
                        "completedAt",
                        "failedAt",
                        "cancelledAt",
                        "endedAt",
                        "durationMs",
                        "reportedDurationMs",
                        "usual",
                        "estimate",
                        "reason");
        assertThat(run.at("/workflow/completedSteps").toString()).isEqualTo("[]");
        assertThat(run.get("sleeps").toString()).isEqualTo("[]");
        assertThat(run.get("interventions").toString()).isEqualTo("[]");
        assertThat(run.at("/signal/summary").asString()).endsWith("At s.");
        assertThat(nullsOf(run.at("/steps/0")))
                .containsExactlyInAnyOrder(
                        "maxAttempts",
                        "result",
                        "errorMessage",
                        "errorStack",
                        "nextRetryAt",
                        "lastRetryDelayMs",
                        "timeoutMs",
                        "timeoutDeadline",
                        "completedAt",
                        "durationMs",
                        "totalDurationMs");
        assertThat(nullsOf(get(RUN + "bare/steps/s").at("/attempts/0")))
                .containsExactlyInAnyOrder(
                        "result",
                        "errorMessage",
                        "errorStack",
                        "endedAt",
                        "durationMs",
                        "retryDelayMs",
                        "nextAttemptAt",
                        "endEventId");
        assertThat(nullsOf(get(RUN + "bare/events").at("/items/0"))).containsExactly("attempt", "processingError");
        assertThat(get(RUN + "bare/events").get("next").isNull()).isTrue();
    }

    /** In lists and live changes, too, where the words of errors are not at hand. */
    @Test
    void aRunSaysWhyItWasCancelledOrIsTriedAgain() {
        send(
                EventText.of("workflow.started", "why-cancelled"),
                EventText.of("workflow.cancelled", "why-cancelled")
                        .with("reason", "Duplicate of 7")
                        .at("2024-05-01T10:00:01Z"),
                EventText.of("workflow.started", "why-again"),
                EventText.of("step.failed", "why-again")
                        .with("stepName", "charge")
                        .with("attempt", 1)
                        .with("willRetry", true)
                        .raw("error", "{\"message\":\"Bank closed\"}")
                        .at("2024-05-01T10:00:01Z"));
        assertThat(reasonOf("why-cancelled")).isEqualTo("{\"stepName\":null,\"text\":\"Duplicate of 7\"}");
        assertThat(reasonOf("why-again")).isEqualTo("{\"stepName\":\"charge\",\"text\":\"Bank closed\"}");

        send(EventText.of("step.started", "why-again")
                .with("stepName", "charge")
                .with("attempt", 2)
                .at("2024-05-01T10:00:02Z"));
        assertThat(reasonOf("why-again")).contains("Bank closed");

        send(EventText.of("step.completed", "why-again")
                .with("stepName", "charge")
                .with("attempt", 2)
                .at("2024-05-01T10:00:03Z"));
        assertThat(reasonOf("why-again")).isEqualTo("null");
    }

    private static String reasonOf(String id) {
        String listed = get("/api/v1/workflows?q=" + id).at("/items/0/reason").toString();
        assertThat(get(RUN + id).at("/workflow/reason").toString()).isEqualTo(listed);
        return listed;
    }

    /** The names of the columns, so that who knows one knows the other. */
    @Test
    void everyRowSaysWhoseItIs() {
        send(
                EventText.of("step.started", "whose").with("stepName", "s"),
                EventText.of("sleep.started", "whose").at("2024-05-01T10:00:01Z"));
        JsonNode run = get(RUN + "whose");
        JsonNode attempt = get(RUN + "whose/steps/s").at("/attempts/0");
        for (JsonNode row : List.of(run.get("workflow"), run.at("/steps/0"), run.at("/sleeps/0"), attempt)) {
            assertThat(row.get("workflowId").asString()).isEqualTo("whose");
            assertThat(row.get("env").asString()).isEqualTo("test");
            assertThat(row.get("serviceKey").asString()).isEqualTo("svc");
        }
        Instant updated = Instant.parse(run.at("/workflow/updatedAt").asString());
        assertThat(updated).isBetween(Instant.now().minusSeconds(60), Instant.now());
        assertThat(run.at("/steps/0/updatedAt")).isEqualTo(run.at("/workflow/updatedAt"));
    }

    @Test
    void timesAreUtcWithThreeDecimals() {
        send(
                EventText.of("workflow.started", "times").at("2024-02-29T23:30:00+05:45"),
                EventText.of("step.started", "times").with("stepName", "s").at("2024-03-01T00:00:00.1Z"),
                EventText.of("timeout.set", "times")
                        .with("stepName", "s")
                        .with("deadline", "2024-03-01T01:00:00Z")
                        .at("2024-03-01T00:00:01Z"),
                EventText.of("step.failed", "times")
                        .with("stepName", "s")
                        .with("willRetry", true)
                        .at("2024-03-01T00:00:02.123456Z"),
                EventText.of("retry.scheduled", "times")
                        .with("stepName", "s")
                        .with("nextAttemptAt", "2024-03-01T00:00:09.9999Z")
                        .at("2024-03-01T00:00:02.5Z"),
                EventText.of("sleep.started", "times")
                        .with("resumeAt", "2024-03-02T00:00:00Z")
                        .at("2024-03-01T00:00:03Z"));
        JsonNode run = get(RUN + "times");
        assertThat(run.at("/workflow/startedAt").asString()).isEqualTo("2024-02-29T17:45:00.000Z");
        assertThat(run.at("/steps/0/startedAt").asString()).isEqualTo("2024-03-01T00:00:00.100Z");
        assertThat(run.at("/steps/0/nextRetryAt").asString()).isEqualTo("2024-03-01T00:00:09.999Z");
        assertThat(run.at("/steps/0/timeoutDeadline").asString()).isEqualTo("2024-03-01T01:00:00.000Z");
        assertThat(run.at("/sleeps/0/resumeAt").asString()).isEqualTo("2024-03-02T00:00:00.000Z");
        List<String> wrong = new ArrayList<>();
        for (String path : List.of(RUN + "times", RUN + "times/steps/s", RUN + "times/events", "/api/v1/accounting")) {
            collectWrongTimes(get(path), wrong);
        }
        assertThat(wrong).isEmpty();
    }

    private static void collectWrongTimes(JsonNode node, List<String> wrong) {
        for (String name : node.propertyNames()) {
            JsonNode value = node.get(name);
            boolean time = name.endsWith("At") || name.equals("eventTimestamp") || name.equals("timeoutDeadline");
            if (time && !value.isNull() && !value.asString().matches(TIME)) {
                wrong.add(name + " " + value);
            }
            if (!name.equals("payload")) {
                collectWrongTimes(value, wrong);
            }
        }
        if (node.isArray()) {
            node.forEach(item -> collectWrongTimes(item, wrong));
        }
    }

    @Test
    void valuesAreShownAsSent() {
        send(
                EventText.of("workflow.started", "values").raw("input", "{\"b\":1.50,\"a\":[\"é\",null,1e3]}"),
                EventText.of("step.started", "values").with("stepName", "s").at("2024-05-01T10:00:01Z"),
                EventText.of("step.completed", "values")
                        .with("stepName", "s")
                        .raw("result", "0")
                        .at("2024-05-01T10:00:02Z"),
                EventText.of("workflow.completed", "values")
                        .raw("output", "\"\"")
                        .at("2024-05-01T10:00:03Z"));
        String run = server.get(RUN + "values").response().body();
        assertThat(run)
                .contains("\"input\":{\"b\":1.50,\"a\":[\"é\",null,1e3]}")
                .contains("\"output\":\"\"");
        assertThat(get(RUN + "values").at("/steps/0/result").toString()).isEqualTo("0");
    }

    @Test
    void everyValueIsOfItsOwnField() {
        send(
                EventText.of("workflow.started", "fields").raw("input", "1").raw("result", "2"),
                EventText.of("step.completed", "fields")
                        .with("stepName", "s")
                        .raw("input", "3")
                        .raw("output", "4")
                        .raw("result", "5")
                        .at("2024-05-01T10:00:02Z"),
                EventText.of("workflow.completed", "fields")
                        .raw("input", "6")
                        .raw("output", "7")
                        .at("2024-05-01T10:00:03Z"));
        JsonNode run = get(RUN + "fields");
        assertThat(run.at("/workflow/input").asInt()).isEqualTo(1);
        assertThat(run.at("/steps/0/result").asInt()).isEqualTo(5);
        assertThat(run.at("/workflow/output").asInt()).isEqualTo(7);
    }

    @Test
    void earlierRunsStayReachable() {
        send(
                EventText.of("workflow.started", "reused").with("input", 1),
                EventText.of("workflow.failed", "reused")
                        .raw("error", "{\"message\":\"m\"}")
                        .at("2024-05-01T10:00:01Z"),
                EventText.of("workflow.started", "reused").with("input", 2).at("2024-05-01T10:00:02Z"));
        assertThat(get(RUN + "reused").at("/workflow/input").asInt()).isEqualTo(2);
        assertThat(get(RUN + "reused").get("runs").findValuesAsString("status")).containsExactly("failed", "running");
        assertThat(get(RUN + "reused?run=1").at("/workflow/status").asString()).isEqualTo("failed");
        assertThat(get(RUN + "reused?run=2").at("/workflow/status").asString()).isEqualTo("running");
        assertThat(get("/api/v1/workflow?env=test&service=svc&id=reused&run=1")
                        .at("/workflow/runSeq")
                        .asInt())
                .isEqualTo(1);
        for (String none : List.of("0", "3", "-1", "2147483647")) {
            assertProblem(server.get(RUN + "reused?run=" + none), 404, "unknown_run");
        }
    }

    /** UUIDv7 by themselves first, then by what causes what, then what no fold knows. */
    @Test
    void eventsOfOneMomentStandInTheOrderInWhichTheyWereFolded() {
        List<String> expected = List.of(
                "01900000-0000-7000-8000-000000000001",
                "01900000-0000-7000-8000-000000000002",
                "f0000000-0000-4000-8000-000000000000",
                "e0000000-0000-4000-8000-000000000000",
                "d0000000-0000-4000-8000-000000000000",
                "d0000000-0000-4000-8000-000000000001",
                "c0000000-0000-4000-8000-000000000000",
                "00000000-0000-4000-8000-000000000000",
                "a0000000-0000-4000-8000-000000000000");
        List<String> types = List.of(
                "workflow.failed",
                "workflow.started",
                "workflow.started",
                "step.started",
                "step.completed",
                "step.completed",
                "workflow.completed",
                "job.done",
                "workflow.started");
        List<Object> events = new ArrayList<>();
        for (int i = expected.size() - 1; i >= 0; i--) {
            events.add(EventText.of(types.get(i), "moment")
                    .with("eventId", expected.get(i))
                    .with("stepName", "s")
                    .at("2024-05-01T10:00:00.00000" + (i < expected.size() - 1 ? "1Z" : "2Z")));
        }
        server.post(EventText.batch(events));
        assertThat(get(RUN + "moment/events").get("items").findValuesAsString("id"))
                .isEqualTo(expected);
        List<String> seen = new ArrayList<>();
        String next = "";
        while (next != null) {
            JsonNode page = get(RUN + "moment/events?limit=1&cursor=" + next);
            seen.addAll(page.get("items").findValuesAsString("id"));
            next = page.get("next").stringValue(null);
        }
        assertThat(seen).isEqualTo(expected);
    }

    /** Many events of one millisecond, and more that arrive while one reads. */
    @Test
    void pagesNeitherSkipNorRepeat() {
        List<Object> events = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            events.add(EventText.of("step.started", "pages")
                    .with("stepName", "s" + i)
                    .at("2024-05-01T10:00:0" + i / 20 + ".5Z"));
        }
        server.post(EventText.batch(events));
        Set<String> expected = new HashSet<>(stepNames(get(RUN + "pages/events?limit=1000")));
        assertThat(expected).hasSize(60);
        for (int limit : new int[] {1, 7, 20, 59, 60, 61}) {
            List<String> seen = new ArrayList<>();
            String next = "";
            while (next != null) {
                JsonNode page = get(RUN + "pages/events?limit=" + limit + "&cursor=" + next);
                assertThat(page.get("items").size()).isBetween(1, limit);
                seen.addAll(stepNames(page));
                next = page.get("next").stringValue(null);
                assertThat(next == null).isEqualTo(seen.size() == 60);
            }
            assertThat(seen).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private static List<String> stepNames(JsonNode page) {
        List<String> names = new ArrayList<>();
        page.get("items").forEach(event -> names.add(event.get("stepName").asString()));
        return names;
    }

    @Test
    void whatArrivesWhileOneReadsDisturbsNothing() {
        List<Object> events = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            events.add(EventText.of("step.started", "moving")
                    .with("stepName", "s" + i)
                    .at("2024-05-01T10:00:0" + i + "Z"));
        }
        server.post(EventText.batch(events));
        JsonNode first = get(RUN + "moving/events?limit=5");
        send(
                EventText.of("step.started", "moving")
                        .with("stepName", "before")
                        .at("2024-05-01T09:00:00Z"),
                EventText.of("step.started", "moving")
                        .with("stepName", "between")
                        .at("2024-05-01T10:00:06.5Z"));
        JsonNode second = get(RUN + "moving/events?cursor=" + first.get("next").asString());
        assertThat(stepNames(first)).containsExactly("s0", "s1", "s2", "s3", "s4");
        assertThat(stepNames(second)).containsExactly("s5", "s6", "between", "s7", "s8", "s9");
    }

    @Test
    void aPageHasFiftyAndAtMostAThousand() {
        List<Object> events = new ArrayList<>();
        for (int i = 0; i < 1001; i++) {
            events.add(EventText.of("step.started", "long").with("stepName", "s"));
        }
        server.post(EventText.batch(events));
        assertThat(get(RUN + "long/events").get("items")).hasSize(50);
        for (String most : List.of("1000", "1001", "99999999999")) {
            assertThat(get(RUN + "long/events?limit=" + most).get("items")).hasSize(1000);
        }
        assertProblem(server.get(RUN + "long/events?limit=0"), 400, "bad_value");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "%21", "AAAA", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "%00", "%F0%9F%98%80"})
    void aCursorThatWeirDidNotGiveIsRefused(String cursor) {
        send(EventText.of("workflow.started", "cursors"));
        assertProblem(server.get(RUN + "cursors/events?cursor=" + cursor), 400, "bad_cursor");
        String code = cursor.equals("%00") ? "bad_value" : "bad_cursor"; // that no parameter of a list may hold
        assertProblem(server.get("/api/v1/rejected?cursor=" + cursor), 400, code);
    }

    @Test
    void aCursorBeyondTheEndFindsNothing() {
        send(EventText.of("workflow.started", "beyond"));
        byte[] last = new byte[24];
        Arrays.fill(last, (byte) 0xFF);
        last[0] = 0x7F;
        String cursor = Base64.getUrlEncoder().withoutPadding().encodeToString(last);
        assertThat(server.get(RUN + "beyond/events?cursor=" + cursor).response().body())
                .isEqualTo("{\"items\":[],\"next\":null}");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/nothing, 404, not_found",
        "/api/v1/nothing, 404, not_found",
        "/api/v1/workflows/test/svc/unknown, 404, unknown_workflow",
        "/api/v1/workflows/test/other/known, 404, unknown_workflow",
        "/api/v1/workflows/test/svc/unknown/events, 404, unknown_workflow",
        "/api/v1/workflows/test/svc/unknown/steps/s, 404, unknown_workflow",
        "/api/v1/workflows/test/svc/known/steps/s, 404, unknown_step",
        "/api/v1/workflows/test/svc/known?run=x, 400, bad_parameter",
        "/api/v1/workflows/test/svc/known/events?limit=x, 400, bad_parameter",
        "/api/v1/rejected?limit=1.5, 400, bad_value",
        "/api/v1/workflow?env=test&service=svc, 400, bad_request",
        "/api/v1/events, 405, method_not_allowed",
        "/error, 404, not_found",
    })
    void everyNoIsAProblem(String path, int status, String code) {
        send(EventText.of("workflow.started", "known").with("eventId", "known"));
        assertProblem(server.get(path), status, code);
    }

    @Test
    void aWrongMethodIsToldTheRightOnes() {
        assertThat(server.get("/api/v1/events").header("Allow")).isEqualTo("POST");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /api/v1/workflows/e/s/%00",
                "GET /api/v1/workflows/e/s/%zz",
                "GET /api/v1/workflows/e/s/%ff",
                "GET /api/v1/workflows/e/s/{id}",
                "GET /../../etc/passwd",
                "GET /api/v1/workflow?env=%zz&service=s&id=i",
            })
    void alsoWhatIsNoRequestGetsAProblem(String requestLine) {
        RawHttp answer = RawHttp.send(server.url(), requestLine + " HTTP/1.1\nHost: localhost\nConnection: close\n\n");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.headers()).contains("Content-Type: application/problem+json");
        assertThat(answer.json().get("status").asInt()).isEqualTo(400);
        assertThat(answer.json().get("code").asString()).startsWith("bad_");
        assertThat(answer.json().get("detail").asString()).endsWith(".");
    }

    @Test
    void aProblemIsToldInJsonToThoseWhoWantHtmlToo() {
        RawHttp answer = RawHttp.send(
                server.url(), "GET /api/nothing HTTP/1.1\nHost: localhost\nAccept: text/html\nConnection: close\n\n");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.headers()).contains("Content-Type: application/problem+json");
    }

    private static void send(Object... events) {
        JsonNode answer = server.post(EventText.batch(events)).json();
        assertThat(answer.get("rejected")).isEmpty();
    }

    private static JsonNode get(String path) {
        Answer answer = server.get(path);
        assertThat(answer.status()).as(path + " " + answer.response().body()).isEqualTo(200);
        return answer.json();
    }

    private static List<String> nullsOf(JsonNode object) {
        return object.propertyNames().stream()
                .filter(name -> object.get(name).isNull())
                .toList();
    }
}
