package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.RealServer;
import dev.weir.testkit.db.TestDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class WatchTest {
    private static final String CLOCK = "\\d\\d:\\d\\d:\\d\\d\\.\\d{3}  ";

    private static TestDatabase database;
    private static RealServer server;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void start() {
        database = new TestDatabase();
        server = new RealServer(database, 0);
    }

    @AfterAll
    static void stop() {
        server.close();
        database.close();
    }

    private static String[] command(String... arguments) {
        List<String> all = new ArrayList<>(List.of("watch"));
        all.addAll(List.of(arguments));
        if (!all.contains("--url")) {
            all.addAll(List.of("--url", server.url()));
        }
        return all.toArray(String[]::new);
    }

    private CompletableFuture<Integer> watch(String... arguments) {
        return CompletableFuture.supplyAsync(
                () -> Weir.run(command(arguments), Map.of(), new PrintWriter(out), new PrintWriter(err)));
    }

    private static int code(CompletableFuture<Integer> watch) throws Exception {
        return watch.get(60, TimeUnit.SECONDS);
    }

    private List<String> lines() {
        return out.toString().lines().toList();
    }

    @Test
    void printsALinePerChangeUntilTheRunSucceeds() throws Exception {
        LiveRun run = new LiveRun(server, "good").starts();
        CompletableFuture<Integer> watch = watch(run.name());
        Until.holds(() -> lines().size() == 1);
        run.begins("reserve");
        Until.holds(() -> lines().size() == 2);
        run.tells("step.completed", "\"stepName\":\"reserve\",\"attempt\":1").begins("charge");
        Until.holds(() -> lines().size() == 3);
        run.completes();

        assertThat(code(watch)).isZero();
        assertThat(lines()).hasSize(4);
        assertThat(lines().get(0)).matches(CLOCK + "started      Started; no step has begun yet\\..*");
        assertThat(lines().get(1)).matches(CLOCK + "phase        At reserve\\. \\(step 1.*\\)");
        assertThat(lines().get(2)).matches(CLOCK + "phase        At charge\\. \\(step 2.*\\)");
        assertThat(lines().get(3)).matches(CLOCK + "succeeded    Completed after .*\\.");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void saysWhatIsKnownOfAFailure() throws Exception {
        new LiveRun(server, "declined-before").starts().begins("charge").failsIn("charge", "card declined");
        LiveRun run = new LiveRun(server, "declined").starts().begins("charge");
        CompletableFuture<Integer> watch = watch(run.name());
        Until.holds(() -> lines().size() == 1);
        run.failsIn("charge", "card declined");

        assertThat(code(watch)).isEqualTo(1);
        assertThat(out.toString())
                .containsPattern(CLOCK + "failed       Failed in charge: card declined\n")
                .contains("\nSeen 2 times")
                .endsWith("\nSee the step that failed: " + server.url()
                        + "/runs/production/orders/declined?run=1&step=charge\n");
    }

    @Test
    void showsHowARunHasEndedAlready() {
        new LiveRun(server, "over").starts().tells("workflow.cancelled", "\"reason\":\"not needed\"");

        CommandRun run = CommandRun.of(command("production/orders/over"));

        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out())
                .matches("(?s)" + CLOCK + "canceled     Cancelled: not needed\\R?.*")
                .contains("See the run: " + server.url() + "/runs/production/orders/over?run=1");
    }

    @Test
    void waitsForARunToAppear() throws Exception {
        LiveRun run = new LiveRun(server, "a b/later é");
        CompletableFuture<Integer> watch = watch(run.name());
        Until.holds(() -> err.toString()
                .equals("There is no run production/orders/a b/later é yet; waiting for it." + System.lineSeparator()));
        run.starts();
        Until.holds(() -> lines().size() == 1);
        run.completes();

        assertThat(code(watch)).isZero();
        assertThat(lines().get(0)).contains("Started; no step has begun yet.");
    }

    @Test
    void goesNoFurtherThanItsTime() {
        LiveRun run = new LiveRun(server, "slow").starts();

        CommandRun slow = CommandRun.of(command(run.name(), "--timeout", "1s"));
        CommandRun never = CommandRun.of(command("production/orders/never", "--timeout", "1s"));

        assertThat(slow.code()).isEqualTo(1);
        assertThat(slow.err())
                .isEqualTo("The time is up, and production/orders/slow has not ended." + System.lineSeparator());
        assertThat(never.code()).isEqualTo(1);
        assertThat(never.out()).isEmpty();
        assertThat(never.err())
                .endsWith("The time is up, and production/orders/never has said nothing." + System.lineSeparator());
    }

    @Test
    void quietlyWaitsForTheEnd() throws Exception {
        LiveRun run = new LiveRun(server, "quiet");
        CompletableFuture<Integer> watch = watch(run.name(), "--quiet");
        Until.holds(() -> err.toString().contains("waiting for it"));
        run.starts().begins("reserve").completes();

        assertThat(code(watch)).isZero();
        assertThat(lines()).singleElement().asString().contains("succeeded    Completed after ");
    }

    @Test
    void printsJson() throws Exception {
        LiveRun run = new LiveRun(server, "json").starts();
        CompletableFuture<Integer> watch = watch(run.name(), "--json");
        Until.holds(() -> lines().size() == 1);
        run.failsIn("charge", "out of paper");

        assertThat(code(watch)).isEqualTo(1);
        JsonNode first = Api.JSON.readTree(lines().get(0));
        JsonNode end = Api.JSON.readTree(lines().get(lines().size() - 1));
        assertThat(first.path("kind").asString()).isEqualTo("started");
        assertThat(end.path("kind").asString()).isEqualTo("failed");
        assertThat(end.path("seenBefore").path("sampleCount").asInt()).isEqualTo(1);
    }

    @Test
    void goesOnAfterTheServerWasAway() throws Exception {
        try (TestDatabase own = new TestDatabase()) {
            RealServer first = new RealServer(own, 0);
            int port = first.port();
            LiveRun run = new LiveRun(first, "through").starts();
            CompletableFuture<Integer> watch = watch(run.name(), "--url", first.url());
            Until.holds(() -> lines().size() == 1);
            first.close();
            Until.holds(() -> err.toString().equals("The server went away; waiting for it." + System.lineSeparator()));
            try (RealServer second = new RealServer(own, port)) {
                new LiveRun(second, "through").tells("workflow.completed", "\"completedSteps\":[]");

                assertThat(code(watch)).isZero();
            }
        }
    }

    @Test
    void saysWhenTheServerIsStillAwayInTheEnd() throws Exception {
        try (TestDatabase own = new TestDatabase()) {
            RealServer lost = new RealServer(own, 0);
            LiveRun run = new LiveRun(lost, "lost").starts();
            CompletableFuture<Integer> watch = watch(run.name(), "--timeout", "10s", "--url", lost.url());
            Until.holds(() -> lines().size() == 1);
            lost.close();

            assertThat(code(watch)).isEqualTo(3);
            assertThat(err.toString().lines())
                    .containsExactly(
                            "The server went away; waiting for it.", "The time is up, and the server is still away.");
        }
    }

    @Test
    void saysHowFarItIsWhereThatIsKnown() throws Exception {
        for (int i = 0; i < 3; i++) {
            new LiveRun(server, "usual-" + i, "pack")
                    .starts()
                    .begins("a")
                    .begins("b")
                    .begins("c")
                    .begins("d")
                    .completes();
        }
        LiveRun run = new LiveRun(server, "as-usual", "pack").starts();
        CompletableFuture<Integer> watch = watch(run.name());
        Until.holds(() -> lines().size() == 1);
        run.begins("a").begins("b");
        Until.holds(() -> out.toString().contains("At b. (step 2 of ~4"));
        run.completes();

        assertThat(code(watch)).isZero();
    }
}
