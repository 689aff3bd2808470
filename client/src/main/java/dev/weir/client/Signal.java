package dev.weir.client;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the sender. A call that comes before the sleep makes the sleep end at once, so none is missed, and waking
 * never waits for anything.
 */
final class Signal {

    private volatile @Nullable Thread sleeper;

    void sleepsHere() {
        sleeper = Thread.currentThread();
    }

    void wake() {
        Thread thread = sleeper;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    void sleep(long nanos) {
        if (nanos > 0) {
            LockSupport.parkNanos(this, nanos);
        }
        // A pending interrupt would turn every further sleep into none, and the loop into a busy one.
        Thread.interrupted();
    }
}
