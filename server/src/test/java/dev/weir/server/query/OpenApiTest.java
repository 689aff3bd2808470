package dev.weir.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import dev.weir.server.project.StageStory;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.SentEvent;
import dev.weir.testkit.SessionTraffic;
import dev.weir.testkit.db.TestDatabase;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The description of the API beside what the server really answers. */
class OpenApiTest {
    private static TestDatabase database;
    private static TestServer server;
    private static JsonNode document;
    private static JsonNode run;
    private static JsonNode signature;
    private static String session;

    @BeforeAll
    static void start() throws Exception {
        database = new TestDatabase();
        server = new TestServer(database);
        List<SentEvent> traffic = RunHistories.traffic(12, Scope.LOCAL_ORG, 120);
        server.post(EventJson.batch(traffic));
        StageStory.some(0, 20).forEach(story -> server.post(StageStory.batch(story.sent)));
        SentSessions.send(server, database, SessionTraffic.of(0, 10));
        server.postTelemetry(
                "",
                "{\"eventType\":\"signal.rendered\",\"timestamp\":\"" + Instant.now() + "\",\"jobId\":\""
                        + Scope.LOCAL_ORG + "\",\"surface\":\"ui\",\"ttfsMs\":1}");
        server.post("[1,{\"type\":\"step.started\"}]");
        server.send(HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/views"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"page\":\"runs\",\"name\":\"Mine\"}"))
                .build());
        document = server.get("/openapi.json").json();
        run = server.get("/api/v1/workflows?status=failed").json().at("/items/0");
        signature = Eventually.answer(
                        () -> server.get("/api/v1/signatures"),
                        answer -> !answer.json().get("items").isEmpty())
                .json()
                .at("/items/0");
        session = server.get("/api/v1/sessions")
                .json()
                .at("/items/0/workflowSessionId")
                .asString();
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    @Test
    void isOpenApi31() {
        assertThat(document.get("openapi").asString()).isEqualTo("3.1.0");
        assertThat(document.at("/info/title").asString()).isEqualTo("Weir");
    }

    @Test
    void listsWhatThereIs() {
        assertThat(new TreeSet<>(document.get("paths").propertyNames()))
                .contains(
                        "/api/v1/accounting",
                        "/api/v1/active",
                        "/api/v1/environments",
                        "/api/v1/events",
                        "/api/v1/failures",
                        "/api/v1/failures/frequency",
                        "/api/v1/failures/groups",
                        "/api/v1/failures/groups/{signatureId}",
                        "/api/v1/failures/groups/{signatureId}/inbox",
                        "/api/v1/failures/rate",
                        "/api/v1/failures/{runId}/{runSeq}",
                        "/api/v1/meta",
                        "/api/v1/metrics/durations",
                        "/api/v1/metrics/environments",
                        "/api/v1/metrics/retries",
                        "/api/v1/metrics/series",
                        "/api/v1/metrics/slower",
                        "/api/v1/metrics/steps",
                        "/api/v1/metrics/workflows",
                        "/api/v1/overview",
                        "/api/v1/rejected",
                        "/api/v1/retention",
                        "/api/v1/services",
                        "/api/v1/services/{key}",
                        "/api/v1/services/{key}/alerts",
                        "/api/v1/sessions",
                        "/api/v1/sessions/metrics",
                        "/api/v1/sessions/{id}",
                        "/api/v1/signals/{jobId}",
                        "/api/v1/signatures",
                        "/api/v1/signatures/match",
                        "/api/v1/signatures/{id}",
                        "/api/v1/stages/cycle-time",
                        "/api/v1/stages/flow",
                        "/api/v1/stages/in-flight",
                        "/api/v1/stages/rework",
                        "/api/v1/stages/sla",
                        "/api/v1/stages/variants",
                        "/api/v1/stages/workflows",
                        "/api/v1/ttfs-events",
                        "/api/v1/ttfs/breaches",
                        "/api/v1/ttfs/daily",
                        "/api/v1/ttfs/hourly",
                        "/api/v1/views",
                        "/api/v1/views/{id}",
                        "/api/v1/workflow",
                        "/api/v1/workflow/events",
                        "/api/v1/workflow/last-good",
                        "/api/v1/workflow/step",
                        "/api/v1/workflows",
                        "/api/v1/workflows/count",
                        "/api/v1/workflows/{env}/{service}/{id}",
                        "/api/v1/workflows/{env}/{service}/{id}/events",
                        "/api/v1/workflows/{env}/{service}/{id}/last-good",
                        "/api/v1/workflows/{env}/{service}/{id}/steps/{step}");
    }

    @Test
    void everyReadAnswersAsDescribed() {
        Set<String> checked = new HashSet<>();
        for (String path : document.get("paths").propertyNames()) {
            JsonNode get = document.get("paths").get(path).get("get");
            JsonNode schema = get == null ? null : get.at("/responses/200/content/application~1json/schema");
            if (schema != null && !schema.isMissingNode()) {
                JsonNode answer = server.get(filled(path)).json();
                check(schema, answer, path);
                checked.add(path);
            }
        }
        assertThat(checked).hasSizeGreaterThanOrEqualTo(32);
    }

    @Test
    void everyParameterIsTakenAndNoOther() {
        for (String path : List.of(
                "/api/v1/workflows",
                "/api/v1/workflows/count",
                "/api/v1/active",
                "/api/v1/failures",
                "/api/v1/failures/frequency",
                "/api/v1/failures/groups",
                "/api/v1/failures/rate",
                "/api/v1/sessions",
                "/api/v1/sessions/metrics",
                "/api/v1/signatures",
                "/api/v1/stages/cycle-time",
                "/api/v1/stages/flow",
                "/api/v1/stages/in-flight",
                "/api/v1/stages/rework",
                "/api/v1/stages/sla",
                "/api/v1/stages/variants",
                "/api/v1/views")) {
            for (JsonNode parameter : document.get("paths").get(path).at("/get/parameters")) {
                JsonNode schema = parameter.get("schema");
                JsonNode one = schema.has("items") ? schema.get("items") : schema;
                String name = parameter.get("name").asString();
                if (!name.equals("cursor")) {
                    assertThat(server.get(path + "?" + name + "=" + example(one))
                                    .status())
                            .as("%s?%s", path, name)
                            .isEqualTo(200);
                }
            }
        }
    }

    private static String example(JsonNode schema) {
        if (schema.has("enum")) {
            return schema.get("enum").get(0).asString();
        }
        if (schema.has("format")) {
            return schema.get("format").asString().equals("uuid") ? new UUID(1, 2).toString() : "2026-01-01T00:00:00Z";
        }
        return schema.get("type").asString().equals("integer") ? "7" : "x";
    }

    private static String filled(String path) {
        if (path.equals("/api/v1/sessions/{id}")) {
            return path.replace("{id}", encoded(session));
        }
        if (path.startsWith("/api/v1/signatures/")) {
            return path.replace("{id}", signature.get("id").asString())
                    .replace(
                            "match",
                            "match?phase="
                                    + signature.get("phase").asString() + "&errorCode="
                                    + encoded(signature.get("errorCode").asString()));
        }
        String env = run.get("env").asString();
        String service = encoded(run.get("serviceKey").asString());
        String id = run.get("workflowId").asString();
        String whole = "/api/v1/workflows/" + env + "/" + service + "/" + id;
        String step = path.contains("step")
                ? encoded(server.get(whole).json().at("/steps/0/stepName").asString())
                : "";
        if (path.startsWith("/api/v1/workflow/") || path.equals("/api/v1/workflow")) {
            String asked = path + "?env=" + env + "&service=" + service + "&id=" + id;
            return step.isEmpty() ? asked : asked + "&step=" + step;
        }
        return path.replace("{env}", env)
                .replace("{service}", service)
                .replace("{id}", id)
                .replace("{key}", service)
                .replace("{jobId}", run.get("id").asString())
                .replace("{signatureId}", signature.get("id").asString())
                .replace("{step}", step);
    }

    private static String encoded(String text) {
        return text.replace("%", "%25")
                .replace("/", "%2F")
                .replace(" ", "%20")
                .replace("|", "%7C")
                .replace("é", "%C3%A9");
    }

    /** As much of JSON Schema as the description uses. */
    private static void check(JsonNode schema, JsonNode value, String where) {
        if (schema.has("$ref")) {
            check(document.at(schema.get("$ref").asString().substring(1)), value, where);
        } else if (schema.has("anyOf")) {
            if (!value.isNull()) {
                check(schema.get("anyOf").get(0), value, where);
            }
        } else if (schema.has("type")) {
            checkType(schema, value, where);
        }
    }

    private static void checkType(JsonNode schema, JsonNode value, String where) {
        switch (schema.get("type").asString()) {
            case "object" -> checkObject(schema, value, where);
            case "array" -> {
                assertThat(value.isArray()).as(where).isTrue();
                value.forEach(item -> check(schema.get("items"), item, where + "[]"));
            }
            case "string" -> checkText(schema, value, where);
            case "integer" ->
                assertThat(value.isIntegralNumber()).as("%s: %s", where, value).isTrue();
            case "number" -> assertThat(value.isNumber()).as(where).isTrue();
            case "boolean" -> assertThat(value.isBoolean()).as(where).isTrue();
            default -> throw new AssertionError("No check for " + schema);
        }
    }

    private static void checkObject(JsonNode schema, JsonNode value, String where) {
        assertThat(value.isObject()).as("%s: %s", where, value).isTrue();
        if (schema.has("properties")) {
            assertThat(value.propertyNames())
                    .as(where)
                    .containsExactlyInAnyOrderElementsOf(
                            schema.get("properties").propertyNames());
            value.properties()
                    .forEach(property -> check(
                            schema.get("properties").get(property.getKey()),
                            property.getValue(),
                            where + "." + property.getKey()));
        }
    }

    private static void checkText(JsonNode schema, JsonNode value, String where) {
        assertThat(value.isString()).as("%s: %s", where, value).isTrue();
        String format = schema.has("format") ? schema.get("format").asString() : "";
        if (format.equals("date-time")) {
            Instant.parse(value.asString());
        } else if (format.equals("uuid")) {
            UUID.fromString(value.asString());
        }
        if (schema.has("enum")) {
            assertThat(schema.get("enum").toString()).as(where).contains("\"" + value.asString() + "\"");
        }
    }
}
