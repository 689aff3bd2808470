package dev.weir.client;

import static dev.weir.client.DeliveryTest.assertBalanced;
import static dev.weir.client.DeliveryTest.numbers;
import static dev.weir.client.DeliveryTest.range;
import static dev.weir.client.DeliveryTest.track;
import static dev.weir.client.LoopbackServer.status;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpoolTest {

    @TempDir
    private Path directory;

    private final LoopbackServer server = new LoopbackServer();
    private final CapturedLog log = new CapturedLog();

    @AfterEach
    void close() {
        log.close();
        server.close();
    }

    private WeirClientBuilder client() {
        return WeirClient.builder()
                .url(server.url())
                .spoolDirectory(directory.resolve("spool"))
                .batchSize(10)
                .bufferLimit(40, 1 << 20)
                .closeTimeout(Duration.ofMillis(50))
                .retryDelay(Duration.ofMillis(1), Duration.ofMillis(20));
    }

    /** A client whose server was away: everything it was given is in the spool when it is closed. */
    private void leaveBehind(WeirClientBuilder settings, int from, int to) {
        WeirClient client = settings.url(LoopbackServer.deadUrl()).build();
        for (int i = from; i < to; i++) {
            track(client, i, i + 1);
            Await.until(() -> client.stats().toString(), () -> client.stats().buffered() < 40);
        }
        client.close();
        assertThat(client.stats().inSpool())
                .as(client.stats().toString())
                .isEqualTo(client.stats().recovered() + to - from);
        assertThat(client.stats().dropped()).isZero();
        assertBalanced(client.stats());
    }

    private ClientStats replay() {
        try (WeirClient client = client().build()) {
            client.flush(Await.DEADLINE);
            assertBalanced(client.stats());
            assertThat(client.stats().inSpool()).isZero();
            return client.stats();
        }
    }

    private List<Path> segments() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("spool"))) {
            return files.filter(file -> file.toString().endsWith(".spool"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void whileTheServerIsAwayTheSpoolTakesOverAndItIsReplayedInOrder() throws IOException {
        server.always(status(503, ""));
        try (WeirClient client = client().build()) {
            for (int i = 0; i < 500; i++) {
                track(client, i, i + 1);
                Await.until(
                        () -> client.stats().toString(), () -> client.stats().buffered() < 40);
            }
            assertThat(client.stats().dropped()).isZero();
            assertThat(client.stats().inSpool()).isGreaterThanOrEqualTo(460);
            assertThat(segments()).isNotEmpty();

            server.recover();
            assertThat(client.flush(Await.DEADLINE)).isTrue();
            assertThat(client.stats().accepted()).isEqualTo(500);
            assertThat(client.stats().inSpool()).isZero();
            assertBalanced(client.stats());
        }
        assertThat(numbers(server.events())).isEqualTo(range(0, 500));
        assertThat(segments()).isEmpty();
    }

    @Test
    void aServerThatNeverAnswersDoesNotKeepEventsFromTheSpool() {
        server.next(server.silence());
        try (WeirClient client = client().build()) {
            for (int i = 0; i < 200; i++) {
                track(client, i, i + 1);
                Await.until(
                        () -> client.stats().toString(), () -> client.stats().buffered() < 40);
            }

            assertThat(server.awaitRequests(1))
                    .as("the first request is still waiting")
                    .hasSize(1);
            Await.until(() -> client.stats().toString(), () -> client.stats().spooled() >= 170);
            assertThat(client.stats().dropped()).isZero();
        }
    }

    @Test
    void whatCouldNotBeSentBeforeCloseIsSentByTheNextProcess() throws IOException {
        leaveBehind(client(), 0, 25);
        leaveBehind(client(), 25, 300);
        ClientStats stats = replay();

        assertThat(stats.recovered()).isEqualTo(300);
        assertThat(stats.accepted()).isEqualTo(300);
        assertThat(numbers(server.events())).isEqualTo(range(0, 300));
        assertThat(segments()).isEmpty();
    }

    @Test
    void aFlushThatWaitsEndsWithTheClient() {
        server.always(server.silence());
        WeirClient client = client().build();
        track(client, 0, 3);
        CompletableFuture<Boolean> flushed = CompletableFuture.supplyAsync(() -> client.flush(Duration.ofHours(1)));
        server.awaitRequests(1);
        client.close();

        assertThat(flushed).succeedsWithin(Await.DEADLINE).isEqualTo(false);
        assertThat(client.stats().inSpool()).isEqualTo(3);
    }

    @Test
    void newEventsFollowWhatWasLeftBehind() {
        leaveBehind(client(), 0, 25);
        try (WeirClient client = client().build()) {
            track(client, 25, 30);
            assertThat(client.flush(Await.DEADLINE)).isTrue();
        }

        assertThat(numbers(server.events())).isEqualTo(range(0, 30));
    }

    @Test
    void aTornTailIsSkippedAndCounted() throws IOException {
        leaveBehind(client().batchSize(5), 0, 25);
        Path segment = segments().get(0);
        try (FileChannel file = FileChannel.open(segment, StandardOpenOption.WRITE)) {
            file.truncate(file.size() - 3);
        }
        ClientStats stats = replay();

        assertThat(stats.recovered()).isEqualTo(25);
        assertThat(stats.accepted()).isEqualTo(20);
        assertThat(stats.dropped(DropReason.SPOOL_DAMAGED)).isEqualTo(5);
        assertThat(numbers(server.events())).isEqualTo(range(0, 20));
        assertThat(segments()).isEmpty();
    }

    @Test
    void everyPossibleTearLeavesTheBatchesBeforeIt() throws IOException {
        leaveBehind(client().batchSize(2), 0, 4);
        Path segment = segments().get(0);
        byte[] whole = Files.readAllBytes(segment);
        long firstEnds = 8
                + SpoolRecord.header(ByteBuffer.wrap(whole, 8, SpoolRecord.HEADER_BYTES))
                        .totalBytes();
        for (int length = 0; length <= whole.length; length++) {
            Files.write(segment, Arrays.copyOf(whole, length));
            ClientStats stats = drain();
            long complete = length == whole.length ? 4 : length >= firstEnds ? 2 : 0;

            assertThat(stats.accepted()).as("of " + length + " bytes").isEqualTo(complete);
            assertThat(stats.recovered()).isEqualTo(stats.accepted() + stats.dropped(DropReason.SPOOL_DAMAGED));
            assertThat(segments()).isEmpty();
        }
    }

    @Test
    void aFlippedByteCostsItsBatchOnly() throws IOException {
        leaveBehind(client().batchSize(2), 0, 4);
        Path segment = segments().get(0);
        byte[] whole = Files.readAllBytes(segment);
        for (int position = 8 + SpoolRecord.HEADER_BYTES; position < whole.length; position += 7) {
            byte[] damaged = whole.clone();
            damaged[position] ^= 0x20;
            Files.write(segment, damaged);

            assertThat(drain().accepted()).as("byte " + position).isEqualTo(2);
        }
    }

    /** Empties the spool as a sender would, without a server. */
    private ClientStats drain() throws IOException {
        Ledger ledger = new Ledger();
        Spool spool = Spool.open(directory.resolve("spool"), client().settings(), ledger);
        for (Batch batch = spool.head(); batch != null; batch = spool.head()) {
            batch.events().forEach(Json::object);
            spool.removeHead();
            ledger.acknowledged(new Accounting(batch.size(), batch.size(), 0, 0, 0, List.of()));
        }
        assertThat(spool.events()).isZero();
        spool.close();
        return ledger.stats(0, 0);
    }

    @Test
    void aFileOfAnotherFormatIsLeftAlone() throws IOException {
        leaveBehind(client(), 0, 5);
        Path other =
                Files.write(segments().get(0).resolveSibling("0000000000000000099.spool"), "FUTURE01....".getBytes());
        replay();

        assertThat(segments()).containsExactly(other);
        assertThat(numbers(server.events())).isEqualTo(range(0, 5));
        assertThat(log.with("is left alone")).isNotEmpty();
    }

    @Test
    void aFullSpoolTakesNoMoreAndTheNewestIsDropped() {
        WeirClient client =
                client().url(LoopbackServer.deadUrl()).spoolLimit(4 << 20).build();
        Random random = new Random(1);
        for (int i = 0; i < 100; i++) {
            client.track(Map.of("type", "custom", "n", i, "noise", noise(random)));
            ClientStats now = client.stats();
            if (now.dropped() == 0) {
                int tracked = i;
                Await.until(
                        () -> tracked + ": " + client.stats(),
                        () -> client.stats().buffered() < 7
                                || !log.with("spool is full").isEmpty());
            }
        }
        client.close();
        ClientStats stats = client.stats();

        assertThat(stats.dropped(DropReason.BUFFER_FULL)).isPositive();
        assertThat(stats.inSpool() + stats.dropped(DropReason.UNSENT) + stats.dropped(DropReason.BUFFER_FULL))
                .isEqualTo(100);
        assertBalanced(stats);
        assertThat(replay().accepted()).isEqualTo(stats.inSpool());
        assertThat(numbers(server.events())).isEqualTo(range(0, (int) stats.inSpool()));
    }

    /** Text that gzip cannot make much smaller. */
    private static String noise(Random random) {
        byte[] bytes = new byte[100_000];
        random.nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    @Test
    void aSecondClientOnTheSameDirectoryWorksFromMemory() {
        try (WeirClient first = client().build();
                WeirClient second = client().build()) {
            assertThat(log.with("cannot be used (another client uses it), so events are kept in memory only"))
                    .hasSize(1);
            track(second, 0, 3);
            assertThat(second.flush(Await.DEADLINE)).isTrue();
            assertThat(first.flush(Await.DEADLINE)).isTrue();
        }

        assertThat(numbers(server.events())).isEqualTo(range(0, 3));
    }

    @Test
    void aSpooledBatchThatIsTooLargeIsStillSplit() {
        leaveBehind(client(), 0, 10);
        server.next(status(413, ""));
        ClientStats stats = replay();

        assertThat(stats.accepted()).isEqualTo(10);
        assertThat(server.requests())
                .extracting(request -> numbers(request.events()))
                .containsExactly(range(0, 10), range(0, 5), range(5, 10));
    }

    @Test
    void aSpoolThatCannotBeOpenedLeavesMemory() throws IOException {
        Path lock = Files.createDirectories(directory.resolve("spool").resolve("lock"));
        try (WeirClient client = client().build()) {
            track(client, 0, 3);
            assertThat(client.flush(Await.DEADLINE)).isTrue();
        }

        assertThat(lock).isDirectory();
        assertThat(log.with("cannot be used")).hasSize(1);
    }

    @Test
    void aDiskThatRefusesLeavesMemoryAndIsTriedAgain() throws IOException {
        server.always(status(503, ""));
        try (WeirClient client = client().build()) {
            Path obstacle = Files.createDirectories(directory.resolve("spool").resolve("0000000000000000001.spool"));
            track(client, 0, 35);
            Await.until(
                    () -> "the refusal",
                    () -> !log.with("spool cannot be written").isEmpty());
            Files.delete(obstacle);
            Await.until(() -> client.stats().toString(), () -> client.stats().spooled() > 0);
            server.recover();
            assertThat(client.flush(Await.DEADLINE)).isTrue();
        }

        assertThat(numbers(server.events())).isEqualTo(range(0, 35));
    }

    @Test
    void aBatchSurvivesItsWayThroughARecord() {
        Batch batch = new Batch(List.of("{}".getBytes(), new byte[0], "{\"x\":1}".getBytes()));
        ByteBuffer bytes = SpoolRecord.encode(batch);
        SpoolRecord header = SpoolRecord.header(bytes);
        byte[] payload = new byte[bytes.remaining()];
        bytes.get(payload);

        assertThat(header.events()).isEqualTo(3);
        assertThat(header.payloadBytes()).isEqualTo(payload.length);
        assertThat(header.decode(payload).events()).containsExactlyElementsOf(batch.events());
        payload[0] ^= 1;
        assertThat(header.decode(payload)).isNull();
    }
}
