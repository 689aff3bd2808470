package dev.weir.bench;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** Sends prepared requests over four connections, either as fast as they are answered or by a fixed schedule. */
final class Load implements AutoCloseable {
    private final List<IngestConnection> connections = new ArrayList<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(Workload.CONNECTIONS);
    private final Pieces bodies;
    private final int available;
    private int next;

    Load(URI server, Destination destination, Pieces bodies) throws IOException {
        this.bodies = bodies;
        available = bodies.count() - bodies.count() % Workload.CONNECTIONS;
        for (int i = 0; i < Workload.CONNECTIONS; i++) {
            connections.add(new IngestConnection(server, destination));
        }
    }

    /** @param latencies of all answers in nanoseconds, sorted */
    record Measured(int events, double seconds, long[] latencies) {
        double rate() {
            return events / seconds;
        }

        double latencyMs(double quantile) {
            return latencies[(int) Math.min(latencies.length - 1L, (long) (quantile * latencies.length))] / 1e6;
        }
    }

    int sentEvents() {
        return next * Corpus.BATCH;
    }

    int leftEvents() {
        return (available - next) * Corpus.BATCH;
    }

    /** Each connection sends its next request when the last one is answered. */
    Measured asFastAsAnswered(int events) throws IOException {
        return send(events, 0);
    }

    /** Latency counts from the moment at which a request was due, so that a stall is not hidden by what waits behind. */
    Measured atRate(int events, double eventsPerSecond) throws IOException {
        return send(events, (long) (1e9 * Corpus.BATCH / eventsPerSecond));
    }

    private Measured send(int events, long nanosBetween) throws IOException {
        int first = next;
        int count = Math.min(events / Corpus.BATCH, available - next) / Workload.CONNECTIONS * Workload.CONNECTIONS;
        next += count;
        long[] latencies = new long[count];
        long begin = System.nanoTime();
        List<Callable<Void>> lanes = new ArrayList<>();
        for (int lane = 0; lane < connections.size(); lane++) {
            IngestConnection connection = connections.get(lane);
            int from = lane;
            lanes.add(() -> {
                for (int i = from; i < count; i += connections.size()) {
                    long due = nanosBetween == 0 ? System.nanoTime() : begin + i * nanosBetween;
                    await(due);
                    connection.post(bodies, first + i);
                    latencies[i] = System.nanoTime() - due;
                }
                return null;
            });
        }
        runAll(lanes);
        double seconds = (System.nanoTime() - begin) / 1e9;
        Arrays.sort(latencies);
        return new Measured(count * Corpus.BATCH, seconds, latencies);
    }

    /** @param due as {@link System#nanoTime} has it */
    static void await(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private void runAll(List<Callable<Void>> lanes) throws IOException {
        try {
            for (Future<Void> lane : threads.invokeAll(lanes)) {
                lane.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The benchmark was interrupted.", e);
        }
    }

    @Override
    public void close() throws IOException {
        threads.shutdownNow();
        for (IngestConnection connection : connections) {
            connection.close();
        }
    }
}
