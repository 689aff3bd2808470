package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.server.RealServer;
import dev.weir.testkit.db.TestDatabase;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Event logs that others recorded, where they are at hand, from the file to the answers on their stages. */
class RealLogsTest {
    private static final double MS_PER_HOUR = 3_600_000;

    @ParameterizedTest
    @CsvSource({
        "03_repairExample.xes.gz, 3349, 1, 557, 773",
        "04_reviewing.xes.gz, 493, 0, 182, 959",
        "interval_event_log.csv, 7793, 0, 316, 316",
    })
    void theNumbersOfALogComeOut(String log, long started, long neverCompleted, long reworked, long extraStarts)
            throws Exception {
        try (TestDatabase database = new TestDatabase();
                RealServer server = new RealServer(database, 0)) {
            send(server, log);
            JsonNode rework = get(server, "rework").get("items");
            assertThat(sum(rework, "started")).isEqualTo(started);
            assertThat(sum(rework, "reworked")).isEqualTo(reworked);
            assertThat(sum(rework, "extraStarts")).isEqualTo(extraStarts);
            assertThat(get(server, "in-flight?meaning=never-completed")
                            .get("total")
                            .asLong())
                    .isEqualTo(neverCompleted);
        }
    }

    @Test
    void theTimesOfALogComeOut() throws Exception {
        try (TestDatabase database = new TestDatabase();
                RealServer server = new RealServer(database, 0)) {
            send(server, "03_repairExample.xes.gz");
            assertTimes(server, "Analyze Defect", 1104, 0.1333, 0.1667);
            assertTimes(server, "Repair (Complex)", 658, 0.2833, 0.7667);
            assertTimes(server, "Repair (Simple)", 484, 0.1333, 0.2833);
            assertTimes(server, "Test Repair", 1102, 0.1333, 0.1667);
        }
    }

    @Test
    void theTimesOfAnotherLogComeOut() throws Exception {
        try (TestDatabase database = new TestDatabase();
                RealServer server = new RealServer(database, 0)) {
            send(server, "04_reviewing.xes.gz");
            assertTimes(server, "decide", 100, 72, 120);
        }
    }

    /** It has no starts: what happened is a moment, and nothing of it is under way. */
    @ParameterizedTest
    @ValueSource(strings = {"01_running-example.xes.gz", "running-example.csv"})
    void aLogOfMomentsIsTakenWhole(String log) throws Exception {
        try (TestDatabase database = new TestDatabase();
                RealServer server = new RealServer(database, 0)) {
            assertThat(send(server, log)).contains("42 ");
            assertThat(get(server, "in-flight?meaning=never-completed")
                            .get("total")
                            .asLong())
                    .isZero();
            JsonNode flow = get(server, "rework").get("items");
            assertThat(sum(flow, "started")).isZero();
        }
    }

    private static void assertTimes(RealServer server, String stage, long n, double p50, double p90) throws Exception {
        for (JsonNode item : get(server, "cycle-time").get("items")) {
            if (item.get("workflowStage").asString().equals(stage)) {
                JsonNode first = item.get("firstPass");
                assertThat(first.get("n").asLong()).isEqualTo(n);
                assertThat(first.get("p50Ms").asDouble() / MS_PER_HOUR).isCloseTo(p50, within(0.00005));
                assertThat(first.get("p90Ms").asDouble() / MS_PER_HOUR).isCloseTo(p90, within(0.00005));
                return;
            }
        }
        throw new AssertionError("No stage " + stage);
    }

    private static String send(RealServer server, String log) {
        Path file = Path.of("").toAbsolutePath();
        while (file != null && !Files.exists(file.resolve("shared/fixtures/process-mining"))) {
            file = file.getParent();
        }
        assumeTrue(file != null, "The shared fixtures are not here");
        Path path = file.resolve("shared/fixtures/process-mining").resolve(log);
        String out =
                CommandRun.of("send", "--url", server.url(), path.toString()).out();
        assertThat(out).contains(" 0 rejected");
        return out;
    }

    private static JsonNode get(RealServer server, String question) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/stages/" + question))
                .build();
        return JsonMapper.builder()
                .build()
                .readTree(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofString())
                        .body());
    }

    private static long sum(JsonNode items, String field) {
        long sum = 0;
        for (JsonNode item : items) {
            sum += item.get(field).asLong();
        }
        return sum;
    }
}
