package dev.weir.server.query.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.server.ingest.EventText;
import dev.weir.server.query.Eventually;
import dev.weir.store.Rebuild;
import dev.weir.testkit.db.TestDatabase;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Failures in two environments, what people do about them, and how they leave the inbox by themselves. */
class FailuresEndpointTest {
    private static final Instant NOON = Instant.now().minusSeconds(7200);

    private TestDatabase database;
    private TestServer server;

    @BeforeEach
    void start() {
        database = new TestDatabase();
        server = new TestServer(database);
    }

    @AfterEach
    void stop() {
        server.close();
        database.close();
    }

    private void run(String env, String id, int second, String end, String region) {
        Instant at = NOON.plusSeconds(second);
        List<EventText> events = new ArrayList<>();
        events.add(
                event("workflow.started", env, id, at).with("input", Map.of("region", region, "n", Map.of("id", id))));
        EventText last = event("workflow." + end, env, id, at.plusSeconds(1)).raw("completedSteps", "[\"reserve\"]");
        events.add(
                end.equals("failed")
                        ? last.with("error", Map.of("message", "card " + second + " declined", "stepName", "charge"))
                        : last.raw("durationMs", "1000"));
        Answer answer = server.post(EventText.batch(events));
        assertThat(answer.json().get("accepted").asInt())
                .as(answer.response().body())
                .isEqualTo(2);
    }

    private static EventText event(String type, String env, String id, Instant at) {
        return EventText.of(type, id).with("env", env).at(at.toString());
    }

