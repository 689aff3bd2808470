package dev.weir.flink;

import dev.weir.store.JobPulse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says every two seconds that the job is at work and how far it has folded, and notices when the database is not the job's
 * any more.
 */
final class Heartbeat implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);
    private static final long EVERY_S = 2;

    private final DataSource database;
    private final Consumer<CannotFold> whenLost;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "weir-heartbeat");
        thread.setDaemon(true);
        return thread;
    });

    private volatile @Nullable Instant foldedTo;

    Heartbeat(DataSource database, Consumer<CannotFold> whenLost) {
        this.database = database;
        this.whenLost = whenLost;
    }

    void start() {
        timer.scheduleWithFixedDelay(this::beat, 0, EVERY_S, TimeUnit.SECONDS);
    }

    /** What was received before is in the rows. */
    void foldedTo(Instant time) {
        foldedTo = time;
    }

    private void beat() {
        try {
            if (!isOurs()) {
                stop(CannotFold.takenOver());
            }
        } catch (SQLException | RuntimeException e) { // those who write notice it, too, and know what to do
            LOG.debug("The job cannot say that it is at work: {}", e.getMessage());
        }
    }

    private boolean isOurs() throws SQLException {
        try (Connection connection = database.getConnection()) {
            return JobPulse.beat(connection, foldedTo);
        }
    }

    private void stop(CannotFold why) {
        whenLost.accept(why);
        timer.shutdown();
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
