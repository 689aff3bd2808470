package dev.weir.server;

import com.zaxxer.hikari.HikariDataSource;
import dev.weir.host.Pools;
import dev.weir.host.SqlState;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * A replica of the database that answers questions in its place. Everybody is answered by the same of the two, so that a
 * page and the stream that keeps it agree. While the replica is away, the database itself is asked; the replica is asked
 * again once it has all that was shown meanwhile, so that nobody is shown less than before.
 */
public final class Replica implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Replica.class);
    private static final long LOOK_EVERY_MS = 1_000;
    private static final int ANSWER_WITHIN_S = 2;
    private static final long SCHEMA_WITHIN_MS = 2_000; // it was migrated a moment ago
    private static final long MOST_HELD_UP_MS = 250; // while it comes back
    private static final long MOST_WAIT_FOR_EDIT_MS = 2_000;

    private static final String NEWEST = "SELECT coalesce(max(position), 0) FROM commits HAVING pg_is_in_recovery()";
    private static final String OLDEST_LACKING = """
            SELECT greatest(0, extract(epoch FROM clock_timestamp() - committed_at) * 1000)::bigint
            FROM commits WHERE position > ? ORDER BY position LIMIT 1
            """;

    private final String url;
    private final DataSource primary;
    private final DatabaseIdentity identity;
    private final HikariDataSource pool;
    private final ReadWriteLock turn = new ReentrantReadWriteLock(true);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "weir-replica");
        thread.setDaemon(true);
        return thread;
    });
    private volatile ReplicaState state = new ReplicaState(false, false, null);
    private boolean told; // that it is away; guarded by this, like what follows
    private @Nullable Connection watch;
    private WalPosition writtenBefore = WalPosition.START;

    /** Refuses what is no replica of the database, which must be migrated by now; one that is away may come later. */
    Replica(String url, DataSource primary, int connections) throws SQLException {
        this.url = url;
        this.primary = primary;
        try (Connection connection = primary.getConnection()) {
            identity = DatabaseIdentity.of(connection);
        }
        refuseIfUnfit();
        pool = Pools.replica("weir-ask", url, connections);
        if (!look() && state.running()) {
            LOG.warn("Questions go to the database itself until its replica has caught up");
        }
        timer.scheduleWithFixedDelay(this::look, LOOK_EVERY_MS, LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
    }

    private void refuseIfUnfit() {
        try {
            DatabaseHome.requireDriver("--read-db", url);
        } catch (StartException e) {
            throw new CannotStart(String.valueOf(e.getMessage()));
        }
        try (Connection connection = connect()) {
            String objection = objectionOnceMigrated(connection);
            if (objection != null) {
                throw new CannotStart(objection);
            }
        } catch (SQLException e) {
            if (!SqlState.isUnreachable(e)) {
                throw new CannotStart("The replica given with --read-db cannot be used: "
                        + DatabaseHome.firstLine(e.getMessage())
                        + " Check the URL, and that it lets this user in, or leave --read-db out.");
            }
        }
    }

    private @Nullable String objectionOnceMigrated(Connection connection) throws SQLException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SCHEMA_WITHIN_MS);
        DatabaseIdentity found = DatabaseIdentity.of(connection);
        while (found.hasOlderSchemaThan(identity) && System.nanoTime() < deadline && WalPosition.pause()) {
            found = DatabaseIdentity.of(connection);
        }
        return found.objection(identity);
    }

    /** Of its own, so that it tells soon whether the replica answers, whatever the others are busy with. */
    private Connection connect() throws SQLException {
        Properties driver = new Properties();
        driver.setProperty("ApplicationName", "weir-watch");
        driver.setProperty("connectTimeout", Integer.toString(ANSWER_WITHIN_S));
        driver.setProperty("loginTimeout", Integer.toString(ANSWER_WITHIN_S));
        driver.setProperty("socketTimeout", Integer.toString(ANSWER_WITHIN_S));
        return DriverManager.getConnection(url, driver);
    }

    /** Connections to whichever of the two is asked now. */
    DataSource questions() {
        return new AbstractDataSource() {
            @Override
            public Connection getConnection() throws SQLException {
                return ask();
            }

            @Override
            public Connection getConnection(String user, String password) throws SQLException {
                throw new SQLException("The users of the database and of its replica are given with their URLs");
            }
        };
    }

    private Connection ask() throws SQLException {
        if (!isItsTurn()) {
            return primary.getConnection();
        }
        try {
            return pool.getConnection();
        } catch (SQLException e) {
            if (state.asked() && look()) {
                throw e; // it answers, and all its connections are taken
            }
            return primary.getConnection();
        }
    }

    private boolean isItsTurn() {
        turn.readLock().lock();
        try {
            return state.asked();
        } finally {
            turn.readLock().unlock();
        }
    }

    /** @return whether it is asked from now on */
    private synchronized boolean look() {
        try {
            Connection connection = watch();
            compare(connection, newest(connection));
        } catch (SQLException | RuntimeException e) {
            leave(DatabaseHome.firstLine(e.getMessage()));
        }
        return state.asked();
    }

    private Connection watch() throws SQLException {
        if (watch == null) {
            Connection fresh = connect();
            watch = fresh;
            String objection = DatabaseIdentity.of(fresh).objection(identity);
            if (objection != null) {
                throw new SQLException(objection);
            }
        }
        return watch;
    }

    /** The position of its newest commit. */
    private static long newest(Connection connection) throws SQLException {
        try (Statement select = connection.createStatement();
                ResultSet row = select.executeQuery(NEWEST)) {
            if (!row.next()) {
                throw new SQLException("It has become a database of its own");
            }
            return row.getLong(1);
        }
    }

    /** The database may be away while its replica is not: then nobody knows how far it is behind, and it is asked as before. */
    private void compare(Connection connection, long newest) throws SQLException {
        WalPosition written;
        try (Connection database = primary.getConnection()) {
            written = WalPosition.written(database);
            state = new ReplicaState(true, state.asked(), oldestLacking(database, newest));
        } catch (SQLException e) {
            state = new ReplicaState(true, state.asked(), null);
            LOG.debug("How far the replica is behind is not known: {}", e.getMessage());
            return;
        }
        if (!state.asked() && writtenBefore.isReplayed(connection)) {
            try (Connection ready =
                    pool.getConnection()) { // after a while away it may take the pool some time to have one
                comeBack(ready);
            }
        }
        writtenBefore = written;
    }

    /** Whoever asks is held up for a moment, in which nobody is shown more than the replica has. */
    private void comeBack(Connection connection) throws SQLException {
        turn.writeLock().lock();
        try {
            if (written().awaitReplayed(connection, MOST_HELD_UP_MS)) {
                state = new ReplicaState(true, true, state.lagMs());
                told = false;
                LOG.info("Questions go to the replica");
            }
        } finally {
            turn.writeLock().unlock();
        }
    }

    private WalPosition written() throws SQLException {
        try (Connection database = primary.getConnection()) {
            return WalPosition.written(database);
        }
    }

    private void leave(String why) {
        if (!told) {
            LOG.warn("Questions go to the database itself until its replica is back: {}", why);
        }
        told = true;
        state = new ReplicaState(false, false, null);
        pool.getHikariPoolMXBean().softEvictConnections();
        closeWatch();
    }

    private void closeWatch() {
        try {
            if (watch != null) {
                watch.close();
            }
        } catch (SQLException e) {
            LOG.debug("The connection to the replica is gone", e);
        }
        watch = null;
    }

    /** Waits until questions find what was committed before, but not for long: it is committed in any case. */
    void awaitShown() {
        if (!state.asked()) {
            return;
        }
        try {
            WalPosition committed = written();
            try (Connection connection = pool.getConnection()) {
                committed.awaitReplayed(connection, MOST_WAIT_FOR_EDIT_MS);
            }
        } catch (SQLException e) {
            LOG.debug("The replica shows a change later: {}", e.getMessage());
        }
    }

    private static long oldestLacking(Connection database, long position) throws SQLException {
        try (PreparedStatement select = database.prepareStatement(OLDEST_LACKING)) {
            select.setLong(1, position);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    /** As of a moment ago. */
    public ReplicaState state() {
        return state;
    }

    @Override
    public synchronized void close() {
        timer.shutdownNow();
        closeWatch();
        pool.close();
    }
}