    @Test
    void oneKindInTwoEnvironmentsIsOneGroup() {
        run("production", "p-1", 10, "failed", "eu");
        run("production", "p-2", 20, "failed", "eu");
        run("staging", "s-1", 30, "failed", "us");
        JsonNode found = get("/api/v1/failures/groups");
        assertThat(found.get("items")).hasSize(1);
        JsonNode group = found.get("items").get(0);
        assertThat(group.get("count").asInt()).isEqualTo(3);
        assertThat(group.get("state").asString()).isEqualTo("new");
        assertThat(group.get("message").asString()).isEqualTo("card # declined");
        assertThat(group.get("environments").toString())
                .isEqualTo("[{\"env\":\"production\",\"count\":2},{\"env\":\"staging\",\"count\":1}]");
        assertThat(group.get("steps").toString()).isEqualTo("[\"charge\"]");
        assertThat(group.get("usualPerDay").isNull()).isTrue();
        assertThat(group.get("outsideUsual").asBoolean()).isTrue();
        assertThat(found.get("counts").toString())
                .isEqualTo("{\"open\":1,\"new\":1,\"regressed\":0,\"known\":0,\"ignored\":0,\"resolved\":0}");
        JsonNode staging =
                get("/api/v1/failures/groups?env=staging").get("items").get(0);
        assertThat(staging.get("count").asInt()).isEqualTo(1);
        assertThat(get("/api/v1/failures/groups?env=nowhere").get("items")).isEmpty();
        assertThat(get("/api/v1/failures/groups?q=DECLINED").get("items")).hasSize(1);
        assertThat(get("/api/v1/failures/groups?q=else").get("items")).isEmpty();
        assertThat(get("/api/v1/failures/groups?state=known").get("items")).isEmpty();
        assertThat(get("/api/v1/failures/groups?state=known")
                        .get("counts")
                        .get("new")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void aSuccessTakesFailuresOutOfTheInbox() {
        run("production", "first", 10, "failed", "eu");
        run("production", "second", 20, "failed", "eu");
        run("staging", "third", 30, "failed", "eu");
        assertThat(inbox()).containsExactly("third open", "second open", "first open");
        run("production", "first", 15, "completed", "eu"); // it ended before the second failed
        assertThat(inbox()).containsExactly("third open", "second open", "first recovered");
        run("production", "other", 40, "completed", "eu");
        assertThat(inbox()).containsExactly("third open", "second recovered", "first recovered");
        JsonNode second =
                get("/api/v1/failures?name=order&inbox=recovered").get("items").get(0);
        assertThat(second.get("recoveredBy").toString())
                .isEqualTo("{\"workflowId\":\"other\",\"runSeq\":1,\"sameId\":false}");
        JsonNode first = get("/api/v1/failures?inbox=recovered").get("items").get(1);
        assertThat(first.get("recoveredBy").toString())
                .isEqualTo("{\"workflowId\":\"first\",\"runSeq\":2,\"sameId\":true}");
        assertThat(first.get("completedSteps").toString()).isEqualTo("[\"reserve\"]");
        JsonNode group = get("/api/v1/failures/groups").get("items").get(0);
        assertThat(List.of(group.get("open").asInt(), group.get("recovered").asInt()))
                .containsExactly(1, 2);
    }

    @Test
    void failuresAreTakenNotedAndClosed() throws SQLException {
        run("production", "one", 10, "failed", "eu");
        run("staging", "two", 20, "failed", "eu");
        JsonNode two = get("/api/v1/failures").get("items").get(0);
        String place = "/api/v1/failures/" + two.get("runId").asString() + "/1";
        assertThat(get(place)).isEqualTo(two);
        JsonNode taken = patched(place, "{\"takenBy\":\" Ada \",\"note\":\"asks the bank\"}");
        assertThat(taken.get("inbox").asString()).isEqualTo("taken");
        assertThat(taken.get("takenBy").asString()).isEqualTo("Ada");
        assertThat(taken.get("takenAt").isNull()).isFalse();
        assertThat(get("/api/v1/failures?inbox=taken").get("items")).hasSize(1);
        assertThat(patched(place, "{\"closed\":true}").get("note").asString()).isEqualTo("asks the bank");
        assertThat(inbox()).containsExactly("two closed", "one open");
        assertThat(get("/api/v1/failures?inbox=closed").get("items")).hasSize(1);
        new Rebuild(database.dataSource()).run(false, progress -> {});
        assertThat(inbox()).containsExactly("two closed", "one open");
        run("staging", "three", 30, "completed", "eu");
        assertThat(inbox()).containsExactly("two closed", "one open");
        assertThat(patched(place, "{\"closed\":false,\"note\":null}")
                        .get("inbox")
                        .asString())
                .isEqualTo("recovered");
        JsonNode again = patched(place, "{\"takenBy\":null}");
        assertThat(again.get("takenAt").isNull()).isTrue();
        assertThat(count("SELECT count(*) FROM failure_inbox")).isZero();
    }

    @Test
    void aWholeGroupIsTakenAndClosed() throws SQLException {
        for (int i = 0; i < 5; i++) {
            run(i < 2 ? "production" : "staging", "run-" + i, 10 * i, "failed", "eu");
        }
        run("production", "fine", 5, "completed", "eu"); // of two failures of production, only the first is before it
        String group = "/api/v1/failures/groups/"
                + get("/api/v1/failures").get("items").get(0).get("signatureId").asString() + "/inbox";
        JsonNode taken = patched(group + "?env=staging", "{\"takenBy\":\"Ada\"}");
        assertThat(taken.get("taken").asInt()).isEqualTo(3);
        JsonNode closed = patched(group, "{\"closed\":true}");
        assertThat(List.of(
                        closed.get("closed").asInt(),
                        closed.get("recovered").asInt(),
                        closed.get("open").asInt()))
                .containsExactly(4, 1, 0);
        assertThat(count("SELECT count(*) FROM failure_inbox")).isEqualTo(4);
        JsonNode reopened = patched(group, "{\"closed\":false}");
        assertThat(List.of(reopened.get("open").asInt(), reopened.get("taken").asInt()))
                .containsExactly(1, 3);
    }

    @Test
    void whatFailuresHaveInCommonStandsOut() {
        for (int i = 0; i < 12; i++) {
            run("production", "bad-" + i, i, "failed", "eu");
            run("production", "good-" + i, i, "completed", i < 6 ? "eu" : "us");
            run("staging", "fine-" + i, i, "completed", "us");
        }
        String id =
                get("/api/v1/failures").get("items").get(0).get("signatureId").asString();
        JsonNode detail = get("/api/v1/failures/groups/" + id);
        assertThat(detail.get("newest")).hasSize(10);
        assertThat(detail.get("daily").get(0).get("count").asInt()).isPositive();
        assertThat(detail.get("group").get("count").asInt()).isEqualTo(12);
        assertThat(detail.get("overRepresented").toString())
                .contains(
                        "{\"attribute\":\"input.region\",\"value\":\"eu\",\"failed\":12,\"failedOf\":12,\"all\":6,\"allOf\":24}")
                .contains(
                        "{\"attribute\":\"environment\",\"value\":\"production\",\"failed\":12,\"failedOf\":12,\"all\":12,\"allOf\":24}")
                .doesNotContain("n.id")
                .doesNotContain("svc");
    }

    @Test
    void textIsLookedForInWhatAFailureSays() {
        run("production", "Needle", 10, "failed", "eu");
        run("production", "hay", 20, "failed", "eu");
        assertThat(get("/api/v1/failures?q=needle").get("items")).hasSize(1);
        assertThat(get("/api/v1/failures?q=CARD%2020").get("items")).hasSize(1);
        assertThat(get("/api/v1/failures?q=charge").get("items")).hasSize(2);
        assertThat(get("/api/v1/failures?q=charge&limit=1").get("next").isNull())
                .isFalse();
        assertThat(get("/api/v1/failures?q=nothing").get("items")).isEmpty();
    }

    @Test
    void groupsComePageByPage() {
        for (String step : List.of("a", "b", "c", "d", "e")) {
            Answer answer = server.post(EventText.batch(List.of(
                    EventText.of("workflow.started", step).at("2026-01-01T10:00:00Z"),
                    EventText.of("workflow.failed", step)
                            .at("2026-01-01T10:00:01Z")
                            .with("error", Map.of("message", "broken " + step, "stepName", step)))));
            assertThat(answer.status()).isEqualTo(200);
        }
        String range = "/api/v1/failures/groups?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z";
        Eventually.answer(
                () -> server.get(range), found -> found.json().get("items").size() == 5);
        List<String> whole = new ArrayList<>();
        get(range)
                .get("items")
                .forEach(group -> whole.add(group.get("signatureId").asString()));
        List<String> paged = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = get(range + "&limit=2" + cursor);
            page.get("items")
                    .forEach(group -> paged.add(group.get("signatureId").asString()));
            cursor = page.get("next").isNull()
                    ? null
                    : "&cursor=" + page.get("next").asString();
        } while (cursor != null);
        assertThat(paged).hasSize(5).isEqualTo(whole);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "failures?inbox=odd",
                "failures/groups?cursor=x",
                "failures?signature=none",
                "failures?cursor=x",
                "failures?limit=0",
                "failures?unknown=1",
                "failures?runs=some",
                "failures?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z",
                "failures/frequency?limit=3",
                "failures/rate?bucket=30m",
                "failures/rate?bucket=15m&from=1990-01-01T00:00:00Z",
                "failures/rate?basis=started",
                "failures/groups?state=odd",
                "failures/groups?from=yesterday"
            })
    void oddQuestionsAreRefused(String question) {
        Answer answer = server.get("/api/v1/" + question);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    }

