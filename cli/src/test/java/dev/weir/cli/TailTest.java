package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.RealServer;
import dev.weir.testkit.db.TestDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TailTest {
    private final TestDatabase database = new TestDatabase();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private int sent;

    @AfterEach
    void drop() {
        database.close();
    }

    private CompletableFuture<Integer> tail(String... arguments) {
        return CompletableFuture.supplyAsync(
                () -> Weir.run(arguments, Map.of(), new PrintWriter(out), new PrintWriter(err)));
    }

    private void send(RealServer server, String env) {
        server.post("""
                [{"eventId":"e%d","type":"workflow.started","timestamp":"%s","env":"%s","serviceKey":"s",\
                "workflowId":"w%d","workflowName":"n"}]""".formatted(sent, Instant.now(), env, sent));
        sent++;
    }

    private static void await(BooleanSupplier condition) {
        Instant deadline = Instant.now().plus(Duration.ofSeconds(30));
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now()).isBefore(deadline);
            LockSupport.parkNanos(20_000_000);
        }
    }

    private List<String> ids() {
        return out.toString()
                .lines()
                .map(line -> Api.JSON.readTree(line).path("workflowId").asString())
                .toList();
    }

    @Test
    void printsWhatComesInOfTheWantedEnvironment() throws Exception {
        try (RealServer server = new RealServer(database, 0)) {
            CompletableFuture<Integer> tail = tail("tail", "--url", server.url(), "--env", "dev", "--limit", "2");
            await(() -> {
                send(server, "prod");
                send(server, "dev");
                return tail.isDone();
            });

            assertThat(tail.get()).isZero();
        }
        assertThat(out.toString().lines().toList())
                .hasSize(2)
                .allMatch(line -> line.matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3}  workflow\\.started    dev/s/w\\d+"));
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void goesOnWithoutAGapAfterTheServerWasAway() throws Exception {
        RealServer first = new RealServer(database, 0);
        int port = first.port();
        String[] arguments = {"tail", "--url", first.url(), "--json"};
        Thread tail =
                new Thread(() -> Weir.run(arguments, Map.of(), new PrintWriter(out), new PrintWriter(err)), "tail");
        tail.start();
        await(() -> {
            send(first, "dev");
            return !out.toString().isEmpty();
        });
        int begun = Integer.parseInt(ids().get(0).substring(1));
        await(() -> ids().size() == sent - begun);
        first.close();
        await(() -> err.toString().contains("The server went away; waiting for it."));
        try (RealServer other = new RealServer(database, 0)) {
            send(other, "dev");
            send(other, "dev");
        }
        try (RealServer second = new RealServer(database, port)) {
            send(second, "dev");
            await(() -> ids().size() >= sent - begun);
            assertThat(tail.isAlive()).isTrue();
        } finally {
            tail.interrupt();
            tail.join(20_000);
        }

        assertThat(ids())
                .isEqualTo(IntStream.range(begun, sent).mapToObj(i -> "w" + i).toList());
    }
}
