package dev.weir.cli;

import dev.weir.cli.demo.Channel;
import dev.weir.cli.demo.DemoEvent;
import dev.weir.cli.demo.Family;
import dev.weir.cli.demo.Playback;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** Sends the demonstration to a server, as any sender would: first what has happened lately, then what happens. */
final class DemoFeed implements Runnable {
    private static final Logger log = LoggerFactory.getLogger(DemoFeed.class);
    private static final Duration HISTORY = Duration.ofHours(6);
    private static final Duration PULSE = Duration.ofMillis(200);
    private static final int BATCH = 2_000;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final URI server;
    private final Clock clock;
    private final Duration history;
    private final Map<Channel, Delivery> deliveries = new EnumMap<>(Channel.class);
    private final Tally tally = new Tally();

    DemoFeed(URI server, Clock clock, Duration history) {
        this.server = server;
        this.clock = clock;
        this.history = history;
        for (Channel channel : Channel.values()) {
            URI endpoint = URI.create(server + channel.path());
            deliveries.put(channel, new Delivery(endpoint, Optional.empty(), Delivery.Patience.USUAL, tally));
        }
    }

    /** Starts it beside a server. @return what stops it */
    static Runnable beside(String url) {
        Thread thread = new Thread(new DemoFeed(URI.create(url), Clock.systemUTC(), HISTORY), "demo");
        thread.setDaemon(true);
        thread.start();
        return thread::interrupt;
    }

    @Override
    public void run() {
        try {
            Playback playback = playback();
            sendHappened(playback);
            log.info("The demonstration has caught up with the present and goes on live");
            while (true) {
                Thread.sleep(PULSE.toMillis());
                sendHappened(playback);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // asked to stop
        } catch (RuntimeException e) {
            log.warn("The demonstration has ended: {}", String.valueOf(e.getMessage()));
        }
    }

    /** Where an earlier demonstration stopped, else some hours back; the runs that it left open go on. */
    Playback playback() {
        long now = clock.millis();
        DemoTraces traces = DemoTraces.of(server);
        long after = Math.max(now - history.toMillis(), traces.toldUpTo());
        Playback playback = new Playback(Family.ALL, after, now);
        traces.open().forEach(mark -> playback.resume(mark, traces.toldUpTo()));
        return playback;
    }

    void sendHappened(Playback playback) throws InterruptedException {
        while (true) {
            List<DemoEvent> events = playback.until(clock.millis(), BATCH);
            if (events.isEmpty()) {
                return;
            }
            for (Map.Entry<Channel, Delivery> one : deliveries.entrySet()) {
                List<Delivery.Event> batch = events.stream()
                        .filter(event -> event.channel() == one.getKey())
                        .map(DemoFeed::encoded)
                        .toList();
                if (!batch.isEmpty()) {
                    one.getValue().deliver(batch);
                }
            }
            if (tally.rejected() > 0) {
                throw new IllegalStateException("the server has rejected an event; /api/v1/rejected says why");
            }
        }
    }

    private static Delivery.Event encoded(DemoEvent event) {
        return new Delivery.Event(JSON.writeValueAsBytes(event.fields()), new Place(0, "demo", 0, 0));
    }
}
