package dev.weir.server.crash;

import dev.weir.core.event.RunKey;
import dev.weir.server.access.Scope;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.SentEvent;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Senders that behave as emitters do: each batch again and again until it is acknowledged, and every now and then twice. */
final class Load implements AutoCloseable {
    private static final int SENDERS = 4;
    private static final int WORKFLOWS_AT_A_TIME = 30;

    private final Supplier<String> url;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final Queue<SentEvent> acknowledged = new ConcurrentLinkedQueue<>();
    private final AtomicInteger batches = new AtomicInteger();
    private final Queue<String> surprises = new ConcurrentLinkedQueue<>();
    private final List<Thread> senders = new ArrayList<>();
    private volatile boolean stopping;

    /** @param url which server to send to now */
    Load(long seed, Supplier<String> url) {
        this.url = url;
        for (int i = 0; i < SENDERS; i++) {
            long own = seed * SENDERS + i;
            Thread sender = new Thread(() -> send(own), "sender-" + i);
            senders.add(sender);
            sender.start();
        }
    }

    private void send(long seed) {
        Random random = new Random(seed);
        while (!stopping) {
            List<SentEvent> traffic = RunHistories.traffic(random.nextLong(), Scope.LOCAL_ORG, WORKFLOWS_AT_A_TIME);
            for (int from = 0; from < traffic.size() && !stopping; ) {
                int to = Math.min(traffic.size(), from + 1 + random.nextInt(100));
                List<SentEvent> batch = traffic.subList(from, to);
                if (deliver(batch) && (random.nextInt(10) > 0 || deliver(batch))) {
                    acknowledged.addAll(batch);
                }
                from = to;
            }
        }
    }

    /** @return whether it was acknowledged before the end */
    private boolean deliver(List<SentEvent> batch) {
        String body = EventJson.batch(batch);
        while (!stopping) {
            try {
                HttpResponse<String> answer = client.send(
                        HttpRequest.newBuilder(URI.create(url.get() + "/api/v1/events"))
                                .timeout(Duration.ofSeconds(30))
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString());
                if (answer.statusCode() == 200) {
                    batches.incrementAndGet();
                    return true;
                }
                if (answer.statusCode() != 503) {
                    surprises.add(answer.statusCode() + " " + answer.body());
                }
            } catch (IOException e) {
                Thread.onSpinWait(); // it is being killed; that is the point
            } catch (InterruptedException e) {
                return false;
            }
        }
        return false;
    }

    int batches() {
        return batches.get();
    }

    /** Answers other than 200 and 503. */
    Collection<String> surprises() {
        return surprises;
    }

    Map<RunKey, List<SentEvent>> acknowledged() {
        return acknowledged.stream().collect(Collectors.groupingBy(SentEvent::key));
    }

    @Override
    public void close() {
        stopping = true;
        for (Thread sender : senders) {
            try {
                sender.join(TimeUnit.SECONDS.toMillis(40));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
