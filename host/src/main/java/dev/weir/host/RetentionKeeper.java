package dev.weir.host;

import dev.weir.store.Retention;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Clears up every few minutes: see {@link Retention}. */
public final class RetentionKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RetentionKeeper.class);
    private static final long PAUSE_MS = TimeUnit.MINUTES.toMillis(10);

    private final Retention retention;
    private final Retention.Periods periods;
    private final Thread thread = new Thread(this::run, "weir-retention");
    private volatile boolean closed;

    public RetentionKeeper(Retention retention, Retention.Periods periods) {
        this.retention = retention;
        this.periods = periods;
    }

    public void start() {
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (!closed) {
            try {
                long removed = retention.run(periods);
                if (removed > 0) {
                    LOG.info("{} rows were kept for long enough and are removed", removed);
                }
            } catch (SQLException e) {
                LOG.warn("Clearing up has to wait for ten minutes: {}", e.getMessage());
            } catch (RuntimeException e) {
                LOG.error("Clearing up failed in a way that was not foreseen", e);
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
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
