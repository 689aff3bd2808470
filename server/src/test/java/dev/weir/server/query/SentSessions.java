package dev.weir.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.testkit.SessionTraffic;
import dev.weir.testkit.SessionTraffic.Sent;
import dev.weir.testkit.db.TestDatabase;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Brings sessions to a server, and waits until all that they change is done. */
public final class SentSessions {
    private SentSessions() {}

    public static void send(TestServer server, TestDatabase database, List<Sent> traffic) throws Exception {
        for (Map.Entry<String, String> body : SessionTraffic.bodies(traffic).entrySet()) {
            TestServer.Answer answer = server.send(
                    HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/network-events?" + body.getKey()))
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString(body.getValue()))
                            .build());
            assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
            assertThat(answer.json().get("rejected")).isEmpty();
        }
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            while (isBehind(statement)) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
        }
    }

    private static boolean isBehind(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery(
                "SELECT EXISTS (SELECT FROM pending_folds) OR EXISTS (SELECT FROM pending_attributions)")) {
            row.next();
            return row.getBoolean(1);
        }
    }
}
