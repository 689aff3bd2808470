package dev.weir.server.stream;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Follows a stream as a browser does, over real HTTP. */
final class Listener implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** @param id null if the frame carries no position */
    record Frame(String event, @Nullable Long id, JsonNode data) {}

    private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();
    private final List<Long> positions = new ArrayList<>();
    private final List<Frame> passed = new ArrayList<>();
    private final URI address;
    private volatile InputStream body;
    private volatile @Nullable Long lastPosition;
    private volatile boolean closed;

    Listener(String url, String query, @Nullable Long after) throws IOException, InterruptedException {
        this.address = URI.create(url + "/api/v1/stream" + query);
        this.lastPosition = after;
        this.body = connect();
        Thread reader = new Thread(this::readAll, "listener");
        reader.setDaemon(true);
        reader.start();
    }

    private InputStream connect() throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(address);
        if (lastPosition != null) {
            request.header("Last-Event-ID", lastPosition.toString());
        }
        HttpResponse<InputStream> response =
                HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            throw new IOException("The stream answered " + response.statusCode());
        }
        return response.body();
    }

    /** As browsers do, it comes back with the last position whenever the connection ends. */
    private void readAll() {
        while (!closed) {
            try {
                read();
            } catch (IOException e) {
                // closed by the test, or dropped by the server
            }
            try {
                if (!closed) {
                    body = connect();
                }
            } catch (IOException e) {
                return;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void read() throws IOException {
        String event = "";
        Long id = null;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("event: ")) {
                    event = line.substring(7);
                } else if (line.startsWith("id: ")) {
                    id = Long.valueOf(line.substring(4));
                    lastPosition = id;
                } else if (line.startsWith("data: ")) {
                    frames.add(new Frame(event, id, JSON.readTree(line.substring(6))));
                    id = null;
                }
            }
        }
    }

    /** The next frame of this kind that fits, whatever comes before it. */
    Frame await(String event, Predicate<JsonNode> fits) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            Frame frame = frames.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (frame == null) {
                throw new AssertionError("No " + event + " came within " + PATIENCE);
            }
            if (frame.id() != null) {
                positions.add(frame.id());
            }
            if (frame.event().equals(event) && fits.test(frame.data())) {
                return frame;
            }
            passed.add(frame);
        }
    }

    /** The same, if it did not come already, before something that was awaited. */
    void awaitAtAnyTime(String event, Predicate<JsonNode> fits) throws InterruptedException {
        if (passed.stream().noneMatch(frame -> frame.event().equals(event) && fits.test(frame.data()))) {
            await(event, fits);
        }
    }

    /** All positions that were seen so far, in order. */
    List<Long> positions() {
        return positions;
    }

    /** The last position that was seen, waiting for one if there is none yet. */
    long position() throws InterruptedException {
        if (positions.isEmpty()) {
            await("rate", data -> true);
        }
        return positions.get(positions.size() - 1);
    }

    @Override
    public void close() throws IOException {
        closed = true;
        body.close();
    }
}
