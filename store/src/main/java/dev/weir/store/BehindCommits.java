package dev.weir.store;

import dev.weir.core.signal.Phases;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Work that follows the commits instead of being part of them. Whoever does it holds the one row that says how far it has
 * come, so there may be several who do: a server all the time, and whoever wants its result and does not want to wait.
 */
public final class BehindCommits {
    private static final int COMMITS_AT_ONCE = 100;
    private static final long LOOK_AGAIN_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final UUID FIRST = new UUID(0, 0);
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String PLACE = "SELECT position, up_to FROM followers WHERE name = ?";
    private static final String MOVE = "UPDATE followers SET position = ?, up_to = ? WHERE name = ?";
    private static final String BEGIN_AGAIN = """
            UPDATE followers SET position = greatest(position, coalesce((SELECT max(position) FROM commits), 0)), up_to = ?
            WHERE name = ?
            """;
    private static final String OLD_RUNS = "SELECT DISTINCT id FROM runs WHERE id > ? ORDER BY id LIMIT ?";

    /** What is done for runs that have changed. Doing it again must change nothing. */
    public interface Work {
        void bringUpToDate(Connection connection, Set<UUID> keys) throws SQLException;
    }

    private final String name;
    private final DataSource writer;
    private final int runsAtOnce;
    private final Work work;
    private final @Nullable DataSource replica;
    private final ReentrantLock asking = new ReentrantLock();

    /** @param writer whose connections {@link RunSave#prepare} has readied, and which do not commit by themselves */
    BehindCommits(String name, DataSource writer, int runsAtOnce, Work work) {
        this(name, writer, runsAtOnce, work, null);
    }

    private BehindCommits(String name, DataSource writer, int runsAtOnce, Work work, @Nullable DataSource replica) {
        this.name = name;
        this.runsAtOnce = runsAtOnce;
        this.writer = writer;
        this.work = work;
        this.replica = replica;
    }

    /** The same work, for those who read a replica: they wait until it has the result for the commits that it has. */
    public BehindCommits seenIn(DataSource copy) {
        return new BehindCommits(name, writer, runsAtOnce, work, copy);
    }

    /** The steps of runs, counted like stages. */
    public static BehindCommits steps(DataSource writer) {
        return new BehindCommits(
                StepSheets.FOLLOWER,
                writer,
                200,
                (connection, keys) -> StepSheets.count(connection, StepSheets.SLOT, keys));
    }

    /** What is learned from failures: of most runs there is nothing to learn, so many are looked at together. */
    public static BehindCommits failures(DataSource writer, Phases phases, Clock clock) {
        return new BehindCommits(
                FailureLearning.FOLLOWER,
                writer,
                2_000,
                (connection, keys) -> FailureLearning.learn(connection, keys, phases, clock.millis() * 1000));
    }

    /** @param upTo null if all runs that were there at the position are dealt with */
    private record Place(long position, @Nullable UUID upTo) {}

    /**
     * Works until all is dealt with that was committed before, but no longer than about that many milliseconds. Of those who
     * ask at once one works and the others wait for it: they must not take the connections of those who commit.
     */
    public void catchUp(long mostMs) throws SQLException {
        long deadline = System.nanoTime() + mostMs * 1_000_000;
        if (isMyTurn(mostMs)) {
            catchUpInTurn(mostMs, deadline);
        }
        if (replica != null) {
            awaitSeen(replica, deadline);
        }
    }

    private void awaitSeen(DataSource copy, long deadline) throws SQLException {
        try (Connection connection = copy.getConnection()) {
            long wanted = Commits.newest(connection);
            while (!isDealtWith(place(connection, name, ""), wanted) && System.nanoTime() < deadline) {
                LockSupport.parkNanos(LOOK_AGAIN_NS);
            }
        }
    }

    private static boolean isDealtWith(Place place, long wanted) {
        return place.upTo() == null && place.position() >= wanted;
    }

    private void catchUpInTurn(long mostMs, long deadline) throws SQLException {
        try {
            catchUp(mostMs, deadline);
        } catch (SQLException e) {
            if (!LOCK_NOT_AVAILABLE.equals(
                    e.getSQLState())) { // else somebody else is at it, for longer than one can wait
                throw e;
            }
        } finally {
            asking.unlock();
        }
    }

