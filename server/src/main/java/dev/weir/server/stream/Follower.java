package dev.weir.server.stream;

import dev.weir.server.access.Scope;
import dev.weir.store.Commits;
import dev.weir.store.Commits.Commit;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Follows the commits of all servers on the database, and tells whoever follows this server. One thread reads each change
 * once, for everybody. Where more changes than people can look at, they are told to look again instead.
 *
 * <p>Only a database says that there is a commit; the commit and what it changed are read where questions go. So nobody is
 * told of anything that a replica, asked for it, would not know yet.
 */
final class Follower implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(Follower.class);
    private static final int MOST_SUBSCRIPTIONS = 500; // each has a thread
    private static final int MOST_COMMITS = 1_000;
    private static final int MOST_RUNS = 300; // in one round, read and sent one by one, or
    private static final int MOST_RUNS_PER_SECOND = 2_000; // so many after a longer pause, such as that of a flood
    private static final int MOST_MISSED_RUNS = 2_000;
    private static final int MOST_EVENTS = 2_000;
    private static final long ROUND = TimeUnit.MILLISECONDS.toNanos(40);
    private static final long ROUND_IN_A_FLOOD = TimeUnit.SECONDS.toNanos(1); // whoever looks again needs time for it
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int WAIT_MS = 500;
    private static final int REMEMBERED_MINUTES = 60;
    private static final byte[] LOOK_AGAIN = "{}".getBytes(StandardCharsets.UTF_8);

    private final DataSource database;
    private final DataSource questions;
    private final LiveChanges changes;
    private final Set<Subscription> subscriptions = ConcurrentHashMap.newKeySet();
    private final EventRate rate = new EventRate();
    private final Thread thread = new Thread(this::run, "weir-follow");
    private volatile boolean closed;
    private volatile double eventsPerSecond;
    private long position = -1; // guarded by this, like whom a round reaches

    private final Deque<Long> positionsByMinute = new ArrayDeque<>();
    private long nextSecond;
    private int seconds;
    private boolean countsChanged;
    private long lastTold;

    Follower(DataSource database, DataSource questions, LiveChanges changes) {
        this.database = database;
        this.questions = questions;
        this.changes = changes;
    }

    @Override
    public void start() {
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public boolean isRunning() {
        return thread.isAlive();
    }

    /** Whether it takes nobody in now. */
    boolean isFull() {
        return closed || subscriptions.size() >= MOST_SUBSCRIPTIONS;
    }

    /**
     * Takes a follower in: first what it missed, then what happens.
     *
     * @param after the position that it has seen, or a negative number if it begins now
     */
    void add(Subscription subscription, long after) throws SQLException {
        try (Connection connection = questions.getConnection()) {
            long now;
            synchronized (this) {
                if (position < 0) {
                    position = Commits.newest(connection);
                }
                now = position;
                subscriptions.add(subscription);
            }
            if (closed) {
                subscription.end(); // it was too late for the end of all others
            }
            boolean resumed = after >= 0 && catchUp(connection, subscription, after, now);
            if (after >= 0 && !resumed) {
                subscription.backlog().notice("reset", LOOK_AGAIN);
            }
            subscription.backlog().reached(now);
            subscription.backlog().notice("hello", hello(now, resumed));
        } catch (SQLException | RuntimeException e) {
            subscriptions.remove(subscription);
            throw e;
        }
    }

    void remove(Subscription subscription) {
        subscriptions.remove(subscription);
    }

    private byte[] hello(long now, boolean resumed) {
        return String.format(
                        Locale.ROOT,
                        "{\"position\":%d,\"resumed\":%b,\"eventsPerSecond\":%.1f}",
                        now,
                        resumed,
                        eventsPerSecond)
                .getBytes(StandardCharsets.UTF_8);
    }

    /** @return false if what was missed is too much or forgotten */
    private boolean catchUp(Connection connection, Subscription subscription, long after, long now)
            throws SQLException {
        if (after >= now) {
            return after
                    <= Commits.newest(connection); // it has heard from another server what this one has yet to read
        }
        if (Commits.oldest(connection) > after + 1) {
            return false;
        }
        List<Commit> missed = new ArrayList<>();
        Set<UUID> keys = new LinkedHashSet<>();
        long seen = after;
        while (seen < now) {
            List<Commit> next = Commits.after(connection, seen, MOST_COMMITS);
            next.removeIf(commit -> commit.position() > now);
            if (next.isEmpty()) {
                break;
            }
            missed.addAll(next);
            next.forEach(commit -> commit.told().forEach(keys::add));
            seen = next.get(next.size() - 1).position();
            if (keys.size() > MOST_MISSED_RUNS || events(missed) > MOST_EVENTS) {
                return false;
            }
        }
        if (subscription.audience().wants(Topic.RUNS)) {
            changes.runs(connection, keys).forEach(change -> subscription.offerMissed(Topic.RUNS, "run", change));
        }
        if (subscription.audience().wants(Topic.EVENTS)) {
            changes.events(connection, missed)
                    .forEach(change -> subscription.offerMissed(Topic.EVENTS, "event", change));
        }
        if (subscription.audience().wants(Topic.FIRST_SIGNAL)) {
            changes.signals(connection, keys, Set.of(subscription.audience().scope()))
                    .forEach(change -> subscription.offerMissed(Topic.FIRST_SIGNAL, "first_signal", change));
        }
        return true;
    }

    private static long events(List<Commit> commits) {
        return commits.stream().mapToLong(Commit::events).sum();
    }

    private void run() {
        while (!closed) {
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("LISTEN " + Commits.CHANNEL);
                try {
                    follow(connection);
                } finally {
                    statement.execute("UNLISTEN *"); // the connection goes back to the others
                }
            } catch (SQLException e) {
                LOG.debug("Live changes have to wait: {}", e.getMessage());
                pause(WAIT_MS);
            } catch (RuntimeException e) {
                LOG.error("Following the log failed in a way that was not foreseen", e);
                pause(WAIT_MS);
            }
        }
    }

    private void follow(Connection listening) throws SQLException {
        PGConnection notified = listening.unwrap(PGConnection.class);
        long newest = 0; // that was heard of
        while (!closed) {
            long began = System.nanoTime();
            boolean flood;
            try (Connection connection = questions.getConnection()) {
                flood = round(connection);
            }
            everySecond(listening);
            long spent = System.nanoTime() - began;
            long rest = Math.max((flood ? ROUND_IN_A_FLOOD : ROUND) - spent, spent); // never more than half of the time
            pause(TimeUnit.NANOSECONDS.toMillis(rest)); // several commits in one round cost less than a round each
            PGNotification[] heard = notified.getNotifications(position() < newest ? 1 : WAIT_MS);
            if (heard != null && heard.length > 0) {
                newest = Commits.newest(listening);
            }
        }
    }

    private synchronized long position() {
        return position;
    }

    /** @return whether there was more than could be told one by one */
    private boolean round(Connection connection) throws SQLException {
        boolean flood = false;
        List<Commit> commits;
        do {
            synchronized (this) {
                if (position < 0) {
                    position = Commits.newest(connection);
                }
                commits = Commits.after(connection, position, MOST_COMMITS);
                if (commits.isEmpty()) {
                    break;
                }
                Set<UUID> keys = new LinkedHashSet<>();
                for (Commit commit : commits) {
                    commit.told().forEach(keys::add);
                    rate.add(System.nanoTime(), commit.events());
                }
                flood |= !tell(connection, commits, keys);
                position = commits.get(commits.size() - 1).position();
                countsChanged = true;
                for (Subscription subscription : subscriptions) {
                    subscription.backlog().reached(position);
                }
            }
        } while (commits.size() == MOST_COMMITS);
        return flood;
    }

    /** @return false if some were only told to look again */
    private boolean tell(Connection connection, List<Commit> commits, Collection<UUID> keys) throws SQLException {
        long now = System.nanoTime();
        double seconds = Math.min(1, (now - lastTold) / (double) SECOND);
        lastTold = now;
        boolean bearable = keys.size() <= Math.max(MOST_RUNS, seconds * MOST_RUNS_PER_SECOND);
        return tell(Topic.RUNS, "run", bearable, () -> changes.runs(connection, keys))
                & tell(Topic.EVENTS, "event", events(commits) <= MOST_EVENTS, () -> changes.events(connection, commits))
                & tell(Topic.FIRST_SIGNAL, "first_signal", bearable, () -> changes.signals(connection, keys, scopes()));
    }

    private Set<Scope> scopes() {
        Set<Scope> scopes = new HashSet<>();
        for (Subscription subscription : subscriptions) {
            if (subscription.audience().wants(Topic.FIRST_SIGNAL)) {
                scopes.add(subscription.audience().scope());
            }
        }
        return scopes;
    }

    private interface Loading {
        List<Change> load() throws SQLException;
    }

    private boolean tell(Topic topic, String event, boolean bearable, Loading changed) throws SQLException {
        List<Subscription> to = subscriptions.stream()
                .filter(one -> one.audience().wants(topic))
                .toList();
        if (to.isEmpty()) {
            return true;
        }
        if (!bearable) {
            to.forEach(one -> one.backlog().notice("reset", LOOK_AGAIN));
            return false;
        }
        for (Change change : changed.load()) {
            to.forEach(one -> one.offer(topic, event, change));
        }
        return true;
    }

    private void everySecond(Connection listening) throws SQLException {
        long now = System.nanoTime();
        if (now - nextSecond < 0) {
            return;
        }
        nextSecond = now + SECOND;
        seconds++;
        eventsPerSecond = rate.perSecond(now);
        if (countsChanged) {
            countsChanged = false;
            tellCounts();
        }
        if (seconds % 2 == 0) {
            byte[] data = String.format(Locale.ROOT, "{\"eventsPerSecond\":%.1f}", eventsPerSecond)
                    .getBytes(StandardCharsets.UTF_8);
            subscriptions.forEach(one -> one.backlog().notice("rate", data));
        }
        if (seconds % 10 == 0) {
            subscriptions.forEach(one -> one.backlog().comment(Frame.HEARTBEAT));
        }
        if (seconds % 60 == 0) {
            forgetOldCommits(listening);
        }
    }

    private void tellCounts() throws SQLException {
        Map<Scope, byte[]> counted = new HashMap<>();
        for (Subscription subscription : subscriptions) {
            Scope scope = subscription.audience().scope();
            if (subscription.audience().wants(Topic.COUNTS)) {
                byte[] data = counted.get(scope);
                if (data == null) {
                    data = changes.counts(scope);
                    counted.put(scope, data);
                }
                subscription.backlog().notice("counts", data);
            }
        }
    }

    private void forgetOldCommits(Connection listening) throws SQLException {
        positionsByMinute.add(position);
        if (positionsByMinute.size() > REMEMBERED_MINUTES) {
            Commits.forget(listening, positionsByMinute.remove());
        }
    }

    private static void pause(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Before the web server stops, which waits for open connections. */
    @Override
    public void stop() {
        closed = true;
        subscriptions.forEach(Subscription::end);
        thread.interrupt();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(5));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
