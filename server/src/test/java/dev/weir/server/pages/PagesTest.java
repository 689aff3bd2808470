package dev.weir.server.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.testkit.db.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PagesTest {
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
                "/",
                "/runs",
                "/runs/production/orders/a%2Fb",
                "/runs/production/orders/order.v2",
                "/runs/production/orders/100%25",
                "/runs/production/orders/..%2Fup",
                "/runs/production/orders/WEB-INF",
                "/no-such-page"
            })
    void servesTheDocumentForEveryPage(String path) {
        TestServer.Answer answer = server.get(path);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).startsWith("text/html");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-cache");
        assertThat(answer.header("Content-Security-Policy")).contains("default-src 'self'");
        assertThat(answer.response().body()).contains("The one document of the tests");
    }

    @Test
    void letsFilesThatNeverChangeBeKept() {
        TestServer.Answer answer = server.get("/assets/some-1a2b3c.js");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Cache-Control")).contains("immutable");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/no-such-thing", "/api", "/assets/gone.js", "/..%2fapplication.yml"})
    void answersProgramsWithProblems(String path) {
        assertThat(server.get(path).status()).isBetween(400, 404);
        assertThat(server.get(path).header("Content-Type")).startsWith("application/problem+json");
    }
}
