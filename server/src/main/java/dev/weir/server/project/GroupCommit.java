package dev.weir.server.project;

import dev.weir.store.Batches;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that takes whatever requests wait and commits them together: while one commit is on its way, the next one
 * collects. A request is answered only after its commit, and whatever happens to a commit, it is done again with the same
 * events: their ids make that safe.
 */
public final class GroupCommit implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);
    private static final int MOST_REQUESTS = 10_000;
    private static final int MOST_CONFLICTS = 50;

    private final DataSource writer;
    private final Projector projector;
    private final IngestMetrics metrics;
    private final Clock clock;
    private final int mostQueued;
    private final int mostCommitted;
    private final BlockingQueue<Waiting> queue = new ArrayBlockingQueue<>(MOST_REQUESTS);
    private final AtomicInteger queuedEvents = new AtomicInteger();
    private final Batches batches = new Batches();
    private final Thread thread = new Thread(this::run, "weir-commit");
    private volatile boolean closed;
    private volatile boolean ended;

    GroupCommit(
            DataSource writer,
            Projector projector,
            IngestMetrics metrics,
            Clock clock,
            int mostQueued,
            int mostCommitted) {
        this.writer = writer;
        this.projector = projector;
        this.metrics = metrics;
        this.clock = clock;
        this.mostQueued = mostQueued;
        this.mostCommitted = mostCommitted;
        metrics.queueDepth(queuedEvents);
    }

    void start() {
        thread.start();
    }

    private record Waiting(Submission submission, CompletableFuture<Outcome> answer) {}

    /** Hands a request over. The answer completes after its commit, or with an {@link Unavailable}. */
    public CompletableFuture<Outcome> submit(Submission submission) {
        int size = submission.size();
        if (closed) {
            return CompletableFuture.failedFuture(new Unavailable("Weir is shutting down"));
        }
        Waiting waiting = new Waiting(submission, new CompletableFuture<>());
        if (queuedEvents.addAndGet(size) > mostQueued || !queue.offer(waiting)) {
            queuedEvents.addAndGet(-size);
            return CompletableFuture.failedFuture(new Unavailable("The ingest queue is full"));
        }
        if (ended) {
            refuseAll(); // it came between the last look at the queue and the end
        }
        return waiting.answer();
    }

    private void refuseAll() {
        for (Waiting waiting = queue.poll(); waiting != null; waiting = queue.poll()) {
            queuedEvents.addAndGet(-waiting.submission().size());
            waiting.answer().completeExceptionally(new Unavailable("Weir is shutting down"));
        }
    }

    private void run() {
        try {
            commitUntilClosed();
        } finally {
            ended = true;
            refuseAll();
        }
    }

    private void commitUntilClosed() {
        List<Waiting> group = new ArrayList<>();
        while (true) {
            try {
                Waiting first = queue.poll(200, TimeUnit.MILLISECONDS);
                if (first != null) {
                    collect(first, group);
                    commit(group);
                } else if (closed) {
                    return;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException | Error e) {
                LOG.error("A commit failed in a way that was not foreseen; its requests will be sent again", e);
                group.forEach(waiting -> waiting.answer().completeExceptionally(new Unavailable("The commit failed")));
            } finally {
                group.clear();
            }
        }
    }

    private void collect(Waiting first, List<Waiting> group) {
        int events = 0;
        Waiting next = first;
        while (next != null) {
            group.add(next);
            events += next.submission().size();
            queuedEvents.addAndGet(-next.submission().size());
            next = events < mostCommitted ? queue.poll() : null;
        }
    }

    private void commit(List<Waiting> group) {
        try {
            List<Outcome> outcomes =
                    commitAll(group.stream().map(Waiting::submission).toList());
            for (int i = 0; i < group.size(); i++) {
                group.get(i).answer().complete(outcomes.get(i));
            }
        } catch (SQLException e) {
            LOG.error("A commit failed: {}", e.getMessage());
            metrics.failedCommit();
            group.forEach(waiting ->
                    waiting.answer().completeExceptionally(new Unavailable("The database did not take the events")));
        }
    }

    /** If the database refuses a group for what is in it, halves of it find out what that is; the rest goes in. */
    private List<Outcome> commitAll(List<Submission> group) throws SQLException {
        try {
            return new Commit(group).run();
        } catch (SQLException e) {
            if (!isAboutContent(e)) {
                throw e;
            }
            if (group.size() > 1) {
                List<Outcome> outcomes = new ArrayList<>(commitAll(group.subList(0, group.size() / 2)));
                outcomes.addAll(commitAll(group.subList(group.size() / 2, group.size())));
                return outcomes;
            }
            Submission refused = group.get(0);
            if (refused.rows().isEmpty()) {
                throw e;
            }
            LOG.warn("The database refuses an event or several of a request: {}", e.getMessage());
            return List.of(
                    refused.rows().size() > 1
                            ? commitHalves(refused)
                            : commitAll(List.of(refused.rejectedAll())).get(0));
        }
    }

    private Outcome commitHalves(Submission submission) throws SQLException {
        Outcome first = commitAll(List.of(submission.firstHalf())).get(0);
        Outcome second = commitAll(List.of(submission.secondHalf())).get(0);
        return first.plus(second);
    }

    /** One group's way into the database, tried until it is there or cannot be. */
    private final class Commit {
        private final List<Submission> group;
        private final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        private long batch = -1;
        private Projector.@Nullable Result uncertain;

        Commit(List<Submission> group) {
            this.group = group;
        }

        List<Outcome> run() throws SQLException {
            int conflicts = 0;
            while (true) {
                try {
                    return once(conflicts > 0);
                } catch (SQLException e) {
                    projector.forget(group);
                    if (isConflict(e) && conflicts < MOST_CONFLICTS) {
                        conflicts++;
                        metrics.conflict();
                    } else if (!isUnreachable(e) || System.nanoTime() > deadline) {
                        throw e;
                    } else {
                        pause();
                    }
                }
            }
        }

        private List<Outcome> once(boolean lock) throws SQLException {
            long started = System.nanoTime();
            try (Connection connection = writer.getConnection()) {
                if (uncertain != null && Batches.isCommitted(connection, batch)) {
                    return uncertain.outcomes(); // the connection was lost after the commit, before its answer
                }
                uncertain = null;
                batch = batches.next(connection);
                try {
                    Projector.Result result = projector.project(connection, batch, now(), group, lock);
                    uncertain = result;
                    connection.commit();
                    uncertain = null;
                    projector.remember(result, batch);
                    metrics.committed(result, System.nanoTime() - started);
                    return result.outcomes();
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
                Thread.sleep(100);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SQLException("Interrupted", "57P01", e);
            }
        }
    }

    private long now() {
        return clock.millis() * 1000;
    }

    /** A value that the database cannot hold, or too much of it: the rest of a group would go in without it. */
    private static boolean isAboutContent(SQLException e) {
        String state = e.getSQLState();
        return state != null && (state.startsWith("22") || state.startsWith("54"));
    }

    /** Another writer was faster: the same again will work. */
    private static boolean isConflict(SQLException e) {
        String state = e.getSQLState();
        return "23505".equals(state) || "40001".equals(state) || "40P01".equals(state);
    }

    /** The database is away or on its way down or up; it may be back in a moment. */
    private static boolean isUnreachable(SQLException e) {
        String state = e.getSQLState();
        return state == null || state.startsWith("08") || state.startsWith("57P") || state.startsWith("53");
    }

    /** Takes nothing more, commits what waits, and ends. */
    @Override
    public void close() {
        closed = true;
        try {
            thread.join(TimeUnit.SECONDS.toMillis(30));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
