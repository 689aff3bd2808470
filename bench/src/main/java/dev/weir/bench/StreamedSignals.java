package dev.weir.bench;

import dev.weir.bench.Figure.Goal;
import dev.weir.bench.SignalsBench.Amounts;
import dev.weir.core.event.RunKey;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** From sending an event until the stream tells the signal that it changes, while others are sent. */
final class StreamedSignals {
    private static final int RATE = 1_000;
    private static final int WARM_UP_TIMES = 20;
    private static final long PAUSE_MS = 100;
    private static final int EVENTS_BESIDE_CHANGE = 500; // half a second of them, which is several times what one takes
    private static final long LONGEST_S = 30;
    private static final double MOST_MS = 200;
    private static final String SERVICE = "watched";

    private final Workplace workplace;
    private final WeirProcess weir;
    private final Amounts amounts;
    private final Consumer<String> progress;

    StreamedSignals(Workplace workplace, WeirProcess weir, Amounts amounts, Consumer<String> progress) {
        this.workplace = workplace;
        this.weir = weir;
        this.amounts = amounts;
        this.progress = progress;
    }

    static int events(Amounts amounts) {
        return amounts.warmUpEvents() + (WARM_UP_TIMES + amounts.changes()) * EVENTS_BESIDE_CHANGE;
    }

    List<Figure> measure() throws IOException {
        progress.accept("Preparing events");
        try (Corpus corpus = Corpus.write(workplace.directory(), events(amounts));
                Load load = new Load(weir.url(), Destination.EVENTS, corpus.bodies())) {
            progress.accept("Warming ingest up");
            load.asFastAsAnswered(amounts.warmUpEvents());
            progress.accept("Following the stream with 1,000 events per second");
            CompletableFuture<Void> flowing = CompletableFuture.runAsync(() -> {
                try {
                    load.atRate(load.leftEvents(), RATE);
                } catch (IOException e) {
                    throw new CompletionException(e);
                }
            });
            Latencies latencies = follow();
            if (flowing.isDone()) {
                throw new IOException("The events ran out before enough signals changed: the machine is too busy.");
            }
            return figures(latencies);
        }
    }

    private Latencies follow() throws IOException {
        HttpRequest request = HttpRequest.newBuilder(
                        weir.url().resolve("/api/v1/stream?topics=first_signal&env=production&service=" + SERVICE))
                .build();
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        try (InputStream stream = HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofInputStream())
                        .body();
                IngestConnection events = new IngestConnection(weir.url(), Destination.EVENTS)) {
            Thread reader = new Thread(() -> read(stream, told), "bench-stream");
            reader.setDaemon(true);
            reader.start();
            return changes(events, told);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The benchmark was interrupted.", e);
        }
    }

    private static void read(InputStream stream, BlockingQueue<String> told) {
        BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
        try {
            lines.lines().filter(line -> line.startsWith("data:")).forEach(told::add);
        } catch (UncheckedIOException closed) {
            // Enough was heard. If it is the server that closed it, whoever waits for a change says so.
        }
    }

    /** Each of another run, which has started before: what changes is its signal, as for somebody who watches it. */
    private Latencies changes(IngestConnection events, BlockingQueue<String> told)
            throws IOException, InterruptedException {
        List<long[]> latencies = new ArrayList<>();
        for (int i = 0; i < WARM_UP_TIMES + amounts.changes(); i++) {
            String id = "watched-" + i;
            change(events, told, id, "workflow.started", "", "\"kind\":\"started\"");
            Load.await(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PAUSE_MS));
            long took =
                    change(events, told, id, "step.started", ",\"stepName\":\"scan\",\"attempt\":1", "Running scan.");
            if (i >= WARM_UP_TIMES) {
                latencies.add(new long[] {took});
            }
        }
        return Latencies.of(latencies);
    }

    private static long change(
            IngestConnection events, BlockingQueue<String> told, String id, String type, String more, String words)
            throws IOException, InterruptedException {
        String job =
                new RunKey(StoredRunLoader.ORG, "production", SERVICE, id).id().toString();
        String event = """
                [{"eventId":"%s","type":"%s","timestamp":"%s","env":"production","serviceKey":"%s","workflowId":"%s",\
                "workflowName":"build"%s}]""".formatted(UUID.randomUUID(), type, Instant.now(), SERVICE, id, more);
        long began = System.nanoTime();
        events.post(event.getBytes(StandardCharsets.UTF_8), 1);
        while (true) {
            String data = told.poll(LONGEST_S, TimeUnit.SECONDS);
            if (data == null) {
                throw new IOException(
                        "The stream did not tell within " + LONGEST_S + " s that job " + job + " changed.");
            }
            if (data.contains(job) && data.contains(words)) {
                return System.nanoTime() - began;
            }
        }
    }

    private List<Figure> figures(Latencies latencies) {
        String how = String.format(
                Locale.ROOT, "from sending it, %d changes, with %,d other events a second", latencies.count(), RATE);
        return List.of(
                Figure.of(
                        "streamP50", "(c) event until the stream tells its signal, p50", latencies.ms(0.5), "ms", how),
                Figure.of("streamP95", "    p95", latencies.ms(0.95), "ms", how).with(Goal.atMost(MOST_MS)),
                Figure.of("streamSlowest", "    slowest", latencies.ms(1), "ms", how));
    }
}
