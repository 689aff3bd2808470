package dev.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeliveryTest {

    private static final Duration NEVER = Duration.ofHours(1);

    private final LoopbackServer server = new LoopbackServer();

    @AfterEach
    void close() {
        server.close();
    }

    private WeirClientBuilder client() {
        return WeirClient.builder().url(server.url()).maxDelay(NEVER);
    }

    static void track(WeirClient client, int from, int to) {
        for (int i = from; i < to; i++) {
            client.track(Map.of("type", "custom", "n", i));
        }
    }

    static List<Object> numbers(List<Map<String, Object>> events) {
        return events.stream().map(event -> event.get("n")).toList();
    }

    static List<Object> range(int from, int to) {
        List<Object> numbers = new ArrayList<>();
        for (int i = from; i < to; i++) {
            numbers.add(i);
        }
        return numbers;
    }

    /** Every event is accounted for: nothing appears or vanishes without a counter. */
    static void assertBalanced(ClientStats stats) {
        assertThat(stats.tracked() + stats.recovered())
                .as(stats.toString())
                .isEqualTo(stats.acknowledged() + stats.dropped() + stats.buffered() + stats.inSpool());
    }

    @Test
    void aFullBatchIsSentAtOnceAndTheRestWaits() {
        try (WeirClient client = client().batchSize(10).build()) {
            track(client, 0, 25);
            List<LoopbackServer.Request> requests = server.awaitRequests(2);
            Await.until(() -> client.stats().toString(), () -> client.stats().accepted() == 20);

            assertThat(numbers(requests.get(0).events())).isEqualTo(range(0, 10));
            assertThat(numbers(requests.get(1).events())).isEqualTo(range(10, 20));
            assertThat(client.stats().buffered()).isEqualTo(5);
            assertBalanced(client.stats());
        }
        assertThat(numbers(server.requests().get(2).events())).isEqualTo(range(20, 25));
    }

    @Test
    void whatAServerHasHandedOverIsAcknowledged() {
        server.next(LoopbackServer.status(202, """
                {"received":3,"queued":2,"rejected":[{"index":1,"code":"too_large"}]}"""));
        try (WeirClient client = client().build()) {
            track(client, 0, 3);

            assertThat(client.flush(Duration.ofSeconds(30))).isTrue();
            assertThat(client.stats().queued()).isEqualTo(2);
            assertThat(client.stats().rejected()).isEqualTo(1);
            assertThat(client.stats().retries()).isZero();
            assertBalanced(client.stats());
        }
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void anIncompleteBatchIsSentWhenItsFirstEventHasWaited() {
        Duration delay = Duration.ofMillis(300);
        try (WeirClient client = client().maxDelay(delay).build()) {
            long before = System.nanoTime();
            track(client, 0, 3);
            LoopbackServer.Request request = server.awaitRequests(1).get(0);

            assertThat(numbers(request.events())).isEqualTo(range(0, 3));
            assertThat(request.nanos() - before).isGreaterThanOrEqualTo(delay.toNanos());
        }
    }

    @Test
    void aRequestIsWhatTheContractAsksFor() {
        try (WeirClient client = client().url(server.url() + "/behind/proxy/")
                .apiKey("k-123")
                .env("production")
                .serviceKey("orders")
                .build()) {
            client.workflow("processOrder", "ord-1").started();
            assertThat(client.flush(Await.DEADLINE)).isTrue();
        }
        LoopbackServer.Request request = server.requests().get(0);

        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.path()).isEqualTo("/behind/proxy/api/v1/events");
        assertThat(request.headers())
                .containsEntry("Authorization", "Bearer k-123")
                .containsEntry("Content-type", "application/json")
                .doesNotContainKey("Content-encoding");
        assertThat(request.events().get(0)).containsEntry("env", "production").containsEntry("serviceKey", "orders");
    }

    @Test
    void withoutAKeyNoneIsSent() {
        try (WeirClient client = client().build()) {
            track(client, 0, 1);
        }
        assertThat(server.requests().get(0).headers()).doesNotContainKey("Authorization");
    }

    @Test
    void largeBodiesAreCompressedUnlessItIsSwitchedOff() {
        for (boolean gzip : new boolean[] {true, false}) {
            try (WeirClient client = client().gzip(gzip).build()) {
                track(client, 0, 50);
            }
        }

        assertThat(server.requests().get(0).headers()).containsEntry("Content-encoding", "gzip");
        assertThat(server.requests().get(1).headers()).doesNotContainKey("Content-encoding");
        assertThat(numbers(server.requests().get(0).events())).isEqualTo(range(0, 50));
        assertThat(numbers(server.requests().get(1).events())).isEqualTo(range(0, 50));
    }

    @Test
    void batchesOfLargeEventsAreBoundedInBytes() {
        try (WeirClient client = client().build()) {
            for (int i = 0; i < 10; i++) {
                client.track(Map.of("type", "custom", "n", i, "value", "x".repeat(200_000)));
            }
            assertThat(client.flush(Await.DEADLINE)).isTrue();
        }

        assertThat(server.requests())
                .extracting(request -> request.events().size())
                .containsExactly(5, 5);
        assertThat(numbers(server.events())).isEqualTo(range(0, 10));
    }

    @Test
    void manyThreadsLoseNothingAndKeepTheirOrder() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try (WeirClient client = client().bufferLimit(100_000, 64L << 20).build()) {
            List<Future<?>> done = new ArrayList<>();
            for (int thread = 0; thread < 8; thread++) {
                int first = thread * 2_000;
                done.add(threads.submit(() -> track(client, first, first + 2_000)));
            }
            for (Future<?> each : done) {
                each.get();
            }
            assertThat(client.flush(Await.DEADLINE)).isTrue();
            assertThat(client.stats().accepted()).isEqualTo(16_000);
            assertBalanced(client.stats());
        }
        threads.shutdown();
        Set<Object> seen = new HashSet<>();
        int[] last = {-1, -1, -1, -1, -1, -1, -1, -1};
        for (Object number : numbers(server.events())) {
            int thread = (Integer) number / 2_000;
            assertThat((Integer) number).isGreaterThan(last[thread]);
            last[thread] = (Integer) number;
            seen.add(number);
        }
        assertThat(seen).hasSize(16_000);
    }

    @Test
    void theValueIsTakenAtTheTimeOfTheReport() {
        List<String> items = new ArrayList<>(List.of("first"));
        try (WeirClient client = client().build()) {
            client.workflow("processOrder", "ord-1").started(items);
            items.add("later");
        }

        assertThat(server.events().get(0).get("input")).isEqualTo(List.of("first"));
    }

    @Test
    void aServerThatNeverAnswersBlocksNobodyAndTheBufferStaysBounded() {
        server.always(server.silence());
        try (WeirClient client = client().closeTimeout(Duration.ofMillis(100))
                .bufferLimit(1_000, 1L << 20)
                .build()) {
            track(client, 0, 1);
            assertThat(client.flush(Duration.ZERO)).isFalse();
            server.awaitRequests(1);
            long slowest = 0;
            for (int i = 1; i < 50_000; i++) {
                long before = System.nanoTime();
                client.track(Map.of("type", "custom", "n", i));
                slowest = Math.max(slowest, System.nanoTime() - before);
            }

            // Well under the time for a request, which is what waiting for the server would cost; collections pause
            // too.
            assertThat(Duration.ofNanos(slowest)).isLessThan(Duration.ofSeconds(2));
            assertThat(client.stats().buffered()).isEqualTo(1_001);
            assertThat(client.stats().dropped(DropReason.BUFFER_FULL)).isEqualTo(48_999);
            assertBalanced(client.stats());
        }
    }

    @Test
    void theBufferIsBoundedInBytesToo() {
        server.always(server.silence());
        try (WeirClient client = client().batchSize(1)
                .closeTimeout(Duration.ZERO)
                .maxEventBytes(20_000)
                .bufferLimit(1_000, 100_000)
                .build()) {
            for (int i = 0; i < 50; i++) {
                client.track(Map.of("type", "custom", "value", "x".repeat(10_000)));
            }

            assertThat(client.stats().buffered()).isBetween(9L, 10L);
            assertBalanced(client.stats());
        }
    }

    @Test
    void flushWaitsForWhatWasTrackedBefore() {
        try (WeirClient client = client().build()) {
            track(client, 0, 3);
            assertThat(client.flush(Await.DEADLINE)).isTrue();

            assertThat(numbers(server.events())).isEqualTo(range(0, 3));
            assertThat(client.stats().buffered()).isZero();
            assertThat(client.flush(Duration.ZERO))
                    .as("nothing left to wait for")
                    .isTrue();
        }
    }

    @Test
    void flushGivesUpInTimeAndWhenInterrupted() {
        server.always(server.silence());
        try (WeirClient client = client().closeTimeout(Duration.ZERO).build()) {
            track(client, 0, 1);
            assertThat(client.flush(Duration.ofMillis(50))).isFalse();
            Thread.currentThread().interrupt();
            assertThat(client.flush(Await.DEADLINE)).isFalse();
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void closeSendsWhatWaitsAndTakesNoMore() {
        WeirClient client = client().build();
        track(client, 0, 3);
        client.close();
        track(client, 3, 5);
        client.close();

        assertThat(numbers(server.events())).isEqualTo(range(0, 3));
        assertThat(client.stats().dropped(DropReason.CLOSED)).isEqualTo(2);
        assertBalanced(client.stats());
    }

    @Test
    void closeIsBoundedAndCountsWhatItCouldNotSend() {
        server.always(server.silence());
        WeirClient client = client().closeTimeout(Duration.ofMillis(100)).build();
        track(client, 0, 3);
        long before = System.nanoTime();
        client.close();

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(3));
        assertThat(client.stats().dropped(DropReason.UNSENT)).isEqualTo(3);
        assertThat(client.stats().buffered()).isZero();
        assertBalanced(client.stats());
    }

    @Test
    void theThreadEndsWithTheClient() {
        WeirClient client = client().build();
        client.close();

        Await.until(
                () -> "the sender's end",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("weir-client")));
    }
}
