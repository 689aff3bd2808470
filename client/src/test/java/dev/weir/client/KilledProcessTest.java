package dev.weir.client;

import static dev.weir.client.DeliveryTest.assertBalanced;
import static dev.weir.client.DeliveryTest.numbers;
import static dev.weir.client.DeliveryTest.range;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process put into its spool outlives it, however it ends. */
class KilledProcessTest {

    @TempDir
    private Path directory;

    private final LoopbackServer server = new LoopbackServer();

    @AfterEach
    void close() {
        server.close();
    }

    /** Reports events in order to a server that is away, and prints how many of them are in the spool. */
    static final class Victim {
        public static void main(String[] args) {
            WeirClient client = WeirClient.builder()
                    .url(args[0])
                    .spoolDirectory(Path.of(args[1]))
                    .batchSize(10)
                    .bufferLimit(100, 1 << 20)
                    .build();
            for (int i = 0; ; i++) {
                client.track(Map.of("type", "custom", "n", i));
                Await.until(
                        () -> client.stats().toString(), () -> client.stats().buffered() < 100);
                System.out.println(client.stats().spooled());
            }
        }
    }

    private Process start() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        LoopbackServer.deadUrl(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Kills it in the middle of its work and returns how many events it had seen in the spool by then. */
    private static long killAfter(Process victim, long spooledAtLeast) throws Exception {
        long spooled = 0;
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(victim.getInputStream(), StandardCharsets.UTF_8))) {
            while (spooled < spooledAtLeast) {
                String line = out.readLine();
                assertThat(line).as("the process reports its progress").isNotNull();
                spooled = Long.parseLong(line);
            }
            victim.destroyForcibly();
            assertThat(victim.waitFor(10, TimeUnit.SECONDS)).isTrue();
        } finally {
            victim.destroyForcibly();
        }
        assertThat(victim.exitValue()).as("ended by SIGKILL").isEqualTo(137);
        return spooled;
    }

    @Test
    void whatWasSpooledBeforeAKillIsSentByTheNextProcess() throws Exception {
        long spooled = killAfter(start(), 2_000);
        try (WeirClient client = WeirClient.builder()
                .url(server.url())
                .spoolDirectory(directory)
                .closeTimeout(Duration.ofSeconds(5))
                .build()) {
            client.flush(Await.DEADLINE);
            ClientStats stats = client.stats();

            assertThat(stats.accepted()).isGreaterThanOrEqualTo(spooled);
            assertThat(stats.dropped(DropReason.SPOOL_DAMAGED))
                    .as("at most one torn batch")
                    .isBetween(0L, 10L);
            assertThat(stats.inSpool()).isZero();
            assertBalanced(stats);
        }
        List<Object> numbers = numbers(server.events());
        assertThat(numbers).as("the oldest, in order and without a gap").isEqualTo(range(0, numbers.size()));
    }

    @Test
    void anotherProcessKeepsTheDirectoryUntilItIsGone() throws Exception {
        Process victim = start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(victim.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(out.readLine()).isNotNull();
            try (CapturedLog log = new CapturedLog();
                    WeirClient second = WeirClient.builder()
                            .url(server.url())
                            .spoolDirectory(directory)
                            .build()) {
                assertThat(log.with("another client uses it")).hasSize(1);
                DeliveryTest.track(second, 0, 1);
                assertThat(second.flush(Await.DEADLINE)).isTrue();
            }
        } finally {
            victim.destroyForcibly().waitFor();
        }
    }
}
