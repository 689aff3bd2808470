package dev.weir.client;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a condition, and says what it was waiting for when it never came true. */
final class Await {

    static final Duration DEADLINE = Duration.ofSeconds(10);

    private Await() {}

    static void until(Supplier<String> what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("Waited in vain: " + what.get());
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}
