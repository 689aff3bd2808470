package dev.weir.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Asks by a fixed schedule over several connections, as many people do who know nothing of each other. */
final class PacedQuestions implements AutoCloseable {
    private static final int CONNECTIONS = 16;

    private final URI server;
    private final List<KeepAliveConnection> connections = new ArrayList<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);

    PacedQuestions(URI server) throws IOException {
        this.server = server;
        for (int i = 0; i < CONNECTIONS; i++) {
            connections.add(new KeepAliveConnection(server));
        }
    }

    /** One kind of question, asked again and again; different threads ask different numbers. */
    interface Asking {
        String path(int number);

        /** Lines of the request's head, each with its end. */
        default String headers(int number) {
            return "";
        }

        /** The first line of the answer begins with it. */
        int status();

        default void take(int number, String answer) {}
    }

    /**
     * Latency counts from the moment at which a question was due, so that a stall is not hidden by what waits behind.
     *
     * @return one per question, in their order, in nanoseconds
     */
    long[] ask(Asking asking, int from, int count, int perSecond) throws IOException {
        long[] latencies = new long[count];
        long nanosBetween = 1_000_000_000L / perSecond;
        long begin = System.nanoTime();
        List<Callable<Void>> lanes = new ArrayList<>();
        for (int lane = 0; lane < CONNECTIONS; lane++) {
            int first = lane;
            lanes.add(() -> {
                for (int i = first; i < count; i += CONNECTIONS) {
                    long due = begin + i * nanosBetween;
                    Load.await(due);
                    askOnce(connections.get(first), asking, from + i);
                    latencies[i] = System.nanoTime() - due;
                }
                return null;
            });
        }
        runAll(lanes);
        return latencies;
    }

    private void askOnce(KeepAliveConnection connection, Asking asking, int number) throws IOException {
        String request = "GET " + asking.path(number) + " HTTP/1.1\r\nHost: " + server.getAuthority() + "\r\n"
                + asking.headers(number) + "\r\n";
        String answer = connection.exchange(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
        if (!answer.startsWith("HTTP/1.1 " + asking.status())) {
            throw new IOException("Weir did not answer " + asking.path(number) + " with " + asking.status() + ", but: "
                    + answer.strip().replaceAll("\\s*\\R\\s*", " "));
        }
        asking.take(number, answer);
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
        for (KeepAliveConnection connection : connections) {
            connection.close();
        }
    }
}
