package dev.weir.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OrderServiceTest {

    private static final Pattern EVENT = Pattern.compile("\\{\"eventId\":\"[^\"]*\",\"type\":\"([^\"]*)\"");

    private final Map<String, Integer> typesReceived = new TreeMap<>();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v1/events", this::account);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private synchronized void account(HttpExchange exchange) throws IOException {
        InputStream body = exchange.getRequestBody();
        boolean gzip = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
        String json = new String((gzip ? new GZIPInputStream(body) : body).readAllBytes(), StandardCharsets.UTF_8);
        int events = 0;
        for (Matcher event = EVENT.matcher(json); event.find(); events++) {
            typesReceived.merge(event.group(1), 1, Integer::sum);
        }
        byte[] answer = ("{\"received\":" + events + ",\"accepted\":" + events
                        + ",\"duplicates\":0,\"ignored\":0,\"rejected\":[]}")
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private int run(String url, Duration patience) throws InterruptedException {
        return OrderService.run(url, patience, new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @Test
    void everyOrderIsReportedAndAcknowledged() throws Exception {
        int exitCode = run("http://127.0.0.1:" + server.getAddress().getPort(), Duration.ofSeconds(10));

        assertThat(exitCode).isZero();
        Map<String, Integer> expected = Map.ofEntries(
                Map.entry("workflow.queued", 6),
                Map.entry("workflow.started", 6),
                Map.entry("workflow.completed", 3),
                Map.entry("workflow.failed", 2),
                Map.entry("workflow.cancelled", 1),
                Map.entry("workflow.paused", 3),
                Map.entry("workflow.resumed", 3),
                Map.entry("sleep.started", 3),
                Map.entry("sleep.completed", 3),
                // reserve 6; charge once for early, late and careless, three times for patient and unlucky; ship 3
                Map.entry("step.started", 18),
                Map.entry("timeout.set", 9),
                Map.entry("step.completed", 12),
                Map.entry("step.failed", 6),
                Map.entry("retry.scheduled", 4),
                Map.entry("retry.exhausted", 1),
                Map.entry("stage_started", 3),
                Map.entry("stage_completed", 3));
        assertThat(typesReceived).isEqualTo(expected);
        int all = expected.values().stream().mapToInt(Integer::intValue).sum();
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("tracked       " + all)
                .contains("acknowledged  " + all)
                .doesNotContain("dropped");
    }

    @Test
    void aServerThatIsAwayMakesItFail() throws Exception {
        server.stop(0);
        int exitCode = run("http://127.0.0.1:" + server.getAddress().getPort(), Duration.ofMillis(100));

        assertThat(exitCode).isEqualTo(1);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("acknowledged  0")
                .contains("UNSENT");
    }
}
