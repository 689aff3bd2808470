package dev.weir.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks every few seconds at what the server says of its heap, and at the memory of its process. */
final class MemoryWatch implements AutoCloseable {
    private static final Pattern USED =
            Pattern.compile("^jvm_memory_used_bytes\\{[^}]*area=\"heap\"[^}]*} (\\S+)", Pattern.MULTILINE);
    private static final Pattern AFTER_COLLECTION =
            Pattern.compile("^jvm_gc_live_data_size_bytes(?:\\{[^}]*})? (\\S+)", Pattern.MULTILINE);
    private static final Pattern MOST_RESIDENT = Pattern.compile("VmHWM:\\s+(\\d+) kB");
    private static final int SECONDS_BETWEEN = 2;

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final HttpClient http = HttpClient.newHttpClient();
    private final HttpRequest request;
    private final long pid;
    private volatile double peak;
    private volatile double afterCollection;

    MemoryWatch(URI server, long pid) {
        this.pid = pid;
        request = HttpRequest.newBuilder(server.resolve("/metrics")).build();
        thread.scheduleWithFixedDelay(this::look, 0, SECONDS_BETWEEN, TimeUnit.SECONDS);
    }

    private void look() {
        try {
            String metrics = http.send(request, BodyHandlers.ofString()).body();
            peak = Math.max(peak, sum(USED.matcher(metrics)));
            afterCollection = Math.max(afterCollection, sum(AFTER_COLLECTION.matcher(metrics)));
        } catch (IOException e) {
            return; // the next look may succeed; if none does, nothing is reported
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static double sum(Matcher values) {
        return values.results()
                .mapToDouble(value -> Double.parseDouble(value.group(1)))
                .sum();
    }

    double peakHeapMb() {
        return megabytes(peak);
    }

    /** What a full or mixed collection left, at most; 0 if there was none. */
    double heapAfterCollectionMb() {
        return megabytes(afterCollection);
    }

    double peakResidentMb() {
        try {
            Matcher most = MOST_RESIDENT.matcher(Files.readString(Path.of("/proc/" + pid + "/status")));
            return most.find() ? megabytes(Double.parseDouble(most.group(1)) * 1024) : Double.NaN;
        } catch (IOException e) {
            return Double.NaN; // not Linux
        }
    }

    private static double megabytes(double bytes) {
        return bytes / (1 << 20);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
