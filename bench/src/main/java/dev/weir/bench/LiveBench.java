package dev.weir.bench;

import dev.weir.bench.Figure.Goal;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/** From an event's acknowledgement to the screen of a real browser, while others are sent. */
final class LiveBench {
    static final int EVENTS = 300_000;
    private static final int WARM_UP_EVENTS = 100_000;
    private static final int RATE = 1_000;
    private static final int WARM_UP_TIMES = 30; // meanwhile both sides compile what they need for it
    private static final int TIMES = 100;

    private final Workplace workplace;
    private final Consumer<String> progress;

    LiveBench(Workplace workplace, Consumer<String> progress) {
        this.workplace = workplace;
        this.progress = progress;
    }

    Report run() throws IOException {
        Path script = Path.of(String.valueOf(System.getenv("WEIR_HOME")), "ui", "browser", "latency.mjs");
        if (!Files.exists(script)) {
            throw new IOException("The part that drives the browser, " + script
                    + ", is missing: this benchmark works in the project's directory only.");
        }
        progress.accept("Preparing events");
        try (Corpus corpus = Corpus.write(workplace.directory(), EVENTS)) {
            progress.accept("Starting Weir on a fresh database");
            WeirProcess weir = WeirProcess.start(workplace);
            try (Load load = new Load(weir.url(), Destination.EVENTS, corpus.bodies())) {
                progress.accept("Warming Weir up");
                load.asFastAsAnswered(WARM_UP_EVENTS);
                progress.accept("Watching with 1,000 events per second");
                return report(measure(load, weir.url(), script));
            }
        }
    }

    private static double[] measure(Load load, URI url, Path script) throws IOException {
        CompletableFuture<Void> flowing = CompletableFuture.runAsync(() -> {
            try {
                load.atRate(load.leftEvents(), RATE);
            } catch (IOException e) {
                throw new CompletionException(e);
            }
        });
        double[] ms = watch(url, script);
        if (flowing.isDone()) {
            throw new IOException("The events ran out before the browser had seen enough: the machine is too busy.");
        }
        return ms;
    }

    private static double[] watch(URI url, Path script) throws IOException {
        Process browser = new ProcessBuilder(
                        "node", script.toString(), url.toString(), Integer.toString(WARM_UP_TIMES + TIMES))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = browser.inputReader(StandardCharsets.UTF_8)) {
            double[] ms =
                    lines.lines().mapToDouble(Double::parseDouble).sorted().toArray();
            if (ms.length < TIMES) {
                throw new IOException("The browser saw only " + ms.length + " of " + TIMES + " changes.");
            }
            return ms;
        } finally {
            browser.destroy();
        }
    }

    private static Report report(double[] ms) {
        Report report = new Report("1,000 events per second, " + TIMES + " changes of a row in a real browser");
        report.add(Figure.of("p50", "acknowledged until shown, p50", ms[TIMES / 2], "ms", ""));
        report.add(Figure.of(
                        "p95",
                        "    p95",
                        ms[TIMES * 95 / 100 - 1],
                        "ms",
                        "mean " + Math.round(Arrays.stream(ms).average().orElse(0)) + " ms")
                .with(Goal.atMost(300)));
        report.add(Figure.of("slowest", "    slowest", ms[TIMES - 1], "ms", ""));
        return report;
    }
}
