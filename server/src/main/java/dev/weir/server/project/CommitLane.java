package dev.weir.server.project;

import dev.weir.host.Outcome;
import dev.weir.host.SqlState;
import dev.weir.host.Submission;
import dev.weir.host.Transactions;
import dev.weir.server.project.CommitQueue.Waiting;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits one group of requests after the other. A request is answered only after its commit, and whatever happens to a
 * commit, it is done again with the same events: their ids make that safe.
 */
final class CommitLane implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(CommitLane.class);
    private static final long PATIENCE_SECONDS = 20;

    private final CommitQueue queue;
    private final Transactions transactions;
    private final Projector projector;
    private final IngestMetrics metrics;
    private final Clock clock;
    private final int mostCommitted;

    CommitLane(
            CommitQueue queue,
            DataSource writer,
            Projector projector,
            IngestMetrics metrics,
            Clock clock,
            int mostCommitted) {
        this.queue = queue;
        this.transactions = new Transactions(writer, PATIENCE_SECONDS);
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
            metrics.failedCommit();
            String reason = reason(e);
            group.forEach(waiting -> waiting.answer().completeExceptionally(new Unavailable(reason)));
        }
    }

    private static String reason(SQLException e) {
        if (SqlState.isTakenOver(e)) { // which Tenure logs, once
            return "A Flink job has taken the database over from this server";
        }
        LOG.error("A commit failed: {}", e.getMessage());
        return "The database did not take the events";
    }

    /** If the database refuses a group for what is in it, halves of it find out what that is; the rest goes in. */
    private List<Outcome> commitAll(List<Submission> group) throws SQLException {
        try {
            return transactions.run(new GroupWrite(group)).outcomes();
        } catch (SQLException e) {
            if (!SqlState.isAboutContent(e)) {
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

    /** One group's way into the database. */
    private final class GroupWrite implements Transactions.Write<Projector.Result> {
        private final List<Submission> group;
        private long started;

        GroupWrite(List<Submission> group) {
            this.group = group;
        }

        @Override
        public Projector.Result write(Connection connection, long batch, boolean lock) throws SQLException {
            started = System.nanoTime();
            return projector.project(connection, batch, now(), group, lock);
        }

        @Override
        public void committed(Projector.Result result, long batch) {
            projector.remember(result, batch);
            metrics.committed(result, System.nanoTime() - started);
        }

        @Override
        public void conflict() {
            metrics.conflict();
        }

        @Override
        public void uncertain() {
            projector.forget(group);
        }
    }

    private long now() {
        return clock.millis() * 1000;
    }
}
