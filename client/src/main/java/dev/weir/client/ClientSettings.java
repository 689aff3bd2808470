package dev.weir.client;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a client was configured, checked once: every wrong value is answered with one sentence. */
record ClientSettings(
        URI url,
        @Nullable String apiKey,
        @Nullable String env,
        @Nullable String serviceKey,
        int batchEvents,
        Duration maxDelay,
        boolean gzip,
        int bufferEvents,
        long bufferBytes,
        int maxEventBytes,
        @Nullable Path spoolDirectory,
        long spoolBytes,
        boolean syncEveryBatch,
        Duration connectTimeout,
        Duration requestTimeout,
        Duration closeTimeout,
        Duration firstRetryDelay,
        Duration longestRetryDelay,
        Clock clock) {

    private static final Duration ONE_HOUR = Duration.ofHours(1);
    private static final Duration ONE_MILLI = Duration.ofMillis(1);

    ClientSettings {
        checkUrl(url);
        check(
                apiKey == null || (!apiKey.isBlank() && apiKey.chars().allMatch(c -> c > 0x20 && c < 0x7F)),
                "The API key must consist of visible ASCII characters only.");
        check(env == null || !env.isBlank(), "The environment must not be blank; leave it out instead.");
        check(serviceKey == null || !serviceKey.isBlank(), "The service key must not be blank; leave it out instead.");
        between("The batch size", batchEvents, 1, 10_000);
        between("The buffer's number of events", bufferEvents, batchEvents, 10_000_000);
        between("The largest event in bytes", maxEventBytes, 4 * 1024, 1024 * 1024);
        between("The buffer in bytes", bufferBytes, maxEventBytes, Long.MAX_VALUE / 2);
        between("The spool in bytes", spoolBytes, 4 * 1024 * 1024, Long.MAX_VALUE / 2);
        check(
                spoolDirectory == null || !Files.exists(spoolDirectory) || Files.isDirectory(spoolDirectory),
                "The spool directory " + spoolDirectory + " is a file; name a directory, or one that can be created.");
        between("The delay before a batch is sent", maxDelay, Duration.ZERO);
        between("The time to connect", connectTimeout, ONE_MILLI);
        between("The time for a request", requestTimeout, ONE_MILLI);
        between("The time to close", closeTimeout, Duration.ZERO);
        between("The first delay before a retry", firstRetryDelay, ONE_MILLI);
        between("The longest delay before a retry", longestRetryDelay, firstRetryDelay);
    }

    URI eventsEndpoint() {
        String base = url.toString();
        return URI.create((base.endsWith("/") ? base.substring(0, base.length() - 1) : base) + "/api/v1/events");
    }

    /** As many as fit into a long: a caller may well say "for ever" in its own way. */
    static long nanos(Duration duration) {
        if (duration.isNegative()) {
            return 0;
        }
        return duration.compareTo(Duration.ofDays(365)) > 0
                ? Duration.ofDays(365).toNanos()
                : duration.toNanos();
    }

    private static void checkUrl(URI url) {
        boolean plain = ("http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme()))
                && url.getHost() != null
                && url.getRawQuery() == null
                && url.getRawFragment() == null
                && url.getRawUserInfo() == null;
        check(plain, "The URL " + url + " must be like http://host:8420, with neither user, query nor fragment.");
    }

    private static void between(String what, long value, long least, long most) {
        check(
                value >= least && value <= most,
                what + " must be from " + least + " to " + most + ", not " + value + ".");
    }

    private static void between(String what, Duration value, Duration least) {
        check(
                value.compareTo(least) >= 0 && value.compareTo(ONE_HOUR) <= 0,
                what + " must be from " + least + " to " + ONE_HOUR + ", not " + value + ".");
    }

    private static void check(boolean fine, String sentence) {
        if (!fine) {
            throw new IllegalArgumentException(sentence);
        }
    }
}
