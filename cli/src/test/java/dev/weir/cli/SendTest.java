package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.IngestStandIn.Reply;
import dev.weir.cli.IngestStandIn.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SendTest {
    @TempDir
    private Path directory;

    private final IngestStandIn server = new IngestStandIn();

    @AfterEach
    void stop() {
        server.close();
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content).toString();
    }

    private CommandRun send(String... arguments) {
        List<String> all = new ArrayList<>(List.of("send", "--url", server.url() + "/"));
        all.addAll(List.of(arguments));
        return CommandRun.of(all.toArray(String[]::new));
    }

    private static String lines(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "{\"n\":" + i + "}\n").collect(Collectors.joining());
    }

    @Test
    void sendsTheBytesAsTheyAreAndPrintsTheAccounting() throws IOException {
        server.firstReplies.add(Reply.accounting(4, 1, 2, 1, ""));

        CommandRun run = send(file("a.json", "[{ \"n\" : 1.0 },{\"s\":\"\\u00e9é\"}]"), file("b.ndjson", lines(3, 5)));

        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo("4 received = 1 accepted + 2 duplicates + 1 ignored + 0 rejected\n");
        assertThat(run.err()).matches("Read [0-9.]+ kB in [0-9.]+ s, 4 events, [0-9,]+ per second\\R");
        assertThat(server.requests)
                .containsExactly(new Request(
                        "/api/v1/events", "null", "[{ \"n\" : 1.0 },{\"s\":\"\\u00e9é\"},{\"n\":3},{\"n\":4}]"));
    }

    @Test
    void envelopesOfANetworkGoTheirOwnWay() throws IOException {
        String envelope = "{\"id\":\"e\",\"type\":\"t\",\"data\":7}";
        String record = "{\"topic\":\"t\",\"offset\":0,\"value\":" + envelope + "}";
        send(
                file(
                        "a.ndjson",
                        envelope + "\n" + record + "\n{\"eventId\":\"f\",\"id\":1,\"type\":\"t\",\"data\":7}\n"),
                "--env",
                "prod",
                "--name",
                "n");
        send(file("b.json", "{\"n\":1}"), "--format", "network");

        assertThat(server.requests)
                .containsExactlyInAnyOrder(
                        new Request("/api/v1/network-events?env=prod", "null", "[" + envelope + "," + record + "]"),
                        new Request(
                                "/api/v1/events?env=prod",
                                "null",
                                "[{\"workflowName\":\"n\",\"eventId\":\"f\",\"id\":1,\"type\":\"t\",\"data\":7}]"),
                        new Request("/api/v1/network-events", "null", "[{\"n\":1}]"));
    }

    @Test
    void addsWhatEventsDoNotSay() throws IOException {
        String file = file("a.json", "[{\"n\":1},{ },{\"workflowName\":\"own\"}]");

        send(file, "--env", "prod & co", "--service", "s/1", "--name", "the \"name\" é", "--key", "k1");

        assertThat(server.requests)
                .containsExactly(new Request(
                        "/api/v1/events?env=prod+%26+co&service=s%2F1",
                        "Bearer k1",
                        "[{\"workflowName\":\"the \\\"name\\\" é\",\"n\":1},{\"workflowName\":\"the \\\"name\\\" é\" },"
                                + "{\"workflowName\":\"own\"}]"));
    }

    @Test
    void takesItsOptionsFromTheEnvironmentToo() throws IOException {
        String file = file("a.json", "{}");

        CommandRun run =
                CommandRun.of(Map.of("WEIR_URL", server.url(), "WEIR_KEY", "k2", "WEIR_ENV", "e"), "send", file);

        assertThat(run.code()).isZero();
        assertThat(server.requests).containsExactly(new Request("/api/v1/events?env=e", "Bearer k2", "[{}]"));
    }

    @Test
    void sendsInBatches() throws IOException {
        CommandRun run = send(file("a.ndjson", lines(0, 2_345)));

        assertThat(run.out()).isEqualTo("2,345 received = 2,345 accepted + 0 duplicates + 0 ignored + 0 rejected\n");
        assertThat(server.requests).extracting(Request::events).containsExactlyInAnyOrder(1_000, 1_000, 345);
    }

    @Test
    void keepsBatchesBelowFourMebibytes() throws IOException {
        String event = "{\"x\":\"" + "y".repeat(1_500_000) + "\"}\n";

        CommandRun run = send(file("a.ndjson", event.repeat(5)));

        assertThat(run.code()).isZero();
        assertThat(server.requests).extracting(Request::events).containsExactlyInAnyOrder(2, 2, 1);
    }

    @Test
    void namesTheFirstRejectsOfServerAndFileAndExitsWithOne() throws IOException {
        server.firstReplies.add(
                Reply.accounting(
                        2,
                        1,
                        0,
                        0,
                        "{\"index\":1,\"eventId\":null,\"code\":\"missing_field\",\"field\":\"type\",\"message\":\"No type.\"}"));

        CommandRun run = send(file("a.ndjson", "{\"n\":1}\nnonsense\n{\"n\":2}\n"));

        assertThat(run.code()).isEqualTo(1);
        List<String> lines = run.out().lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).isEqualTo("3 received = 1 accepted + 0 duplicates + 0 ignored + 2 rejected");
        assertThat(lines.get(1))
                .startsWith("  " + directory.resolve("a.ndjson") + ", line 2 (event 1): not_an_object: Not JSON: ");
        assertThat(lines.get(2))
                .isEqualTo("  " + directory.resolve("a.ndjson") + ", line 3 (event 2): missing_field: No type.");
    }

    @Test
    void namesTenRejectsAtMost() throws IOException {
        CommandRun run = send(file("a.ndjson", "{}\n" + "x\n".repeat(12)));

        List<String> lines = run.out().lines().toList();
        assertThat(lines).hasSize(12);
        assertThat(lines.get(1)).contains(", line 2 (event 1): ");
        assertThat(lines.get(10)).contains(", line 11 (event 10): ");
        assertThat(lines.get(11)).isEqualTo("  and 2 more");
    }

    @Test
    void triesAgainWhenTheServerIsBusy() throws IOException {
        server.firstReplies.addAll(List.of(
                new Reply(503, "0", "{\"title\":\"Busy\"}"), new Reply(429, "0", ""), new Reply(502, "0", "<html>")));

        CommandRun run = send(file("a.json", "{}"));

        assertThat(run.code()).isZero();
        assertThat(run.out()).isEqualTo("1 received = 1 accepted + 0 duplicates + 0 ignored + 0 rejected\n");
        assertThat(server.requests).hasSize(4);
    }

    @Test
    void halvesABatchThatIsTooLargeUntilOnlyTheEventToBlameIsLeft() throws IOException {
        server.replies = request -> request.events() > 3 || request.body().contains("13")
                ? Reply.of(413, "{\"detail\":\"Too much.\"}")
                : Reply.accepted(request);

        CommandRun run = send(file("a.ndjson", lines(0, 20)));

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out())
                .isEqualTo("20 received = 19 accepted + 0 duplicates + 0 ignored + 1 rejected\n  "
                        + directory.resolve("a.ndjson") + ", line 14 (event 13): too_large: Too much.\n");
    }

    @Test
    void saysWhenTheKeyIsRefused() throws IOException {
        server.replies = request -> Reply.of(401, "{\"title\":\"Unauthorized\",\"detail\":\"The key is unknown.\"}");

        CommandRun run = send(file("a.json", "{}"));

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err().lines().toList().get(1))
                .isEqualTo("The server at " + server.url()
                        + "/api/v1/events answered 401 (The key is unknown): check --key.");
    }

    @Test
    void saysWhenItIsNotWeirThatAnswers() throws IOException {
        for (String body : List.of("<html>", "{}", "null", "{\"received\":1,\"accepted\":0,\"rejected\":[]}")) {
            server.replies = request -> Reply.of(200, body);

            CommandRun run = send(file("a.json", "{}"));

            assertThat(run.code()).isEqualTo(1);
            assertThat(run.err().lines().toList().get(1))
                    .isEqualTo(server.url() + "/api/v1/events does not answer as Weir does: check --url.");
        }
    }

    @Test
    void givesUpOnAServerThatIsNotThere() throws IOException {
        server.close();

        CommandRun run = send(file("a.json", "{}"));

        assertThat(run.code()).isEqualTo(3);
        assertThat(run.out()).isEqualTo("0 received = 0 accepted + 0 duplicates + 0 ignored + 0 rejected\n");
        assertThat(run.err().lines().toList().get(1))
                .isEqualTo("The server at " + server.url()
                        + "/api/v1/events cannot be reached (connection refused): try again when it is there again.");
    }
}