    private boolean isMyTurn(long mostMs) {
        try {
            return asking.tryLock(mostMs, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void catchUp(long mostMs, long deadline) throws SQLException {
        long wanted;
        try (Connection connection = writer.getConnection()) {
            wanted = Commits.newest(connection);
            Place place = place(connection, name, "");
            connection.commit();
            if (isDealtWith(place, wanted)) {
                return;
            }
        }
        while (goOn(mostMs) < wanted && System.nanoTime() < deadline) {
            continue;
        }
    }

    /** Does some. @return up to which commit all is dealt with, beyond all of them if nothing is left */
    public long goOn() throws SQLException {
        return goOn(0);
    }

    /** @param mostWaitMs for a lock; 0 for as long as it takes */
    private long goOn(long mostWaitMs) throws SQLException {
        try (Connection connection = writer.getConnection()) {
            try (Statement wait = connection.createStatement()) {
                wait.execute("SET LOCAL lock_timeout = " + mostWaitMs);
                long done = goOn(connection);
                connection.commit();
                return done;
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            }
        }
    }

    private long goOn(Connection connection) throws SQLException {
        Place place = place(connection, name, " FOR UPDATE");
        UUID upTo = place.upTo();
        if (upTo == null
                && Commits.newest(connection) > place.position()
                && Commits.oldest(connection) > place.position() + 1) {
            upTo = FIRST; // the commits after it are forgotten already
            place = new Place(Commits.newest(connection), upTo);
        }
        if (upTo != null) {
            List<UUID> keys = oldRuns(connection, upTo);
            work.bringUpToDate(connection, new HashSet<>(keys));
            move(connection, place.position(), keys.isEmpty() ? null : keys.get(keys.size() - 1));
            return Long.MIN_VALUE;
        }
        List<Commits.Commit> commits = Commits.after(connection, place.position(), COMMITS_AT_ONCE);
        if (commits.isEmpty()) {
            return Long.MAX_VALUE;
        }
        Set<UUID> keys = new HashSet<>();
        long last = place.position();
        for (Commits.Commit commit : commits) {
            keys.addAll(commit.keys());
            last = commit.position();
            if (keys.size() >= runsAtOnce) {
                break;
            }
        }
        work.bringUpToDate(connection, keys);
        move(connection, last, null);
        return last;
    }

    /** Runs that are known to be behind, so that nobody takes it for a mistake; null if that may be any. */
    static @Nullable Set<UUID> waiting(Connection connection, String name) throws SQLException {
        Place place = place(connection, name, "");
        if (place.upTo() != null
                || Commits.oldest(connection) > place.position() + 1 && Commits.newest(connection) > place.position()) {
            return null;
        }
        Set<UUID> keys = new HashSet<>();
        Commits.after(connection, place.position(), Integer.MAX_VALUE).forEach(commit -> keys.addAll(commit.keys()));
        return keys;
    }

    /** All runs are gone over once more, whatever was dealt with. */
    static void beginAgain(Connection connection, String name) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(BEGIN_AGAIN)) {
            update.setObject(1, FIRST);
            update.setString(2, name);
            update.executeUpdate();
        }
    }

    /** Nobody else does this work until the end of the transaction. */
    static void hold(Connection connection, String name) throws SQLException {
        place(connection, name, " FOR UPDATE");
    }

    private static Place place(Connection connection, String name, String how) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(PLACE + how)) {
            select.setString(1, name);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return new Place(row.getLong(1), row.getObject(2, UUID.class));
            }
        }
    }

    private void move(Connection connection, long position, @Nullable UUID upTo) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(MOVE)) {
            update.setLong(1, position);
            update.setObject(2, upTo);
            update.setString(3, name);
            update.executeUpdate();
        }
    }

    private List<UUID> oldRuns(Connection connection, UUID after) throws SQLException {
        List<UUID> keys = new ArrayList<>(runsAtOnce);
        try (PreparedStatement select = connection.prepareStatement(OLD_RUNS)) {
            select.setObject(1, after);
            select.setInt(2, runsAtOnce);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    keys.add(row.getObject(1, UUID.class));
                }
            }
        }
        return keys;
    }
}
