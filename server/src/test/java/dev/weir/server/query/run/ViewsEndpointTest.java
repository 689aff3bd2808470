package dev.weir.server.query.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.TestServer.Answer;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Sql;
import dev.weir.store.Rebuild;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.db.TestDatabase;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Questions that people keep, over HTTP. */
class ViewsEndpointTest {
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

    @Test
    void aViewIsKeptChangedAndRemoved() throws SQLException {
        JsonNode kept = made(view("runs", " Slow ones ", "?status=running&sort=duration", false));
        assertThat(kept.get("name").asString()).isEqualTo("Slow ones");
        assertThat(kept.get("query").asString()).isEqualTo("status=running&sort=duration");
        assertThat(kept.get("count").isNull()).isTrue();
        made(view("failures", "Mine", "inbox=taken&q=caf%C3%A9", true));
        assertThat(names("")).containsExactly("Mine", "Slow ones");
        assertThat(names("?page=runs")).containsExactly("Slow ones");
        new Rebuild(database.dataSource()).run(false, progress -> {});
        String place = "/api/v1/views/" + kept.get("id").asString();
        JsonNode changed =
                send("PUT", place, view("failures", "Another", "q=x", true)).json();
        assertThat(changed.get("id")).isEqualTo(kept.get("id"));
        assertThat(changed.get("createdAt")).isEqualTo(kept.get("createdAt"));
        assertThat(names("?page=failures")).containsExactly("Another", "Mine");
        assertThat(send("DELETE", place, "").status()).isEqualTo(204);
        assertThat(names("")).containsExactly("Mine");
        for (String method : List.of("PUT", "DELETE")) {
            assertThat(send(method, place, view("runs", "x", "", false)).status())
                    .isEqualTo(404);
            assertThat(send(method, "/api/v1/views/nonsense", view("runs", "x", "", false))
                            .status())
                    .isEqualTo(404);
        }
    }

    @Test
    void pinnedViewsOfRunsSayHowManyThereAreWhereThatIsCheap() {
        server.post(EventJson.batch(RunHistories.traffic(3, Scope.LOCAL_ORG, 60)));
        String query = "env=production&status=failed&status=running&notService=billing";
        long count = server.get("/api/v1/workflows/count?" + query)
                .json()
                .get("total")
                .asLong();
        assertThat(count).isPositive();
        assertThat(made(view("runs", "Broken", query, true)).get("count").asLong())
                .isEqualTo(count);
        made(view("runs", "Broken, not pinned", query, false));
        made(view("runs", "By text", "q=a", true));
        made(view("runs", "Of the page alone", "columns=wide&env=production", true));
        made(view("failures", "Failures", "env=production", true));
        List<String> counts = new ArrayList<>();
        server.get("/api/v1/views")
                .json()
                .get("items")
                .forEach(item -> counts.add(item.get("name").asString() + " "
                        + (item.get("count").isNull() ? "-" : item.get("count").asLong())));
        assertThat(counts)
                .containsExactly(
                        "Failures -", "Broken " + count, "By text -", "Of the page alone -", "Broken, not pinned -");
    }

    @Test
    void aNameIsTakenOncePerPage() {
        made(view("runs", "Mine", "", false));
        made(view("failures", "Mine", "", false));
        JsonNode other = made(view("runs", "Other", "", false));
        Answer again = send("POST", "/api/v1/views", view("runs", "Mine", "q=1", false));
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.json().get("code").asString()).isEqualTo("name_taken");
        assertThat(again.json().get("detail").asString())
                .isEqualTo("There is a view of runs called Mine already: choose another name.");
        assertThat(send("PUT", "/api/v1/views/" + other.get("id").asString(), view("runs", "Mine", "", false))
                        .status())
                .isEqualTo(409);
    }

    @Test
    void thereIsRoomForAHundred() {
        JsonNode last = null;
        for (int i = 0; i < 100; i++) {
            last = made(view("runs", "View " + i, "", false));
        }
        Answer more = send("POST", "/api/v1/views", view("runs", "One more", "", false));
        assertThat(more.status()).isEqualTo(409);
        assertThat(more.json().get("code").asString()).isEqualTo("too_many_views");
        JsonNode failures = made(view("failures", "Of another page", "", false));
        assertThat(send("PUT", "/api/v1/views/" + failures.get("id").asString(), view("runs", "Moved", "", false))
                        .status())
                .isEqualTo(409);
        assertThat(send("PUT", "/api/v1/views/" + last.get("id").asString(), view("runs", "Renamed", "", false))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void anotherOrganisationHasItsOwn() throws SQLException {
        String id = made(view("runs", "Mine", "", false)).get("id").asString();
        UUID other = new UUID(7, 7);
        Sql.execute(database, "INSERT INTO organisations (id, name) VALUES ('" + other + "', 'other')");
        Sql.execute(
                database,
                "UPDATE saved_views SET org = (SELECT org FROM organisations WHERE name = 'other') WHERE id = '" + id
                        + "'");
        assertThat(names("")).isEmpty();
        String place = "/api/v1/views/" + id;
        assertThat(send("PUT", place, view("runs", "Mine", "", false)).status()).isEqualTo(404);
        assertThat(send("DELETE", place, "").status()).isEqualTo(404);
        made(view("runs", "Mine", "", false));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "nonsense",
                "{\"page\":\"sessions\",\"name\":\"x\"}",
                "{\"page\":\"runs\",\"name\":\" \"}",
                "{\"page\":\"runs\",\"name\":7}",
                "{\"page\":\"runs\",\"name\":\"a\\u0000b\"}",
                "{\"page\":\"runs\",\"name\":\"x\",\"pinned\":\"yes\"}",
                "{\"page\":\"runs\",\"name\":\"x\",\"query\":\"a b\"}",
                "{\"page\":\"runs\",\"name\":\"x\",\"query\":\"a=%zz\"}",
                "{\"page\":\"runs\",\"name\":\"x\",\"query\":\"a#b\"}",
                "{\"page\":\"runs\",\"name\":\"x\",\"query\":null}",
                "{\"page\":\"runs\",\"name\":\"x\",\"id\":\"00000000-0000-0000-0000-000000000000\"}"
            })
    void nonsenseIsRefused(String body) {
        Answer answer = send("POST", "/api/v1/views", body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(names("")).isEmpty();
    }

    @Test
    void longTextsAreRefused() {
        assertThat(send("POST", "/api/v1/views", view("runs", "x".repeat(81), "", false))
                        .status())
                .isEqualTo(400);
        assertThat(send("POST", "/api/v1/views", view("runs", "x", "q".repeat(2001), false))
                        .status())
                .isEqualTo(400);
        assertThat(server.get("/api/v1/views?page=sessions").status()).isEqualTo(400);
    }

    private static String view(String page, String name, String query, boolean pinned) {
        return "{\"page\":\"" + page + "\",\"name\":\"" + name + "\",\"query\":\"" + query + "\",\"pinned\":" + pinned
                + "}";
    }

    private JsonNode made(String body) {
        Answer answer = send("POST", "/api/v1/views", body);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer.json();
    }

    private List<String> names(String query) {
        List<String> names = new ArrayList<>();
        server.get("/api/v1/views" + query)
                .json()
                .get("items")
                .forEach(item -> names.add(item.get("name").asString()));
        return names;
    }

    private Answer send(String method, String path, String body) {
        return server.send(HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build());
    }
}
