package dev.weir.server.query;

import static dev.weir.server.ingest.Answers.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.server.ingest.EventText;
import dev.weir.testkit.db.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A question that is not understood gets a clear no; one that finds nothing gets an empty page. */
class BadQuestionsTest {
    private static TestDatabase database;
    private static TestServer server;

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new TestServer(database);
        server.post(EventText.batch(EventText.of("workflow.started", "there")));
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "workflows?colour=red|unknown_parameter",
                "workflows?Env=test|unknown_parameter",
                "workflows?by=status|unknown_parameter",
                "workflows/count?sort=name|unknown_parameter",
                "active?status=running|unknown_parameter",
                "environments?env=test|unknown_parameter",
                "services?colour=red|unknown_parameter",
                "services/svc?colour=red|unknown_parameter",
                "accounting?service=svc|unknown_parameter",
                "rejected?code=too_large|unknown_parameter",
                "workflows/test/svc/there?step=a|unknown_parameter",
                "workflow?env=test&service=svc&id=there&name=a|unknown_parameter",
                "workflows/test/svc/there/events?type=step.failed|unknown_parameter",
                "workflows/test/svc/there/events?limit=0|bad_value",
                "rejected?limit=-1|bad_value",
                "workflows?status=broken|bad_value",
                "workflows?status=|bad_value",
                "workflows?status=failed&status=Failed|bad_value",
                "workflows?health=unwell|bad_value",
                "workflows?sort=colour|bad_value",
                "workflows?order=up|bad_value",
                "workflows?basis=born|bad_value",
                "workflows?sort=name&sort=id|bad_value",
                "workflows?from=yesterday|bad_value",
                "workflows?from=2026-13-01T00:00:00Z|bad_value",
                "workflows?to=%2B999999999-01-01T00:00:00Z|bad_value",
                "workflows?limit=0|bad_value",
                "workflows?limit=-1|bad_value",
                "workflows?limit=many|bad_value",
                "workflows?q=a%00b|bad_value",
                "workflows?env=%00|bad_value",
                "workflows/count?by=colour|bad_value",
                "workflows?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z|bad_range",
                "workflows/count?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z|bad_range",
                "workflows?cursor=nonsense|bad_cursor",
                "workflows?cursor=%F0%9F%92%A5|bad_cursor",
                "workflows?cursor=AAAA|bad_cursor",
                "workflows?cursor=AQAAAP__________AAAAAAAAAAAAAAAAAAAAAA|bad_cursor",
                "active?cursor=nonsense|bad_cursor",
                "workflows/test/svc/there?at=then|bad_value",
                "workflows/test/svc/there/events?at=then|bad_value",
            })
    void isRefused(String question, String code) {
        assertProblem(server.get("/api/v1/" + question), 400, code);
    }

    @ParameterizedTest
    @ValueSource(strings = {"environments", "services", "accounting", "rejected", "workflows"})
    void everyListTakesALimit(String list) {
        assertThat(server.get("/api/v1/" + list + "?limit=1000").status()).isEqualTo(200);
    }

    @Test
    void aCursorOfAnotherOrderIsRefused() {
        server.post(EventText.batch(EventText.of("workflow.started", "a"), EventText.of("workflow.started", "b")));
        String cursor =
                server.get("/api/v1/workflows?limit=1").json().get("next").asString();
        assertThat(server.get("/api/v1/workflows?limit=1&cursor=" + cursor).status())
                .isEqualTo(200);
        assertProblem(server.get("/api/v1/workflows?limit=1&order=asc&cursor=" + cursor), 400, "bad_cursor");
        assertProblem(server.get("/api/v1/workflows?limit=1&sort=name&cursor=" + cursor), 400, "bad_cursor");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "env=nowhere",
                "env=%27%3B+DROP+TABLE+runs%3B--",
                "service=a%2Fb%25c",
                "name=%F0%9F%92%A5",
                "q=%25",
                "q=_",
                "q=%5C",
                "q=%27",
                "q=%22",
                "q=%F0%9F%92%A5",
                "from=2030-01-01T00:00:00Z",
                "to=0001-01-01T00:00:00Z",
                "from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z",
                "from=2024-05-01T12:00:00%2B02:00&to=2024-05-01T12:00:00%2B02:00",
            })
    void findsNothing(String question) {
        Answer answer = server.get("/api/v1/workflows?" + question);
        assertThat(answer.response().body()).isEqualTo("{\"items\":[],\"next\":null}");
        Answer count = server.get("/api/v1/workflows/count?" + question);
        assertThat(count.json().get("total").asInt()).isZero();
    }

    @Test
    void anEmptySearchIsNone() {
        assertThat(server.get("/api/v1/workflows?q=&name=order").json().get("items"))
                .isNotEmpty();
    }

    @Test
    void anUnknownServiceIsNotFound() {
        assertProblem(server.get("/api/v1/services/none%2Fof%25these"), 404, "unknown_service");
    }
}
