package dev.weir.client;

import static dev.weir.client.DeliveryTest.assertBalanced;
import static dev.weir.client.DeliveryTest.numbers;
import static dev.weir.client.DeliveryTest.range;
import static dev.weir.client.DeliveryTest.track;
import static dev.weir.client.LoopbackServer.status;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryTest {

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
                .retryDelay(Duration.ofMillis(1), Duration.ofMillis(20))
                .maxDelay(Duration.ofHours(1));
    }

    private ClientStats sendThree() {
        return sendThree(client());
    }

    private ClientStats sendThree(WeirClientBuilder settings) {
        try (WeirClient client = settings.build()) {
            track(client, 0, 3);
            assertThat(client.flush(Await.DEADLINE)).isTrue();
            assertBalanced(client.stats());
            return client.stats();
        }
    }

    /** The same bytes again: the ids make that safe. */
    private void assertSameEventsInEachRequest(int requests) {
        assertThat(server.requests()).hasSize(requests);
        assertThat(server.requests())
                .allSatisfy(request -> assertThat(request.events())
                        .isEqualTo(server.requests().get(0).events()));
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 504, 408, 429, 401, 403, 404, 301})
    void whatMayPassIsTriedAgain(int status) {
        server.next(status(status, "{}")).next(status(status, "{}")).next(status(status, ""));
        ClientStats stats = sendThree();

        assertThat(stats.accepted()).isEqualTo(3);
        assertThat(stats.retries()).isEqualTo(3);
        assertThat(stats.sent()).isEqualTo(12);
        assertSameEventsInEachRequest(4);
        assertThat(log.with("answered " + status)).hasSize(1);
        assertThat(log.with("takes events again")).hasSize(1);
    }

    @Test
    void retryAfterInSecondsIsHonoured() {
        server.next(status(503, "", "Retry-After", "1"));
        sendThree();

        assertThat(server.requests().get(1).nanos() - server.requests().get(0).nanos())
                .isBetween(
                        Duration.ofSeconds(1).toNanos(), Duration.ofSeconds(5).toNanos());
    }

    @Test
    void retryAfterAsADateIsHonoured() {
        // To the second, as the format has it: between one and two seconds from now.
        ZonedDateTime until = ZonedDateTime.now(ZoneOffset.UTC).plusSeconds(2).withNano(0);
        server.next((exchange, request) -> status(
                        429, "", "Retry-After", DateTimeFormatter.RFC_1123_DATE_TIME.format(until))
                .give(exchange, request));
        sendThree();

        assertThat(server.requests().get(1).nanos() - server.requests().get(0).nanos())
                .isBetween(
                        Duration.ofMillis(900).toNanos(), Duration.ofSeconds(6).toNanos());
    }

    @Test
    void closeDoesNotShortenWhatTheServerAskedFor() {
        server.next(status(503, "", "Retry-After", "60"));
        WeirClient client = client().closeTimeout(Duration.ofMillis(200)).build();
        track(client, 0, 1);
        client.flush(Duration.ZERO);
        Await.until(() -> "the refusal", () -> !log.with("answered 503").isEmpty());
        client.close();

        assertThat(server.requests()).hasSize(1);
        assertThat(client.stats().dropped(DropReason.UNSENT)).isEqualTo(1);
    }

    @Test
    void closeEndsADelayOfTheClientsOwn() {
        server.next(status(401, ""));
        WeirClient client = client().retryDelay(Duration.ofMinutes(1), Duration.ofMinutes(1))
                .build();
        track(client, 0, 1);
        client.flush(Duration.ZERO);
        Await.until(() -> "the refusal", () -> !log.with("answered 401").isEmpty());
        client.close();

        assertThat(client.stats().accepted()).isEqualTo(1);
    }

    @Test
    void aServerThatIsNotThereIsTriedAgain() {
        WeirClient client = client().url(LoopbackServer.deadUrl())
                .closeTimeout(Duration.ZERO)
                .build();
        try (client) {
            track(client, 0, 1);
            client.flush(Duration.ZERO);
            Await.until(() -> client.stats().toString(), () -> client.stats().retries() >= 3);

            assertThat(client.stats().buffered()).isEqualTo(1);
            assertThat(log.with("cannot be reached")).hasSize(1);
        }
    }

    @Test
    void aServerThatDoesNotAnswerInTimeIsAskedAgain() {
        server.next(server.silence()).next(server.halfAnAnswer());
        ClientStats stats = sendThree(client().requestTimeout(Duration.ofMillis(200)));

        assertThat(stats.retries()).isEqualTo(2);
        assertSameEventsInEachRequest(3);
        assertThat(log.with("did not answer within 200 ms")).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<html>welcome</html>",
                "[]",
                "{}",
                "{\"received\":3}",
                "{\"received\":3,\"accepted\":1,\"duplicates\":0,\"ignored\":0,\"rejected\":[]}",
                "{\"received\":2,\"accepted\":2,\"duplicates\":0,\"ignored\":0,\"rejected\":[]}",
                "{\"received\":3,\"accepted\":3,\"duplicates\":0,\"ignored\":0"
            })
    void a200ThatDoesNotAccountForTheBatchAcknowledgesNothing(String body) {
        server.next(status(200, body));

        assertThat(sendThree().retries()).isEqualTo(1);
        assertSameEventsInEachRequest(2);
    }

    @Test
    void anEndlessAnswerIsCutOff() {
        server.next((exchange, request) -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] blank = " ".repeat(64 * 1024).getBytes();
            for (int written = 0; written < 4 * BoundedBody.MAX_BYTES; written += blank.length) {
                exchange.getResponseBody().write(blank);
            }
        });

        assertThat(sendThree().retries()).isEqualTo(1);
        assertThat(log.with("more than 8388608 bytes")).hasSize(1);
    }

    @Test
    void theAccountingIsCounted() {
        server.next((exchange, request) -> status(
                        200,
                        LoopbackServer.accounting(
                                8,
                                2,
                                1,
                                2,
                                rejection("missing_field") + "," + rejection("missing_field") + ","
                                        + rejection("bad_timestamp")))
                .give(exchange, request));
        try (WeirClient client = client().build()) {
            track(client, 0, 8);
            assertThat(client.flush(Await.DEADLINE)).isTrue();
            ClientStats stats = client.stats();

            assertThat(List.of(stats.accepted(), stats.duplicates(), stats.ignored(), stats.rejected()))
                    .containsExactly(2L, 1L, 2L, 3L);
            assertBalanced(stats);
        }
        assertThat(log.with("rejected event"))
                .containsExactly(
                        "Weir rejected event e-1 (missing_field, field stepName): The step has no name.",
                        "Weir rejected event e-1 (bad_timestamp, field stepName): The step has no name.");
    }

    private static String rejection(String code) {
        return "{\"index\":1,\"eventId\":\"e-1\",\"code\":\"" + code
                + "\",\"field\":\"stepName\",\"message\":\"The step\\nhas no name.\",\"more\":{\"x\":[1]}}";
    }

    @Test
    void aBodyThatCannotBeReadIsDroppedCountedAndLoggedOnce() {
        String problem = "{\"type\":\"about:blank\",\"title\":\"Bad Request\",\"detail\":\"The body is not JSON.\"}";
        server.next(status(400, problem)).next(status(400, problem));
        try (WeirClient client = client().batchSize(3).build()) {
            track(client, 0, 6);
            assertThat(client.flush(Await.DEADLINE)).as("events were lost").isFalse();
            track(client, 6, 9);
            assertThat(client.flush(Await.DEADLINE)).isTrue();

            assertThat(client.stats().dropped(DropReason.REFUSED)).isEqualTo(6);
            assertBalanced(client.stats());
        }
        assertThat(numbers(server.events())).isEqualTo(range(6, 9));
        assertThat(log.with("answered 400 (The body is not JSON.); such events are dropped"))
                .hasSize(1);
    }

    @Test
    void aBatchThatIsTooLargeIsSplitUntilOnlyTheLargeEventIsLost() {
        server.always((exchange, request) -> {
            boolean large = request.events().stream().anyMatch(event -> event.containsKey("large"));
            if (large) {
                status(413, "").give(exchange, request);
            } else {
                int size = request.events().size();
                status(200, LoopbackServer.accounting(size, size, 0, 0, "")).give(exchange, request);
            }
        });
        try (WeirClient client = client().build()) {
            track(client, 0, 5);
            client.track(Map.of("type", "custom", "n", 5, "large", true));
            track(client, 6, 8);
            assertThat(client.flush(Await.DEADLINE)).isFalse();

            assertThat(client.stats().accepted()).isEqualTo(7);
            assertThat(client.stats().dropped(DropReason.TOO_LARGE)).isEqualTo(1);
            assertThat(client.stats().retries()).isZero();
            assertBalanced(client.stats());
        }
        assertThat(server.requests())
                .extracting(request -> numbers(request.events()))
                .containsExactly(
                        range(0, 8), range(0, 4), range(4, 8), range(4, 6), range(4, 5), range(5, 6), range(6, 8));
    }
}
