package dev.weir.server;

import dev.weir.testkit.db.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.Map;

/** A server on a database of its own, spoken to over HTTP. */
public final class RealServer implements AutoCloseable {
    private final RunningServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    public RealServer(TestDatabase database, Map<String, String> settings) throws Exception {
        Map<String, String> all = new HashMap<>(settings);
        all.put("port", "0");
        all.put("db", database.jdbcUrl());
        server = RunningServer.start(Settings.defaults().with(all));
    }

    /** @param path with its query */
    public HttpResponse<String> send(String method, String path, String body) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(server.url() + path))
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    @Override
    public void close() {
        server.close();
    }
}
