package dev.weir.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for what a database tells. */
final class Await {
    private static final long LONGEST_S = 60;
    private static final long PAUSE_MS = 10;

    private Await() {}

    interface Condition {
        boolean holds() throws SQLException;
    }

    static void until(String what, Condition condition) throws SQLException, IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_S);
        while (!condition.holds()) {
            if (System.nanoTime() > deadline) {
                throw new IOException("It took longer than " + LONGEST_S + " s until " + what + ".");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MS));
        }
    }
}
