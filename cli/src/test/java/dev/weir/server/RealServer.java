package dev.weir.server;

import dev.weir.testkit.db.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;

/** A server in this process, for commands to talk to. */
public final class RealServer implements AutoCloseable {
    private final RunningServer server;

    /** @param port 0 takes any free one */
    public RealServer(TestDatabase database, int port) {
        try {
            server = RunningServer.start(Settings.defaults().with(Map.of("port", "" + port, "db", database.jdbcUrl())));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public String url() {
        return server.url();
    }

    public int port() {
        return URI.create(url()).getPort();
    }

    /** Sends events, which must all be accepted. */
    public void post(String events) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + "/api/v1/events"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(events))
                .build();
        try {
            HttpResponse<String> response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
            if (!response.body().contains("\"rejected\":[]")) {
                throw new IllegalStateException(response.body());
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
