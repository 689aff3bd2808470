package dev.weir.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.ingest.RawHttp;
import dev.weir.testkit.db.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A page of somebody else's that is open at this machine neither reads nor sends anything. */
class OwnMachineOnlyTest {
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
    @ValueSource(strings = {"localhost", "LocalHost:8420", "127.0.0.1:1", "127.9.9.9", "[::1]:8420", "weir.localhost"})
    void thisMachineIsAnswered(String host) {
        assertThat(get(host).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "[::2]"})
    void anotherNameForItIsNot(String host) {
        RawHttp answer = get(host);
        assertThat(answer.status()).isEqualTo(421);
        assertThat(answer.json().get("code").asString()).isEqualTo("foreign_host");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example", "null", "http://localhost.evil.example:8420", "not a url"})
    void aPageOfAnotherSiteSendsNothing(String origin) {
        RawHttp answer = post(origin);
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.json().get("code").asString()).isEqualTo("foreign_origin");
    }

    @Test
    void aPageOfThisMachineDoes() {
        assertThat(post("http://localhost:5173").status()).isEqualTo(200);
    }

    private static RawHttp get(String host) {
        return RawHttp.send(server.url(), "GET /api/v1/workflows HTTP/1.1\nHost: " + host + "\nConnection: close\n\n");
    }

    private static RawHttp post(String origin) {
        return RawHttp.send(
                server.url(),
                "POST /api/v1/events HTTP/1.1\nHost: localhost\nOrigin: " + origin
                        + "\nContent-Type: text/plain\nContent-Length: 2\nConnection: close\n\n[]");
    }
}
