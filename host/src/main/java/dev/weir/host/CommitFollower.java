package dev.weir.host;

import dev.weir.store.BehindCommits;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what follows the commits, for a part of the time only: events come first, and who asks for the result does the rest. */
public final class CommitFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CommitFollower.class);

    private static final long AFTER_FAILURE_MS = 10_000; // what fails once is likely to fail again

    private final BehindCommits work;
    private final Pace pace;
    private final Thread thread;
    private volatile boolean closed;

    /**
     * @param idleMs how long to wait when there is nothing to do
     * @param rest how many times as long as it works it rests
     */
    public record Pace(long idleMs, int rest) {}

    public CommitFollower(String name, BehindCommits work, Pace pace) {
        this.work = work;
        this.pace = pace;
        thread = new Thread(this::run, "weir-" + name);
    }

    public void start() {
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (!closed) {
            long began = System.nanoTime();
            long rest = pace.idleMs();
            try {
                if (work.goOn() != Long.MAX_VALUE) {
                    rest = Math.max(1, TimeUnit.NANOSECONDS.toMillis(pace.rest() * (System.nanoTime() - began)));
                }
            } catch (SQLException e) {
                LOG.debug("{} has to wait: {}", thread.getName(), e.getMessage());
            } catch (RuntimeException e) {
                rest = AFTER_FAILURE_MS;
                LOG.error("{} failed in a way that was not foreseen", thread.getName(), e);
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
