package dev.weir.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** The other end of the wire, which answers as it is told; the real one is tried together with the server. */
final class IngestStandIn implements AutoCloseable {
    record Request(String target, String authorization, String body) {
        /** Bodies in these tests hold flat events that each have one brace. */
        int events() {
            return (int) body.chars().filter(c -> c == '{').count();
        }
    }

    record Reply(int status, String retryAfter, String body) {
        static Reply of(int status, String body) {
            return new Reply(status, "", body);
        }

        static Reply accepted(Request request) {
            return accounting(request.events(), request.events(), 0, 0, "");
        }

        static Reply accounting(int received, int accepted, int duplicates, int ignored, String rejected) {
            return of(
                    200,
                    "{\"received\":%d,\"accepted\":%d,\"duplicates\":%d,\"ignored\":%d,\"rejected\":[%s],\"more\":1}"
                            .formatted(received, accepted, duplicates, ignored, rejected));
        }
    }

    final List<Request> requests = new CopyOnWriteArrayList<>();
    final Queue<Reply> firstReplies = new ConcurrentLinkedQueue<>();
    volatile Function<Request, Reply> replies = Reply::accepted;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);

    IngestStandIn() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
            Request request = new Request(exchange.getRequestURI().toString(), authorization, body);
            requests.add(request);
            Reply first = firstReplies.poll();
            Reply reply = first != null ? first : replies.apply(request);
            if (!reply.retryAfter().isEmpty()) {
                exchange.getResponseHeaders().set("Retry-After", reply.retryAfter());
            }
            byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
