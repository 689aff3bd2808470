package dev.weir.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Requests of 100 events at a fixed pace, made when they are due, and when each of them was acknowledged. */
final class SteadyTraffic implements AutoCloseable {
    private final IngestConnection connection;
    private final long nanosBetween;
    private final Supplier<byte[]> bodies;
    private final List<Long> acknowledged = new ArrayList<>();
    private final Thread thread = new Thread(this::send, "bench-traffic");
    private volatile boolean ended;
    private volatile @Nullable IOException failure;

    /** Over one connection: what stops one request stops all, and shows. */
    SteadyTraffic(IngestConnection connection, int requestsPerSecond, Supplier<byte[]> bodies) {
        this.connection = connection;
        this.nanosBetween = TimeUnit.SECONDS.toNanos(1) / requestsPerSecond;
        this.bodies = bodies;
        thread.setDaemon(true);
        thread.start();
    }

    private void send() {
        long due = System.nanoTime();
        while (!ended) {
            try {
                connection.post(bodies.get(), Corpus.BATCH);
            } catch (IOException e) {
                failure = e;
                return;
            }
            synchronized (acknowledged) {
                acknowledged.add(System.nanoTime());
            }
            due += nanosBetween;
            Load.await(due);
        }
    }

    /** The longest time without an acknowledgement, in milliseconds, between two moments of {@link System#nanoTime}. */
    double longestGapMs(long from, long to) throws IOException {
        IOException why = failure;
        if (why != null) {
            throw why;
        }
        long last = from;
        long longest = 0;
        synchronized (acknowledged) {
            for (long at : acknowledged) {
                if (at > from && at < to) {
                    longest = Math.max(longest, at - last);
                    last = at;
                }
            }
        }
        return Math.max(longest, to - last) / 1e6;
    }

    @Override
    public void close() {
        ended = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
