package dev.weir.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Reads a stream of server-sent events, and knows from where to go on when it breaks off. */
final class EventStream {
    record Frame(String event, String data) {}

    private final Api api;
    private final URI uri;
    private final Duration longestSilence;
    private String lastId = "";
    private volatile long heardAt;

    /** @param longestSilence after which a connection counts as lost; the server beats more often */
    EventStream(Api api, URI uri, Duration longestSilence) {
        this.api = api;
        this.uri = uri;
        this.longestSilence = longestSilence;
    }

    /**
     * Reads until the connection breaks, which is an IOException, or the reader has had enough.
     *
     * @param reader answers whether it wants more
     */
    void read(Predicate<Frame> reader) throws IOException, InterruptedException {
        HttpRequest.Builder request = api.request(uri).header("Accept", "text/event-stream");
        if (!lastId.isEmpty()) {
            request.header("Last-Event-ID", lastId);
        }
        HttpResponse<InputStream> response = api.http().send(request.build(), BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            if (response.statusCode() != 200) {
                throw api.refusal(response.statusCode(), body.readAllBytes());
            }
            readFrames(body, reader);
        }
    }

    private void readFrames(InputStream body, Predicate<Frame> reader) throws IOException {
        ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "silence");
            thread.setDaemon(true);
            return thread;
        });
        heardAt = System.nanoTime();
        long period = longestSilence.toMillis() / 4 + 1;
        watch.scheduleAtFixedRate(() -> closeIfSilent(body), period, period, TimeUnit.MILLISECONDS);
        try {
            parse(new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8)), reader);
        } finally {
            watch.shutdownNow();
        }
    }

    private void closeIfSilent(InputStream body) {
        if (System.nanoTime() - heardAt > longestSilence.toNanos()) {
            try {
                body.close();
            } catch (IOException e) {
                heardAt = System.nanoTime(); // tried again after another silence
            }
        }
    }

    private void parse(BufferedReader lines, Predicate<Frame> reader) throws IOException {
        String event = "";
        String id = "";
        StringBuilder data = new StringBuilder();
        while (true) {
            String line = lines.readLine();
            if (line == null) {
                throw new IOException("the connection was closed");
            }
            heardAt = System.nanoTime();
            if (line.isEmpty()) {
                boolean more = data.isEmpty() || reader.test(new Frame(event, data.toString()));
                lastId = id.isEmpty() ? lastId : id;
                if (!more) {
                    return;
                }
                event = "";
                data.setLength(0);
            } else if (line.startsWith("event:")) {
                event = value(line);
            } else if (line.startsWith("id:")) {
                id = value(line);
            } else if (line.startsWith("data:")) {
                data.append(data.isEmpty() ? "" : "\n").append(value(line));
            }
        }
    }

    private static String value(String line) {
        String value = line.substring(line.indexOf(':') + 1);
        return value.startsWith(" ") ? value.substring(1) : value;
    }
}
