package dev.weir.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Settings of a {@link WeirClient}; only the URL is usually given, every other one has a default that serves. */
public final class WeirClientBuilder {

    private URI url = URI.create("http://127.0.0.1:8420");
    private @Nullable String apiKey;
    private @Nullable String env;
    private @Nullable String serviceKey;
    private int batchEvents = 100;
    private Duration maxDelay = Duration.ofSeconds(1);
    private boolean gzip = true;
    private int bufferEvents = 10_000;
    private long bufferBytes = 16L * 1024 * 1024;
    private int maxEventBytes = 256 * 1024;
    private @Nullable Path spoolDirectory;
    private long spoolBytes = 256L * 1024 * 1024;
    private boolean syncEveryBatch;
    private Duration connectTimeout = Duration.ofSeconds(5);
    private Duration requestTimeout = Duration.ofSeconds(15);
    private Duration closeTimeout = Duration.ofSeconds(5);
    private Duration firstRetryDelay = Duration.ofMillis(200);
    private Duration longestRetryDelay = Duration.ofSeconds(30);
    private Clock clock = Clock.systemUTC();

    WeirClientBuilder() {}

    /** Where Weir is, such as {@code http://127.0.0.1:8420}, which is the default. */
    public WeirClientBuilder url(String weir) {
        try {
            url = new URI(weir);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(
                    "The URL " + weir + " cannot be read; it must be like http://host:8420.", e);
        }
        return this;
    }

    /** Sent as {@code Authorization: Bearer} with every request. */
    public WeirClientBuilder apiKey(@Nullable String key) {
        apiKey = key;
        return this;
    }

    /** The environment of every event that does not name its own. */
    public WeirClientBuilder env(@Nullable String environment) {
        env = environment;
        return this;
    }

    /** The service of every event that does not name its own. */
    public WeirClientBuilder serviceKey(@Nullable String service) {
        serviceKey = service;
        return this;
    }

    /** A batch is sent when it has so many events (100). */
    public WeirClientBuilder batchSize(int events) {
        batchEvents = events;
        return this;
    }

    /** A batch is sent when its first event has waited so long (1 s). */
    public WeirClientBuilder maxDelay(Duration delay) {
        maxDelay = delay;
        return this;
    }

    /** Whether bodies of more than a kilobyte are compressed (yes). */
    public WeirClientBuilder gzip(boolean compress) {
        gzip = compress;
        return this;
    }

    /** What may wait in memory (10,000 events, 16 MiB); beyond the half of it the spool is used, if there is one. */
    public WeirClientBuilder bufferLimit(int events, long bytes) {
        bufferEvents = events;
        bufferBytes = bytes;
        return this;
    }

    /** The largest event (256 KiB): larger inputs, outputs and results are cut. */
    public WeirClientBuilder maxEventBytes(int bytes) {
        maxEventBytes = bytes;
        return this;
    }

    /** Where events are kept while Weir is away (none: in memory only). Each process needs a directory of its own. */
    public WeirClientBuilder spoolDirectory(@Nullable Path directory) {
        spoolDirectory = directory;
        return this;
    }

    /** How many bytes the spool may take (256 MiB). */
    public WeirClientBuilder spoolLimit(long bytes) {
        spoolBytes = bytes;
        return this;
    }

    /**
     * Whether the disk is made to keep each batch before the next (no: each file of a few megabytes when it is full).
     * It matters only when the machine itself goes down: what was written survives the end of the process either way.
     */
    public WeirClientBuilder syncEveryBatch(boolean sync) {
        syncEveryBatch = sync;
        return this;
    }

    /** How long a connection may take (5 s). */
    public WeirClientBuilder connectTimeout(Duration timeout) {
        connectTimeout = timeout;
        return this;
    }

    /** How long an answer may take (15 s). */
    public WeirClientBuilder requestTimeout(Duration timeout) {
        requestTimeout = timeout;
        return this;
    }

    /** How long {@link WeirClient#close} may try to send what still waits (5 s). */
    public WeirClientBuilder closeTimeout(Duration timeout) {
        closeTimeout = timeout;
        return this;
    }

    /** Bounds of the delay between retries (200 ms to 30 s). */
    public WeirClientBuilder retryDelay(Duration first, Duration longest) {
        firstRetryDelay = first;
        longestRetryDelay = longest;
        return this;
    }

    WeirClientBuilder clock(Clock source) {
        clock = source;
        return this;
    }

    /**
     * Starts the client.
     *
     * @throws IllegalArgumentException with one sentence about the first setting that is wrong
     */
    public WeirClient build() {
        return new WeirClient(settings());
    }

    ClientSettings settings() {
        return new ClientSettings(
                url,
                apiKey,
                env,
                serviceKey,
                batchEvents,
                maxDelay,
                gzip,
                bufferEvents,
                bufferBytes,
                maxEventBytes,
                spoolDirectory,
                spoolBytes,
                syncEveryBatch,
                connectTimeout,
                requestTimeout,
                closeTimeout,
                firstRetryDelay,
                longestRetryDelay,
                clock);
    }
}
