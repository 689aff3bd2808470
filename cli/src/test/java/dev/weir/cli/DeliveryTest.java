package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.cli.Delivery.Event;
import dev.weir.cli.Delivery.Patience;
import dev.weir.cli.IngestStandIn.Reply;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeliveryTest {
    private static final List<Event> BATCH =
            List.of(new Event("{}".getBytes(StandardCharsets.UTF_8), new Place(0, "a.json", 1, 0)));

    private final IngestStandIn server = new IngestStandIn();
    private final Tally tally = new Tally();

    @AfterEach
    void stop() {
        server.close();
    }

    private Delivery delivery(Duration patience) {
        return new Delivery(URI.create(server.url()), Optional.empty(), new Patience(patience, patience), tally);
    }

    @Test
    void waitsAsLongAsTheServerAsks() throws InterruptedException {
        server.firstReplies.add(new Reply(503, "1", ""));
        long begin = System.nanoTime();

        delivery(Duration.ofSeconds(30)).deliver(BATCH);

        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(1_000));
        assertThat(server.requests).hasSize(2);
        assertThat(tally.received()).isEqualTo(1);
    }

    @Test
    void countsWhatWaitsForAJob() throws InterruptedException {
        server.firstReplies.add(Reply.of(202, """
                {"received":1,"queued":1,"rejected":[]}"""));
        delivery(Duration.ofSeconds(30)).deliver(BATCH);

        StringWriter printed = new StringWriter();
        tally.print(new PrintWriter(printed));
        assertThat(printed).hasToString("1 received = 1 queued + 0 rejected\n");
    }

    @Test
    void doesNotWaitBeyondItsPatience() {
        server.replies = request -> new Reply(503, "7", "{\"detail\":\"The queue is full.\"}");

        assertThatThrownBy(() -> delivery(Duration.ofSeconds(5)).deliver(BATCH))
                .isInstanceOf(Refusal.class)
                .hasMessage("The server at " + server.url()
                        + " answered 503 (The queue is full): try again when it is there again.")
                .extracting(refusal -> ((Refusal) refusal).exitCode())
                .isEqualTo(3);
        assertThat(server.requests).hasSize(1);
        assertThat(tally.received()).isZero();
    }

    @Test
    void doesNotAskAServerAgainThatWillNeverTakeEvents() {
        server.replies = request -> Reply.of(501, "");

        assertThatThrownBy(() -> delivery(Duration.ofSeconds(5)).deliver(BATCH))
                .hasMessage("The server at " + server.url() + " answered 501: check --url.");
        assertThat(server.requests).hasSize(1);
    }
}
