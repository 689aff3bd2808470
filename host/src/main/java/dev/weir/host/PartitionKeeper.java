package dev.weir.host;

import dev.weir.store.Migrations;
import java.sql.SQLException;
import java.time.Clock;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the log's partitions of the months to come, however long a server runs. */
public final class PartitionKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionKeeper.class);

    private final DataSource database;
    private final Clock clock;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(work -> new Thread(work, "weir-partitions"));

    public PartitionKeeper(DataSource database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    public void start() {
        timer.scheduleWithFixedDelay(this::keep, 1, 1, TimeUnit.DAYS);
    }

    private void keep() {
        try {
            Migrations.ensurePartitions(database, clock);
        } catch (SQLException e) {
            LOG.warn("The log's partitions of the months to come have to wait until tomorrow: {}", e.getMessage());
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
