package dev.weir.server.project;

import dev.weir.server.project.CommitQueue.Waiting;
import dev.weir.store.Batches;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits one group of requests after the other. A request is answered only after its commit, and whatever happens to a
 * commit, it is done again with the same events: their ids make that safe.
 */
final class CommitLane implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(CommitLane.class);
    private static final int MOST_CONFLICTS = 50;

    private final CommitQueue queue;
    private final DataSource writer;
    private final Projector projector;
    private final IngestMetrics metrics;
    private final Clock clock;
    private final int mostCommitted;
    private final Batches batches = new Batches();

    CommitLane(
            CommitQueue queue,
            DataSource writer,
            Projector projector,
            IngestMetrics metrics,
            Clock clock,
            int mostCommitted) {
        this.queue = queue;
        this.writer = writer;
        this.projector = projector;
        this.metrics = metrics;
        this.clock = clock;
        this.mostCommitted = mostCommitted;
    }

    /** Until the queue is closed and empty. */
    @Override
    public void run() {
        try {
            List<Waiting> group = queue.take(mostCommitted);
            while (!group.isEmpty()) {
                commitOrRefuse(group);
                queue.done(group);
                group = queue.take(mostCommitted);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void commitOrRefuse(List<Waiting> group) {
        try {
            commit(group);
        } catch (RuntimeException | Error e) {
            LOG.error("A commit failed in a way that was not foreseen; its requests will be sent again", e);
            group.forEach(waiting -> waiting.answer().completeExceptionally(new Unavailable("The commit failed")));
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
                    if (isConflict(e) && conflicts < MOST_CONFLICTS) {
                        conflicts++; // the next try takes nothing from memory without looking
                        metrics.conflict();
                        continue;
                    }
                    projector.forget(group);
                    if (!isUnreachable(e) || System.nanoTime() > deadline) {
                        throw e;
                    }
                    pause();
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
}
