package dev.weir.flink;

import dev.weir.store.JobPulse;
import dev.weir.store.SchemaAge;
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
 * any more, or has become that of another version.
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
    private long migrations = -1;

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
            } else if (isNewer()) {
                stop(CannotFold.newerSchema());
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

    /** A server of a later version has started in front of it. */
    private boolean isNewer() throws SQLException {
        long found = migrations();
        if (found == migrations) {
            return false;
        }
        boolean newer = SchemaAge.of(database) == SchemaAge.NEWER; // which takes connections of its own
        migrations = found;
        return newer;
    }

    private long migrations() throws SQLException {
        try (Connection connection = database.getConnection()) {
            return SchemaAge.migrations(connection);
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
