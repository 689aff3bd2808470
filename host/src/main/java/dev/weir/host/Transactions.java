package dev.weir.host;

import dev.weir.store.Batches;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of writes into the database: each is tried until it is there or cannot be. Whatever happens to one, it is done
 * again as a whole; ids and stamps make that safe. Used by one writing thread.
 */
public final class Transactions {
    private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);
    private static final int MOST_CONFLICTS = 50;
    private static final long PAUSE_MS = 100;

    private final DataSource writer;
    private final long patienceNanos;
    private final Batches batches = new Batches();

    /** @param patienceSeconds how long to try while the database is away */
    public Transactions(DataSource writer, long patienceSeconds) {
        this.writer = writer;
        this.patienceNanos = TimeUnit.SECONDS.toNanos(patienceSeconds);
    }

    /** Something to be written. */
    public interface Write<R> {

        /** @param lock take the locks first, and nothing from memory without looking: another writer was faster before */
        R write(Connection connection, long batch, boolean lock) throws SQLException;

        /** It is in the database. */
        void committed(R result, long batch);

        /** Another writer was faster. */
        void conflict();

        /** Nobody knows whether it is: what is remembered of it may be wrong. */
        void uncertain();
    }

    public <R> R run(Write<R> write) throws SQLException {
        return new Attempts<>(write).run();
    }

    private final class Attempts<R> {
        private final Write<R> write;
        private final long deadline = System.nanoTime() + patienceNanos;
        private long batch = -1;
        private @Nullable R uncertain;

        Attempts(Write<R> write) {
            this.write = write;
        }

        R run() throws SQLException {
            int conflicts = 0;
            while (true) {
                try {
                    return once(conflicts > 0);
                } catch (SQLException e) {
                    if (SqlState.isConflict(e) && conflicts < MOST_CONFLICTS) {
                        conflicts++;
                        write.conflict();
                        continue;
                    }
                    write.uncertain();
                    if (!SqlState.isUnreachable(e) || System.nanoTime() > deadline) {
                        throw e;
                    }
                    pause();
                }
            }
        }

        private R once(boolean lock) throws SQLException {
            try (Connection connection = writer.getConnection()) {
                if (uncertain != null && Batches.isCommitted(connection, batch)) {
                    return uncertain; // the connection was lost after the commit, before its answer
                }
                uncertain = null;
                batch = batches.next(connection);
                try {
                    R result = write.write(connection, batch, lock);
                    uncertain = result;
                    connection.commit();
                    uncertain = null;
                    write.committed(result, batch);
                    return result;
                } catch (SQLException | RuntimeException e) {
                    rollBack(connection);
                    throw e;
                }
            }
        }

        private static void rollBack(Connection connection) {
            try {
                connection.rollback();
            } catch (SQLException e) {
                LOG.debug("The connection is gone", e); // and the transaction with it
            }
        }

        private static void pause() throws SQLException {
            try {
                Thread.sleep(PAUSE_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SQLException("Interrupted", "57P01", e);
            }
        }
    }
}
