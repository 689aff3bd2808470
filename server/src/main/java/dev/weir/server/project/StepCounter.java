package dev.weir.server.project;

import dev.weir.store.StepCounting;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the steps of runs behind the commits, for one part of the time in twenty: events come first, and who asks about
 * steps counts what is left.
 */
final class StepCounter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StepCounter.class);
    private static final long IDLE_MS = 1_000;
    private static final int REST = 19;

    private final StepCounting counting;
    private final Thread thread = new Thread(this::run, "weir-steps");
    private volatile boolean closed;

    StepCounter(StepCounting counting) {
        this.counting = counting;
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (!closed) {
            long began = System.nanoTime();
            long rest = IDLE_MS;
            try {
                if (counting.count() != Long.MAX_VALUE) {
                    rest = Math.max(1, TimeUnit.NANOSECONDS.toMillis(REST * (System.nanoTime() - began)));
                }
            } catch (SQLException e) {
                LOG.debug("Counting steps has to wait: {}", e.getMessage());
            } catch (RuntimeException e) {
                LOG.error("Counting steps failed in a way that was not foreseen", e);
            }
            pause(rest);
        }
    }

    private static void pause(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
