package dev.weir.cli;

import dev.weir.cli.SignalApi.Seen;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reports how fast the first signal came. It never gets in the way: it works beside, waits for at most a second in the end,
 * and nobody hears of it if it fails.
 */
final class SignalTelemetry implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofSeconds(1);
    private static final Pattern TRACE_PARENT = Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-.*");

    private final Api api;
    private final Map<String, String> environment;
    private final Supplier<Instant> began;
    private final boolean wanted;
    private volatile List<Entry<String, String>> place = List.of();
    private final String correlationId = UUID.randomUUID().toString();
    private final ExecutorService sender = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "telemetry");
        thread.setDaemon(true);
        return thread;
    });

    /** @param began when the command was started */
    SignalTelemetry(Api api, Map<String, String> environment, Supplier<Instant> began, boolean wanted) {
        this.api = api;
        this.environment = environment;
        this.began = began;
        this.wanted = wanted;
    }

    private record Event(String type, Instant at, Optional<Seen> seen, String errorCode, String errorMessage) {
        Event(String type, Optional<Seen> seen) {
            this(type, Instant.now(), seen, "", "");
        }
    }

    /** What follows is of this run. To be said once there is one: a name that is mistyped should not become an environment. */
    void of(RunName run) {
        place = List.of(Map.entry("env", run.env()), Map.entry("service", run.service()));
    }

    void started(String jobId) {
        send(jobId, () -> List.of(new Event("signal.start", began.get(), Optional.empty(), "", "")));
    }

    /** @param seen by which the server said where it came from */
    void rendered(String jobId, Seen seen) {
        List<Event> events = new ArrayList<>();
        if (seen.cacheHit()) {
            events.add(new Event("signal.cache_hit", Optional.of(seen)));
        } else if (seen.source().equals("cold_start")) {
            events.add(new Event("signal.cold_start", Optional.of(seen)));
        }
        events.add(new Event("signal.rendered", Optional.of(seen)));
        send(jobId, () -> events);
    }

    /** The time was up before there was a signal. */
    void timedOut(String jobId) {
        Event event = new Event("signal.timeout", Optional.empty());
        send(jobId, () -> List.of(event));
    }

    /** Something else came before a signal. */
    void failed(String jobId, Refusal refusal) {
        String code = refusal.exitCode() == Weir.UNREACHABLE ? "unreachable" : "refused";
        Event event =
                new Event("signal.error", Instant.now(), Optional.empty(), code, String.valueOf(refusal.getMessage()));
        send(jobId, () -> List.of(event));
    }

    /** @param events asked for beside: finding out when the command was started takes a while */
    private void send(String jobId, Supplier<List<Event>> events) {
        if (wanted && !jobId.isEmpty()) {
            sender.execute(() -> report(jobId, events.get()));
        }
    }

    private void report(String jobId, List<Event> events) {
        ArrayNode rows = Api.JSON.createArrayNode();
        events.forEach(event -> rows.add(row(jobId, event)));
        HttpRequest.Builder request = api.request(api.uri("/api/v1/ttfs-events", place))
                .timeout(LONGEST)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(rows.toString()));
        try {
            api.http().send(request.build(), BodyHandlers.discarding());
        } catch (IOException e) {
            // what was measured is lost, and what was watched matters more
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private ObjectNode row(String jobId, Event event) {
        ObjectNode row = Api.JSON.createObjectNode();
        row.put("eventType", event.type);
        row.put("timestamp", event.at.truncatedTo(ChronoUnit.MILLIS).toString());
        row.put("jobId", jobId);
        row.put("surface", surface());
        row.put(
                "ttfsMs",
                Math.max(
                        0,
                        Math.min(
                                Integer.MAX_VALUE,
                                event.at.toEpochMilli() - began.get().toEpochMilli())));
        row.put("device", "cli");
        row.put("release", release());
        row.put("correlationId", correlationId);
        event.seen.ifPresent(seen -> {
            row.put("runId", seen.signal().runId());
            row.put("cacheHit", seen.cacheHit());
            row.put("signalSource", seen.source());
            row.put("kind", seen.signal().kind());
            row.put("phase", seen.signal().phase());
        });
        Matcher trace = TRACE_PARENT.matcher(environment.getOrDefault("TRACEPARENT", ""));
        if (trace.matches()) {
            row.put("traceId", trace.group(1));
            row.put("spanId", trace.group(2));
        }
        if (!event.errorCode.isEmpty()) {
            row.put("errorCode", event.errorCode);
            row.put("errorMessage", event.errorMessage);
        }
        return row;
    }

    private String surface() {
        String ci = environment.getOrDefault("CI", "");
        return ci.isEmpty() || ci.equals("false") ? "cli" : "ci";
    }

    /** As the archive says; classes that were never packed do not know. */
    private static String release() {
        Properties packed = new Properties();
        try (InputStream properties =
                SignalTelemetry.class.getResourceAsStream("/META-INF/maven/dev.weir/weir-cli/pom.properties")) {
            if (properties != null) {
                packed.load(properties);
            }
        } catch (IOException e) {
            return "unpacked";
        }
        return packed.getProperty("version", "unpacked");
    }

    @Override
    public void close() {
        sender.shutdown();
        try {
            if (!sender.awaitTermination(LONGEST.toMillis(), TimeUnit.MILLISECONDS)) {
                sender.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
