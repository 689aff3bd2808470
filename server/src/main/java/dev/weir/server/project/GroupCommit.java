package dev.weir.server.project;

import dev.weir.host.Outcome;
import dev.weir.host.Submission;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Takes requests and commits those that wait together, in a few lanes side by side: while some are on their way, the next
 * ones collect.
 */
final class GroupCommit implements EventSink, AutoCloseable {
    private final CommitQueue queue;
    private final List<Thread> threads;

    GroupCommit(CommitQueue queue, Stream<CommitLane> lanes) {
        this.queue = queue;
        this.threads = lanes.map(lane -> new Thread(lane, "weir-commit")).toList();
    }

    void start() {
        threads.forEach(Thread::start);
    }

    @Override
    public CompletableFuture<Outcome> submit(Submission submission) {
        return queue.add(submission);
    }

    /** Takes nothing more, commits what waits, and ends. */
    @Override
    public void close() {
        queue.close();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        try {
            for (Thread thread : threads) {
                thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        queue.refuseAll();
    }
}
