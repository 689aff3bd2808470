package dev.weir.cli;

import dev.weir.cli.EventStream.Frame;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Listens to the stream for one job, on a thread of its own, and comes back by itself when the stream is lost. */
final class SignalStream implements AutoCloseable {
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(35);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    /** What the stream brought: a signal, or a reason to ask for it. */
    sealed interface News {
        record Told(FirstSignal signal) implements News {}

        /** It may have missed something, such as all that was before it. */
        record LookAgain() implements News {}

        record Lost() implements News {}
    }

    private final BlockingQueue<News> news = new LinkedBlockingQueue<>();
    private final EventStream stream;
    private final String jobId;
    private final Thread reader = new Thread(this::follow, "signals");
    private volatile boolean closed;
    private int failures;

    SignalStream(Api api, RunName name, String jobId) {
        this.jobId = jobId;
        stream = new EventStream(
                api,
                api.uri(
                        "/api/v1/stream",
                        List.of(
                                Map.entry("topics", "first_signal"),
                                Map.entry("env", name.env()),
                                Map.entry("service", name.service()))),
                LONGEST_SILENCE);
        reader.setDaemon(true);
        reader.start();
    }

    /** Waits for so long. */
    Optional<News> next(Duration longest) throws InterruptedException {
        return Optional.ofNullable(news.poll(longest.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** Whatever keeps the stream from being read, whoever watches can still ask, and will learn why from the answer. */
    private void follow() {
        while (!closed) {
            try {
                stream.read(this::take);
            } catch (IOException | Refusal | JacksonException e) {
                failures++;
                news.add(new News.Lost());
                pause();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private boolean take(Frame frame) {
        failures = 0;
        switch (frame.event()) {
            case "first_signal" -> {
                JsonNode signal = Api.JSON.readTree(frame.data());
                if (signal.path("jobId").asString("").equals(jobId)) {
                    news.add(new News.Told(new FirstSignal(signal)));
                }
            }
            case "hello", "reset" -> news.add(new News.LookAgain());
            default -> {
                // what everybody is told, such as the rate of events
            }
        }
        return !closed;
    }

    private void pause() {
        try {
            Thread.sleep(Math.min(LONGEST_WAIT.toMillis(), 250L << Math.min(failures - 1, 10)));
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    @Override
    public void close() {
        closed = true;
        reader.interrupt();
    }
}
