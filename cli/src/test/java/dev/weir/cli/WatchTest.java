package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.RealServer;
import dev.weir.testkit.db.TestDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
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
        List<String> all = new ArrayList<>(List.of("watch", "--url", server.url()));
        all.addAll(List.of(arguments));
        return all.toArray(String[]::new);
    }

    private CompletableFuture<Integer> watch(String... arguments) {
        return CompletableFuture.supplyAsync(
                () -> Weir.run(command(arguments), Map.of(), new PrintWriter(out), new PrintWriter(err)));
    }

    private static int code(CompletableFuture<Integer> watch) throws Exception {
        return watch.get(60, TimeUnit.SECONDS);
    }

    private static void await(BooleanSupplier condition) {
        Instant deadline = Instant.now().plus(Duration.ofSeconds(60));
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now()).isBefore(deadline);
            LockSupport.parkNanos(20_000_000);
        }
    }

    private List<String> lines() {
        return out.toString().lines().toList();
    }

    @Test
    void printsALinePerChangeUntilTheRunSucceeds() throws Exception {
        LiveRun run = new LiveRun(server, "good").starts();
        CompletableFuture<Integer> watch = watch(run.name());
        await(() -> lines().size() == 1);
        run.begins("reserve");
        await(() -> lines().size() == 2);
        run.tells("step.completed", "\"stepName\":\"reserve\",\"attempt\":1").begins("charge");
        await(() -> lines().size() == 3);
        run.completes();

        assertThat(code(watch)).isZero();
        assertThat(lines()).hasSize(4);
        assertThat(lines().get(0)).matches(CLOCK + "started      Started; no step has begun yet\\..*");
        assertThat(lines().get(1)).matches(CLOCK + "phase        Running reserve\\. \\(step 1.*\\)");
        assertThat(lines().get(2)).matches(CLOCK + "phase        Running charge\\. \\(step 2.*\\)");
        assertThat(lines().get(3)).matches(CLOCK + "succeeded    Completed after .*\\.");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void saysWhatIsKnownOfAFailure() throws Exception {
        new LiveRun(server, "declined-before").starts().begins("charge").failsIn("charge", "card declined");
        LiveRun run = new LiveRun(server, "declined").starts().begins("charge");
        CompletableFuture<Integer> watch = watch(run.name());
        await(() -> lines().size() == 1);
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
        await(() -> err.toString()
                .equals("There is no run production/orders/a b/later é yet; waiting for it." + System.lineSeparator()));
        run.starts();
        await(() -> lines().size() == 1);
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
        await(() -> err.toString().contains("waiting for it"));
        run.starts().begins("reserve").completes();

        assertThat(code(watch)).isZero();
        assertThat(lines()).singleElement().asString().contains("succeeded    Completed after ");
    }

    @Test
    void printsJson() throws Exception {
        LiveRun run = new LiveRun(server, "json").starts();
        CompletableFuture<Integer> watch = watch(run.name(), "--json");
        await(() -> lines().size() == 1);
        run.failsIn("charge", "out of paper");

        assertThat(code(watch)).isEqualTo(1);
        JsonNode first = Api.JSON.readTree(lines().get(0));
        JsonNode end = Api.JSON.readTree(lines().get(lines().size() - 1));
        assertThat(first.path("kind").asString()).isEqualTo("started");
        assertThat(end.path("kind").asString()).isEqualTo("failed");
        assertThat(end.path("seenBefore").path("sampleCount").asInt()).isEqualTo(1);
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
        await(() -> lines().size() == 1);
        run.begins("a").begins("b");
        await(() -> out.toString().contains("Running b. (step 2 of about 4"));
        run.completes();

        assertThat(code(watch)).isZero();
    }
}
