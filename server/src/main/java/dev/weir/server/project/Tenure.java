package dev.weir.server.project;

import dev.weir.host.SqlState;
import dev.weir.store.FoldedBy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * Notices within seconds that a job has taken the database over from this server, and that servers have it again. In
 * between nothing is written: the database refuses commits, and what is no commit would only be in the way of the job.
 */
final class Tenure implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Tenure.class);
    private static final long EVERY_S = 2;

    private final DataSource database;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "weir-tenure");
        thread.setDaemon(true);
        return thread;
    });
    private volatile boolean interrupted;

    Tenure(DataSource database) {
        this.database = database;
    }

    void start() {
        timer.scheduleWithFixedDelay(this::look, EVERY_S, EVERY_S, TimeUnit.SECONDS);
    }

    private void look() {
        try (Connection connection = database.getConnection()) {
            note(FoldedBy.owner(connection) == FoldedBy.FLINK);
        } catch (SQLException | RuntimeException e) { // those who write notice it, too
            LOG.debug("Whose the database is cannot be asked: {}", e.getMessage());
        }
    }

    private void note(boolean takenOver) {
        if (takenOver && !interrupted) {
            LOG.error(
                    "A Flink job has taken the database over: this server refuses events and writes nothing any more");
        } else if (!takenOver && interrupted) {
            LOG.info("Servers fold what the database has again: this one goes on");
        }
        interrupted = takenOver;
    }

    /** The same connections; none while the database is a job's. */
    DataSource during(DataSource connections) {
        return new AbstractDataSource() {
            @Override
            public Connection getConnection() throws SQLException {
                if (interrupted) {
                    throw SqlState.takenOver();
                }
                return connections.getConnection();
            }

            @Override
            public Connection getConnection(String username, String password) throws SQLException {
                return getConnection();
            }
        };
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
