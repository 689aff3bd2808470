package dev.weir.server.project;

import dev.weir.host.Outcome;
import dev.weir.host.Submission;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The requests that wait for a commit. They leave it in groups, first come, first served, except that no two groups that
 * are on their way at the same time have a run in common: the second would find its rows changed and be done again.
 */
final class CommitQueue {
    private static final int MOST_REQUESTS = 10_000;
    private static final long WAIT_MS = TimeUnit.SECONDS.toMillis(1);
    /** A third of what a commit costs does not depend on its size: waiting that long for company pays for itself. */
    private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final int mostEvents;
    private final List<Waiting> waiting = new LinkedList<>(); // one may leave before those that wait longer
    private final Set<UUID> busy = new HashSet<>();
    private int onTheWay;
    private volatile int events;
    private boolean closed;

    CommitQueue(int mostEvents) {
        this.mostEvents = mostEvents;
    }

    /** @param keys of the runs that it changes */
    record Waiting(Submission submission, Set<UUID> keys, CompletableFuture<Outcome> answer) {}

    int events() {
        return events;
    }

    /** @return the answer to come, which is a refusal if there is no room */
    CompletableFuture<Outcome> add(Submission submission) {
        return add(new Waiting(submission, submission.keys(), new CompletableFuture<>()));
    }

    private synchronized CompletableFuture<Outcome> add(Waiting added) {
        int size = added.submission().size();
        if (closed) {
            return CompletableFuture.failedFuture(new Unavailable("Weir is shutting down"));
        }
        if (events + size > mostEvents || waiting.size() == MOST_REQUESTS) {
            return CompletableFuture.failedFuture(new Unavailable("The ingest queue is full"));
        }
        waiting.add(added);
        events += size;
        notifyAll();
        return added.answer();
    }

    /**
     * Waits for the next group, which has to be given back by {@link #done}. One that is smaller than what is on its way
     * waits a moment for more: whoever was answered just now often has the next request ready.
     *
     * @return empty once it is closed and nothing is left
     */
    synchronized List<Waiting> take(int mostEvents) throws InterruptedException {
        while (true) {
            linger();
            List<Waiting> group = next(mostEvents);
            if (!group.isEmpty() || (closed && waiting.isEmpty())) {
                return group;
            }
            wait(WAIT_MS);
        }
    }

    private void linger() throws InterruptedException {
        long until = System.nanoTime() + LINGER_NANOS;
        long left = LINGER_NANOS;
        while (left > 0 && !waiting.isEmpty() && waiting.size() < onTheWay && !closed) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            left = until - System.nanoTime();
        }
    }

    private List<Waiting> next(int mostEvents) {
        List<Waiting> group = new ArrayList<>();
        Set<UUID> takenBefore = new HashSet<>(); // nobody overtakes a request that has one of the same runs
        int taken = 0;
        Iterator<Waiting> each = waiting.iterator();
        while (each.hasNext() && taken < mostEvents) {
            Waiting next = each.next();
            if (isAnyIn(next.keys(), busy) || isAnyIn(next.keys(), takenBefore)) {
                takenBefore.addAll(next.keys());
            } else {
                each.remove();
                group.add(next);
                taken += next.submission().size();
            }
        }
        events -= taken;
        onTheWay += group.size();
        group.forEach(one -> busy.addAll(one.keys()));
        return group;
    }

    private static boolean isAnyIn(Set<UUID> keys, Set<UUID> others) {
        if (others.isEmpty()) {
            return false;
        }
        for (UUID key : keys) {
            if (others.contains(key)) {
                return true;
            }
        }
        return false;
    }

    /** Lets others have the runs of a group that was answered. */
    synchronized void done(List<Waiting> group) {
        onTheWay -= group.size();
        group.forEach(one -> busy.removeAll(one.keys()));
        notifyAll();
    }

    /** Takes nothing more; what waits is still handed out. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    /** For what is left when nobody takes it any more. */
    synchronized void refuseAll() {
        for (Waiting one : waiting) {
            one.answer().completeExceptionally(new Unavailable("Weir is shutting down"));
        }
        waiting.clear();
        events = 0;
    }
}
