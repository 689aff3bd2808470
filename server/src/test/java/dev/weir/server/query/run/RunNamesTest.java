package dev.weir.server.query.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.server.ingest.EventText;
import dev.weir.testkit.db.TestDatabase;
import java.net.URLEncoder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Names are anything: what is sent under a name is found under it, by path and by query. */
class RunNamesTest {
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
    @ValueSource(
            strings = {
                "plain",
                "with space",
                " around ",
                "a/b/c",
                "/",
                "//",
                "100%",
                "%2F",
                "%252F",
                "%zz",
                "say \"hi\" to 'em",
                "back\\slash",
                "a;b=c;d",
                ";",
                ".",
                "..",
                "../../etc/passwd",
                "..;/x",
                "a?b=c&d#e",
                "a+b",
                "{id}",
                "[a]<b>|^`",
                "*",
                "steps",
                "events",
                "\ud83d\ude00\ud83c\udff3\ufe0f\u200d\ud83c\udf08",
                "\u00e9\u00c9\u0130\u0131\u00df\ufb01",
                "e\u0301",
                "\u202eright to left",
                "line\nbreak\tand tab",
                "\u007f\u0080\uffff",
            })
    void isFoundAgain(String name) {
        String env = "env " + name;
        String service = name;
        String id = name;
        String step = name;
        EventText event = EventText.of("step.started", id)
                .with("env", env)
                .with("serviceKey", service)
                .with("workflowName", name)
                .with("executionId", name)
                .with("stepName", step);
        assertThat(server.post(EventText.batch(event)).json().get("accepted").asInt())
                .isEqualTo(1);

        String path = "/api/v1/workflows/" + encoded(env) + "/" + encoded(service) + "/" + encoded(id);
        JsonNode byPath = found(path);
        assertThat(byPath.at("/workflow/env").asString()).isEqualTo(env);
        assertThat(byPath.at("/workflow/serviceKey").asString()).isEqualTo(service);
        assertThat(byPath.at("/workflow/workflowId").asString()).isEqualTo(id);
        assertThat(byPath.at("/workflow/workflowName").asString()).isEqualTo(name);
        assertThat(byPath.at("/workflow/executionId").asString()).isEqualTo(name);
        assertThat(byPath.at("/workflow/currentStep").asString()).isEqualTo(step);
        String query = "?env=" + encoded(env) + "&service=" + encoded(service) + "&id=" + encoded(id);
        assertThat(found("/api/v1/workflow" + query)).isEqualTo(byPath);
        JsonNode byStep = found(path + "/steps/" + encoded(step));
        assertThat(byStep.at("/step/stepName").asString()).isEqualTo(step);
        assertThat(byStep.at("/attempts/0/stepName").asString()).isEqualTo(step);
        assertThat(found("/api/v1/workflow/step" + query + "&step=" + encoded(step)))
                .isEqualTo(byStep);
        JsonNode events = found(path + "/events");
        assertThat(found("/api/v1/workflow/events" + query)).isEqualTo(events);
        assertThat(events.get("items")).hasSize(1);
        assertThat(events.at("/items/0/payload").toString())
                .isEqualTo(event.toString().replace("\\/", "/"));
        assertThat(events.at("/items/0/workflowId").asString()).isEqualTo(id);
    }

    private static JsonNode found(String path) {
        Answer answer = server.get(path);
        assertThat(answer.status()).as(path + " " + answer.response().body()).isEqualTo(200);
        return answer.json();
    }

    /** Also the dots, which some clients would otherwise take for directories. */
    private static String encoded(String name) {
        return URLEncoder.encode(name, UTF_8)
                .replace("+", "%20")
                .replace(".", "%2E")
                .replace("*", "%2A");
    }
}
