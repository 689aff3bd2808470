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
public final class Listener implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** @param id null if the frame carries no position */
    public record Frame(String event, @Nullable Long id, JsonNode data) {}

    private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();
    private final List<Long> positions = new ArrayList<>();
    private final List<Frame> passed = new ArrayList<>();
    private final InputStream body;
    private final Thread reader;

    public Listener(String url, String query, @Nullable Long after) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + "/api/v1/stream" + query));
        if (after != null) {
            request.header("Last-Event-ID", after.toString());
        }
        HttpResponse<InputStream> response =
                HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            throw new IOException("The stream answered " + response.statusCode());
        }
        body = response.body();
        reader = new Thread(this::read, "listener");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        String event = "";
        Long id = null;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("event: ")) {
                    event = line.substring(7);
                } else if (line.startsWith("id: ")) {
                    id = Long.valueOf(line.substring(4));
                } else if (line.startsWith("data: ")) {
                    frames.add(new Frame(event, id, JSON.readTree(line.substring(6))));
                    id = null;
                }
            }
        } catch (IOException e) {
            // closed by the test, or dropped by the server
        }
    }

    /** The next frame of this kind that fits, whatever comes before it. */
    public Frame await(String event, Predicate<JsonNode> fits) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            Frame frame = frames.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (frame == null) {
                throw new AssertionError("No " + event + " came within " + PATIENCE + ", only " + passed
                        + (reader.isAlive() ? "" : ", and the connection ended"));
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

    /** What came before something that was awaited. */
    public List<Frame> passed() {
        return passed;
    }

    /** All positions that were seen so far, in order. */
    public List<Long> positions() {
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
        body.close();
    }
}
