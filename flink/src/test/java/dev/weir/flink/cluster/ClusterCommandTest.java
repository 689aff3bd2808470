package dev.weir.flink.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What goes wrong with {@code weir flink}, and the exit code that says whose fault it is. */
class ClusterCommandTest {
    private static final String NOBODY = "http://127.0.0.1:1";
    private static final List<String> JOB = List.of("--brokers", "b:9092", "--db", "jdbc:postgresql:x");

    private record Answer(int code, String said) {}

    private static Answer run(Map<String, String> environment, List<String> arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = ClusterCommand.run(
                arguments,
                environment,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
        return new Answer(
                code,
                out.toString(StandardCharsets.UTF_8)
                        + err.toString(StandardCharsets.UTF_8).strip());
    }

    private static Answer run(String... arguments) {
        return run(Map.of(), List.of(arguments));
    }

    private static Answer submit(String jobManager, List<String> options) {
        List<String> all = new ArrayList<>(List.of("submit", "--jobmanager", jobManager));
        all.addAll(options);
        return run(Map.of(), all);
    }

    @Test
    void aJobManagerThatIsAwayCannotBeReached() {
        assertThat(submit(NOBODY, JOB))
                .isEqualTo(new Answer(3, "No JobManager answers at " + NOBODY + ": check that URL and that it runs."));
    }

    @Test
    void whatIsNoJobManagerCannotBeReachedAsOne() throws IOException {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("<html>".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        other.start();
        try {
            Answer answer = submit("http://127.0.0.1:" + other.getAddress().getPort(), JOB);
            assertThat(answer.code()).isEqualTo(3);
            assertThat(answer.said()).endsWith("is no JobManager: check that URL.");
        } finally {
            other.stop(0);
        }
    }

    @Test
    void wrongOptionsOfTheJobAreFoundBeforeTheClusterIsAsked() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        HttpServer cluster = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        cluster.createContext("/", exchange -> {
            asked.incrementAndGet();
            exchange.close();
        });
        cluster.start();
        try {
            String url = "http://127.0.0.1:" + cluster.getAddress().getPort();
            assertThat(submit(url, List.of("--brokers", "b:9092")))
                    .isEqualTo(new Answer(2, "The job needs --db; --help says what it is."));
            assertThat(submit(url, List.of("--brokers", "--db", "jdbc:postgresql:x")))
                    .isEqualTo(new Answer(2, "--brokers needs a value; --help says which."));
            assertThat(submit(url, List.of("--colour", "red")))
                    .isEqualTo(new Answer(2, "\"--colour\" is not an option here; --help lists them."));
            assertThat(asked).hasValue(0);
        } finally {
            cluster.stop(0);
        }
    }

    @Test
    void everyOptionIsAVariable() {
        Map<String, String> environment =
                Map.of("WEIR_FLINK_JOBMANAGER", NOBODY, "WEIR_FLINK_BROKERS", "b:9092", "WEIR_DB", "jdbc:postgresql:x");
        assertThat(run(environment, List.of("submit")).code()).isEqualTo(3);
        assertThat(run(Map.of("WEIR_FLINK_JOBMANAGER", "not a URL"), List.of("submit")))
                .isEqualTo(new Answer(
                        2, "--jobmanager is \"not a URL\", but it must be a URL such as http://127.0.0.1:8081."));
    }

    @Test
    void whatACommandDoesNotNeedIsIgnored() {
        Answer answer = run("jar", "/no/such/place.jar", "--url", "http://x", "--key=k", "--db", "jdbc:postgresql:x");
        assertThat(answer.code()).isEqualTo(1);
        assertThat(answer.said()).contains("there is no directory of that name");
    }

    @Test
    void wrongUsageIsSaid() {
        assertThat(run().code()).isEqualTo(2);
        assertThat(run("--help").code()).isZero();
        assertThat(run("paint"))
                .isEqualTo(new Answer(2, "\"paint\" is not a command of weir flink; weir flink --help lists them."));
        assertThat(run("submit").said()).startsWith("The job needs a cluster");
        assertThat(run("jar").code()).isEqualTo(2);
        assertThat(run("taskmanager", "--number", "0"))
                .isEqualTo(new Answer(2, "--number is \"0\", but it must be a number from 1 to 9999."));
        assertThat(run("broker", "now")).isEqualTo(new Answer(2, "\"now\" is not an option here; --help lists them."));
    }
}
