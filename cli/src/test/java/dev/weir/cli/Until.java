package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition, never for a while. */
final class Until {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private Until() {}

    static void holds(BooleanSupplier condition) {
        Instant deadline = Instant.now().plus(LONGEST);
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now()).isBefore(deadline);
            LockSupport.parkNanos(20_000_000);
        }
    }
}
