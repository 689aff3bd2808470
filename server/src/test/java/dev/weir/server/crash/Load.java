package dev.weir.server.crash;

import dev.weir.server.access.Scope;
import dev.weir.testkit.EventJson;
import dev.weir.testkit.RunHistories;
import dev.weir.testkit.SessionTraffic;
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
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Senders that behave as emitters do: each batch again and again until it is acknowledged, and every now and then twice.
 * They tell of runs, and of live-video sessions with the snapshots of their orchestrators.
 */
final class Load implements AutoCloseable {
    private static final int SENDERS = 4;
    private static final int WORKFLOWS_AT_A_TIME = 30;
    private static final int SESSIONS_AT_A_TIME = 20;

    private record Batch(String path, String body, List<UUID> ids) {}

    private final Supplier<String> url;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final Queue<UUID> acknowledged = new ConcurrentLinkedQueue<>();
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
            List<Batch> traffic = random.nextInt(3) == 0 ? ofSessions(random) : ofRuns(random);
            for (int i = 0; i < traffic.size() && !stopping; i++) {
                Batch batch = traffic.get(i);
                if (deliver(batch) && (random.nextInt(10) > 0 || deliver(batch))) {
                    acknowledged.addAll(batch.ids());
                }
            }
        }
    }

    private static List<Batch> ofRuns(Random random) {
        return pieces(RunHistories.traffic(random.nextLong(), Scope.LOCAL_ORG, WORKFLOWS_AT_A_TIME), random).stream()
                .map(piece -> new Batch(
                        "/api/v1/events",
                        EventJson.batch(piece),
                        piece.stream().map(sent -> sent.event().id()).toList()))
                .toList();
    }

    private static List<Batch> ofSessions(Random random) {
        long firstSeed = random.nextInt() * 1000L; // sessions are named by their seeds
        Map<String, List<SessionTraffic.Sent>> byQuery = SessionTraffic.of(firstSeed, SESSIONS_AT_A_TIME).stream()
                .collect(Collectors.groupingBy(SessionTraffic.Sent::query, TreeMap::new, Collectors.toList()));
        List<Batch> batches = new ArrayList<>();
        byQuery.forEach((query, sent) -> pieces(sent, random)
                .forEach(piece -> batches.add(new Batch(
                        "/api/v1/network-events?" + query,
                        piece.stream().map(SessionTraffic.Sent::json).collect(Collectors.joining(",", "[", "]")),
                        piece.stream().map(SessionTraffic.Sent::id).toList()))));
        Collections.shuffle(batches, random);
        return batches;
    }

    private static <T> List<List<T>> pieces(List<T> all, Random random) {
        List<List<T>> pieces = new ArrayList<>();
        for (int from = 0; from < all.size(); ) {
            int to = Math.min(all.size(), from + 1 + random.nextInt(100));
            pieces.add(all.subList(from, to));
            from = to;
        }
        return pieces;
    }

    /** @return whether it was acknowledged before the end */
    private boolean deliver(Batch batch) {
        while (!stopping) {
            try {
                HttpResponse<String> answer = client.send(
                        HttpRequest.newBuilder(URI.create(url.get() + batch.path()))
                                .timeout(Duration.ofSeconds(30))
                                .POST(BodyPublishers.ofString(batch.body()))
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

    /** The ids of events that are in the log, if the server keeps its word. */
    Set<UUID> acknowledged() {
        return Set.copyOf(acknowledged);
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