    @Test
    void oddChangesAreRefused() {
        run("production", "one", 10, "failed", "eu");
        JsonNode item = get("/api/v1/failures").get("items").get(0);
        String place = "/api/v1/failures/" + item.get("runId").asString() + "/1";
        String group = "/api/v1/failures/groups/" + item.get("signatureId").asString() + "/inbox";
        for (String body : List.of(
                "{\"takenBy\":7}",
                "{\"closed\":\"yes\"}",
                "{\"note\":\"" + "x".repeat(2001) + "\"}",
                "{\"count\":1}",
                "[]")) {
            assertThat(patch(place, body).status()).as(body).isEqualTo(400);
            assertThat(patch(group, body).status()).as(body).isEqualTo(400);
        }
        assertThat(patch(place.replace("/1", "/2"), "{}").status()).isEqualTo(404);
        assertThat(patch("/api/v1/failures/none/1", "{}").status()).isEqualTo(404);
        assertThat(patch("/api/v1/failures/groups/none/inbox", "{}").status()).isEqualTo(404);
        assertThat(server.get("/api/v1/failures/groups/00000000-0000-0000-0000-000000000000")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void whoAsksWhileOthersLearnIsAnsweredAndTakesNobodysPlace() throws SQLException {
        run("production", "one", 10, "failed", "eu");
        assertThat(inbox()).containsExactly("one open");
        try (Connection other = database.dataSource().getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT FROM followers WHERE name = 'failures' FOR UPDATE");
            run("production", "two", 20, "failed", "eu");
            List<CompletableFuture<JsonNode>> asked = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                asked.add(
                        CompletableFuture.supplyAsync(() -> get("/api/v1/failures"), task -> new Thread(task).start()));
            }
            run("production", "three", 30, "failed", "eu");
            asked.forEach(answer -> assertThat(
                            answer.orTimeout(30, TimeUnit.SECONDS).join().get("items"))
                    .as("as much as is known")
                    .hasSize(1));
        }
        assertThat(inbox()).containsExactly("three open", "two open", "one open");
    }

    @ParameterizedTest
    @ValueSource(strings = {"failure_days", "failure_messages"})
    void verifyFindsWhatSomebodyChanged(String table) throws SQLException {
        run("production", "one", 10, "failed", "eu");
        get("/api/v1/failures");
        Rebuild rebuild = new Rebuild(database.dataSource());
        assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isEmpty();
        execute("UPDATE " + table + " SET n = n + 1");
        assertThat(rebuild.run(true, progress -> {}).firstDifferences()).hasSize(1);
        rebuild.run(false, progress -> {});
        assertThat(rebuild.run(true, progress -> {}).firstDifferences()).isEmpty();
    }

    private List<String> inbox() {
        List<String> inbox = new ArrayList<>();
        get("/api/v1/failures")
                .get("items")
                .forEach(item -> inbox.add(item.get("workflowId").asString() + " "
                        + item.get("inbox").asString()));
        return inbox;
    }

    private JsonNode get(String path) {
        Answer answer = server.get(path);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json();
    }

    private JsonNode patched(String path, String body) {
        Answer answer = patch(path, body);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json();
    }

    private Answer patch(String path, String body) {
        return server.send(HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Content-Type", "application/json")
                .method("PATCH", BodyPublishers.ofString(body))
                .build());
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long count(String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }
}
