package dev.weir.client;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** Exponential back-off with full jitter, so that many clients do not return to a recovering server all at once. */
final class Backoff {

    private final long firstNanos;
    private final long longestNanos;
    private final RandomGenerator random;

    Backoff(Duration first, Duration longest, RandomGenerator random) {
        this.firstNanos = first.toNanos();
        this.longestNanos = longest.toNanos();
        this.random = random;
    }

    /** Anything from nothing to the ceiling, which doubles with each failure in a row. */
    long nanos(int failures) {
        int doublings = Math.min(failures - 1, Long.numberOfLeadingZeros(firstNanos) - 1);
        return random.nextLong(Math.min(longestNanos, firstNanos << doublings) + 1);
    }

    /** For what only a person can mend, such as a wrong key: near the longest from the start. */
    long slowNanos() {
        return longestNanos / 2 + random.nextLong(longestNanos / 2 + 1);
    }
}
