package dev.weir.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long something takes, by a clock that nobody sets; unknown if its beginning was not seen. */
final class Elapsed {

    private volatile @Nullable Long since;

    void start() {
        since = System.nanoTime();
    }

    void startOnce() {
        if (since == null) {
            start();
        }
    }

    @Nullable
    Duration soFar() {
        Long start = since;
        return start == null ? null : Duration.ofNanos(System.nanoTime() - start);
    }
}
