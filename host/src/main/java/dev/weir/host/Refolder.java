package dev.weir.host;

import dev.weir.core.session.SessionRules;
import dev.weir.store.Attributions;
import dev.weir.store.Batches;
import dev.weir.store.Capabilities;
import dev.weir.store.PendingFolds;
import dev.weir.store.PendingFolds.Claim;
import dev.weir.store.Refold;
import dev.weir.store.RunSave;
import dev.weir.store.RunStore;
import dev.weir.store.SessionStore;
import dev.weir.store.SignalOutlook;
import dev.weir.store.StaleRunException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folds again, apart from the commits, the keys whose history is too long to do it inside one. Folded without holding a
 * lock: if the key was saved by someone else meanwhile, it is simply done once more.
 */
public final class Refolder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Refolder.class);
    private static final int MOST_AT_ONCE = 8;
    private static final long IDLE_MS = 200;
    private static final long LEAST_COST_MS = 250; // what a failed try counts as: the next one waits in proportion

    private final DataSource writer;
    private final Clock clock;
    private final int slot;
    private final SessionRules rules;
    private final SignalOutlook outlook;
    private final Batches batches = new Batches();
    private final Thread thread = new Thread(this::run, "weir-refold");
    private volatile boolean closed;

    public Refolder(DataSource writer, Clock clock, int slot, SessionRules rules, SignalOutlook outlook) {
        this.rules = rules;
        this.outlook = outlook;
        this.writer = writer;
        this.clock = clock;
        this.slot = slot;
    }

    public void start() {
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        boolean swept = false;
        while (!closed) {
            boolean found = false;
            try {
                swept = swept || sweep();
                found = foldDue();
            } catch (SQLException e) {
                LOG.debug("Folding again has to wait: {}", e.getMessage());
            } catch (RuntimeException e) {
                LOG.error("Folding again failed in a way that was not foreseen", e);
            }
            if (!found) {
                pause();
            }
        }
    }

    /** Once after a start: what an older fold or a job left is folded again, while everything else goes on. */
    private boolean sweep() throws SQLException {
        try (Connection connection = writer.getConnection()) {
            int keys = PendingFolds.askOutdated(connection, rules);
            int sessions = Attributions.askOutdated(connection, rules);
            int leftOver = PendingFolds.askLeftOver(connection);
            connection.commit();
            if (keys > 0) {
                LOG.info("The fold has changed: {} runs are folded again", keys);
            }
            if (sessions > 0) {
                LOG.info("The rules of sessions have changed: {} are attributed again", sessions);
            }
            if (leftOver > 0) {
                LOG.info("The job before may not have folded the last it logged: {} keys are folded again", leftOver);
            }
            return true;
        }
    }

    private boolean foldDue() throws SQLException {
        List<Claim> claims;
        try (Connection connection = writer.getConnection()) {
            claims = PendingFolds.claim(connection, MOST_AT_ONCE);
            connection.commit();
        }
        for (Claim claim : claims) {
            fold(claim);
        }
        return !claims.isEmpty();
    }

    /** If somebody saved the run meanwhile, once more under its lock: a run that changes all day would else never be done. */
    private void fold(Claim claim) throws SQLException {
        if (!fold(claim, false)) {
            fold(claim, true);
        }
    }

    /** @return false if another writer was faster */
    private boolean fold(Claim claim, boolean locked) throws SQLException {
        long started = System.nanoTime();
        try (Connection connection = writer.getConnection()) {
            try {
                boolean ofSession =
                        !Refold.ofSessions(connection, List.of(claim.key())).isEmpty();
                if (ofSession) {
                    Capabilities.lockShared(connection, claim.org());
                }
                if (locked) {
                    lock(connection, claim.key(), ofSession);
                }
                long batch = batches.next(connection);
                long now = clock.millis() * 1000;
                RunSave save = new RunSave(batch, now, outlook);
                Refold.fold(connection, claim.key(), now, save);
                save.write(connection, slot);
                PendingFolds.done(connection, claim, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started));
                Batches.record(connection, batch, 0, changed(claim.key(), save));
                connection.commit();
            } catch (StaleRunException e) {
                connection.rollback();
                if (!locked) {
                    return false;
                }
                release(connection, claim, started, e);
            } catch (SQLException e) {
                connection.rollback();
                release(connection, claim, started, e);
            } catch (RuntimeException e) {
                connection.rollback();
                LOG.error("The fold of run {} failed; it keeps its last rows until a rebuild", claim.key(), e);
                PendingFolds.fail(connection, claim.org(), claim.key(), e.toString());
                connection.commit();
            }
        }
        return true;
    }

    private static void lock(Connection connection, UUID key, boolean ofSession) throws SQLException {
        if (ofSession) {
            SessionStore.lock(connection, List.of(key));
        } else {
            RunStore.lock(connection, List.of(key));
        }
    }

    private static Set<UUID> changed(UUID key, RunSave save) {
        Set<UUID> changed = new LinkedHashSet<>(Set.of(key));
        changed.addAll(save.runs());
        return changed;
    }

    private static void release(Connection connection, Claim claim, long started, SQLException why)
            throws SQLException {
        LOG.warn("Folding run {} again has to wait: {}", claim.key(), why.getMessage());
        long cost = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
        PendingFolds.release(connection, claim, Math.max(cost, LEAST_COST_MS));
        connection.commit();
    }

    private static void pause() {
        try {
            Thread.sleep(IDLE_MS);
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
