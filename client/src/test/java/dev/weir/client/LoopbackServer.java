package dev.weir.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;

/**
 * A real HTTP server that accounts for events as the contract says, by id. Answers that were lined up with {@link #next}
 * go out first, one per request; {@link #always} stands until it is replaced.
 */
final class LoopbackServer implements AutoCloseable {

    record Request(
            String method, String path, Map<String, String> headers, List<Map<String, Object>> events, long nanos) {}

    interface Answer {
        void give(HttpExchange exchange, Request request) throws IOException;
    }

    static {
        // Otherwise every answer waits 40 ms for a delayed acknowledgement between its headers and its body.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Queue<Answer> lined = new ConcurrentLinkedQueue<>();
    private final List<Request> requests = new ArrayList<>();
    private final Map<Object, Map<String, Object>> stored = new LinkedHashMap<>();
    private volatile Answer standing = this::account;

    LoopbackServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    /** Where nobody listens. */
    static String deadUrl() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "http://127.0.0.1:" + socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    LoopbackServer next(Answer answer) {
        lined.add(answer);
        return this;
    }

    void always(Answer answer) {
        standing = answer;
    }

    /** Back to accounting. */
    void recover() {
        standing = this::account;
    }

    static Answer status(int status, String body, String... headers) {
        return (exchange, request) -> {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
            }
            send(exchange, status, body);
        };
    }

    /** Keeps the request until the server is closed. */
    Answer silence() {
        return (exchange, request) -> await();
    }

    /** Headers and half of a body, then nothing until the server is closed. */
    Answer halfAnAnswer() {
        return (exchange, request) -> {
            exchange.sendResponseHeaders(200, 1_000);
            exchange.getResponseBody().write("{\"received\":".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            await();
        };
    }

    private void await() {
        try {
            closing.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    synchronized List<Request> requests() {
        return List.copyOf(requests);
    }

    /** Every event that was accounted for, once, in the order of arrival. */
    synchronized List<Map<String, Object>> events() {
        return List.copyOf(stored.values());
    }

    List<Request> awaitRequests(int count) {
        Await.until(
                () -> count + " requests, got " + requests().size(),
                () -> requests().size() >= count);
        return requests();
    }

    List<Map<String, Object>> awaitEvents(int count) {
        Await.until(() -> count + " events, got " + events().size(), () -> events().size() >= count);
        return events();
    }

    private void handle(HttpExchange exchange) {
        try (exchange) {
            Request request = read(exchange);
            synchronized (this) {
                requests.add(request);
            }
            Answer answer = lined.poll();
            (answer != null ? answer : standing).give(exchange, request);
        } catch (IOException e) {
            // The client went away, which is its right.
        }
    }

    @SuppressWarnings("unchecked")
    private static Request read(HttpExchange exchange) throws IOException {
        long nanos = System.nanoTime();
        Map<String, String> headers = new LinkedHashMap<>();
        exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
        InputStream body = new ByteArrayInputStream(exchange.getRequestBody().readAllBytes());
        if ("gzip".equals(headers.get("Content-encoding"))) {
            body = new GZIPInputStream(body);
        }
        Map<String, Object> json = Json.object(body.readAllBytes());
        if (!json.keySet().equals(Set.of("events"))) {
            throw new IOException("A body has only events, not " + json.keySet());
        }
        return new Request(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                headers,
                (List<Map<String, Object>>) json.get("events"),
                nanos);
    }

    private void account(HttpExchange exchange, Request request) throws IOException {
        int received = request.events().size();
        int accepted = 0;
        synchronized (this) {
            for (Map<String, Object> event : request.events()) {
                accepted += stored.putIfAbsent(event.get("eventId"), event) == null ? 1 : 0;
            }
        }
        send(exchange, 200, accounting(received, accepted, received - accepted, 0, ""));
    }

    static String accounting(int received, int accepted, int duplicates, int ignored, String rejected) {
        return "{\"received\":" + received + ",\"accepted\":" + accepted + ",\"duplicates\":" + duplicates
                + ",\"ignored\":" + ignored + ",\"rejected\":[" + rejected + "]}";
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
