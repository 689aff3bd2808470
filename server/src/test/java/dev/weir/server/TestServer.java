package dev.weir.server;

import dev.weir.testkit.db.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real server on a real database, spoken to over real HTTP. */
public final class TestServer implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final RunningServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    public TestServer(TestDatabase database) {
        this(database, Map.of());
    }

    public TestServer(TestDatabase database, Map<String, String> settings) {
        this(database, settings, Clock.systemUTC());
    }

    public TestServer(TestDatabase database, Map<String, String> settings, Clock clock) {
        this(database.jdbcUrl(), settings, clock);
    }

    public TestServer(String jdbcUrl, Map<String, String> settings, Clock clock) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("port", "0");
        all.put("db", jdbcUrl);
        try {
            server = RunningServer.start(Settings.defaults().with(all), clock);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** An answer, with its body read as JSON if it is any. */
    public record Answer(int status, HttpResponse<String> response) {
        public JsonNode json() {
            return JSON.readTree(response.body());
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }
    }

    public String url() {
        return server.url();
    }

    public Answer post(String body) {
        return post(BodyPublishers.ofString(body), Map.of("Content-Type", "application/json"));
    }

    public Answer post(HttpRequest.BodyPublisher body, Map<String, String> headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url() + "/api/v1/events")).POST(body);
        headers.forEach(request::header);
        return send(request.build());
    }

    /** @param query as {@code ?env=…}, or nothing */
    public Answer postNetwork(String query, String body) {
        return postJson("/api/v1/network-events" + query, body);
    }

    /** @param query as {@code ?env=…}, or nothing */
    public Answer postTelemetry(String query, String body) {
        return postJson("/api/v1/ttfs-events" + query, body);
    }

    private Answer postJson(String path, String body) {
        return sendJson("POST", path, body);
    }

    public Answer sendJson(String method, String path, String body) {
        return send(HttpRequest.newBuilder(URI.create(url() + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build());
    }

    public Answer get(String path) {
        return send(HttpRequest.newBuilder(URI.create(url() + path)).build());
    }

    public Answer send(HttpRequest request) {
        try {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
            return new Answer(response.statusCode(), response);
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
