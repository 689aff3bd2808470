package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.weir.cli.TelemetryRows.Row;
import dev.weir.server.RealServer;
import dev.weir.testkit.db.TestDatabase;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code examples/ci/first-signal.sh}, with what a build machine has. */
class FirstSignalScriptTest {
    private static final Path SCRIPT = Path.of("../examples/ci/first-signal.sh");
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    private static TestDatabase database;
    private static RealServer server;
    private static TelemetryRows telemetry;

    @BeforeAll
    static void start() {
        assumeTrue(
                Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(place -> Files.isExecutable(Path.of(place, "curl"))),
                "there is no curl");
        database = new TestDatabase();
        server = new RealServer(database, 0);
        telemetry = new TelemetryRows(database);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            database.close();
        }
    }

    private static Process script(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("/bin/sh", SCRIPT.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().remove("WEIR_KEY");
        builder.environment().put("TRACEPARENT", "00-" + TRACE + "-" + SPAN + "-01");
        return builder.start();
    }

    private static CommandRun ended(Process process) throws Exception {
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new CommandRun(process.exitValue(), out, err);
    }

    @Test
    void printsWhatAJobIsDoing() throws Exception {
        new LiveRun(server, "run ning").starts().begins("charge \\\"\\\\033[31m é");

        CommandRun run = ended(script(server.url(), "production/orders/run ning"));

        assertThat(run)
                .isEqualTo(new CommandRun(
                        0,
                        "phase: At charge \"\\033[31m é.\n  " + server.url()
                                + "/runs/production/orders/run%20ning?run=1\n",
                        ""));
        assertThat(telemetry.types("run ning")).containsExactly("signal.cache_hit", "signal.rendered", "signal.start");
        assertThat(telemetry.places("run ning")).containsExactly("production/orders");
        Row rendered = telemetry.of("run ning").get(1);
        assertThat(rendered.ttfsMs()).isBetween(0, 60_000);
        assertThat(rendered)
                .isEqualTo(new Row(
                        "ci",
                        "signal.rendered",
                        rendered.ttfsMs(),
                        true,
                        "snapshot",
                        "phase",
                        "cli",
                        "0.1.0",
                        TRACE,
                        SPAN,
                        null,
                        null));
    }

    @Test
    void saysWhatIsKnownOfAFailure() throws Exception {
        new LiveRun(server, "broken").starts().begins("charge").failsIn("charge", "card declined");
        String jobId = TelemetryRows.jobId("broken").toString();
        Api api = new Api(URI.create(server.url()), Optional.empty());
        Until.holds(() -> api.get("/api/v1/signals/" + jobId, List.of())
                .path("seenBefore")
                .isObject());

        CommandRun run = ended(script(server.url() + "/", jobId));

        assertThat(run.code()).isZero();
        assertThat(run.out())
                .isEqualTo("failed: Failed in charge: card declined\n  Seen once; when it passes is not known.\n  "
                        + server.url() + "/runs/production/orders/broken?run=1&step=charge\n");
    }

    @Test
    void waitsForAJobToAppear() throws Exception {
        Process script = script(server.url(), TelemetryRows.jobId("late").toString());
        Until.holds(() -> telemetry.types("late").equals(List.of("signal.start")));
        new LiveRun(server, "late").starts();

        assertThat(ended(script).out()).startsWith("started: Started; no step has begun yet.\n");
    }

    @Test
    void saysWhenAJobSaysNothing() throws Exception {
        String jobId = TelemetryRows.jobId("silent").toString();

        CommandRun run = ended(script(server.url(), jobId, "1"));

        assertThat(run.code()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("first-signal: the job " + jobId + " has said nothing within 1 s");
        assertThat(telemetry.types("silent")).containsExactly("signal.start", "signal.timeout");
    }

    @Test
    void reportsARunThatNeverAppeared() throws Exception {
        CommandRun run = ended(script(server.url(), "production/orders/né ver", "1"));

        assertThat(run)
                .isEqualTo(
                        new CommandRun(0, "", "first-signal: there was no run production/orders/né ver within 1 s.\n"));
        assertThat(telemetry.types("né ver")).containsExactly("signal.start", "signal.timeout");
    }

    /** What a server was told that answers every question with a status of trouble. */
    private static List<String> toldTo(int status, String job, String complaint) throws Exception {
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        HttpServer troubled = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        troubled.createContext("/", exchange -> {
            if (exchange.getRequestMethod().equals("POST")) {
                told.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        troubled.start();
        try {
            String url = "http://127.0.0.1:" + troubled.getAddress().getPort();
            assertThat(ended(script(url, job, "2")))
                    .isEqualTo(new CommandRun(
                            0,
                            "",
                            "first-signal: " + complaint + ": status " + status + " from Weir at " + url + ".\n"));
        } finally {
            troubled.stop(0);
        }
        Collections.sort(told);
        return told;
    }

    @Test
    void aServerInTroubleIsNoJobThatSaysNothing() throws Exception {
        String job = TelemetryRows.jobId("troubled").toString();
        List<String> told = toldTo(500, job, "the job " + job + " has said nothing");
        assertThat(told).hasSize(2);
        assertThat(told.get(0))
                .startsWith("{\"eventType\":\"signal.error\"")
                .contains(job)
                .contains("\"release\":\"0.1.0\"")
                .endsWith("\"errorCode\":\"unreachable\",\"errorMessage\":\"status 500\"}");
        assertThat(told.get(1)).startsWith("{\"eventType\":\"signal.start\"");
    }

    @Test
    void aRefusalIsNotAskedForAgain() throws Exception {
        List<String> told = toldTo(401, "production/orders/secret", "there was no run production/orders/secret");
        assertThat(told).hasSize(2);
        assertThat(told.get(0))
                .startsWith("{\"eventType\":\"signal.error\"")
                .contains(TelemetryRows.jobId("secret").toString())
                .contains("\"errorCode\":\"refused\",\"errorMessage\":\"status 401\"");
    }

    @Test
    void breaksNoBuild() throws Exception {
        assertThat(ended(script("http://127.0.0.1:1", "production/orders/x", "1")))
                .isEqualTo(
                        new CommandRun(
                                0,
                                "",
                                "first-signal: there was no run production/orders/x: no answer from Weir at http://127.0.0.1:1.\n"));
        assertThat(ended(script("", "x")).code()).isZero();
        assertThat(ended(script("http://127.0.0.1:1", "x", "soon")).code()).isZero();
        assertThat(ended(script()).code()).isZero();
    }
}
