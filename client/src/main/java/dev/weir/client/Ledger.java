package dev.weir.client;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Counts what becomes of every event, and lets {@code flush} wait for it. */
final class Ledger {

    final LongAdder tracked = new LongAdder();
    final LongAdder recovered = new LongAdder();
    final LongAdder sent = new LongAdder();
    final LongAdder spooled = new LongAdder();
    final LongAdder shortened = new LongAdder();
    final LongAdder retries = new LongAdder();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder duplicates = new LongAdder();
    private final LongAdder ignored = new LongAdder();
    private final LongAdder queued = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private final Map<DropReason, LongAdder> dropped = new EnumMap<>(DropReason.class);

    // Events leave in the order in which they entered the buffer, so one number tells which of them are settled.
    private long left;
    private long lost;
    private boolean finished;

    Ledger() {
        for (DropReason reason : DropReason.values()) {
            dropped.put(reason, new LongAdder());
        }
    }

    /** An event that never got into the buffer. */
    void turnedAway(DropReason reason) {
        counter(reason).increment();
    }

    /** Events that were in the buffer or the spool, and are given up. */
    synchronized void lost(DropReason reason, long events) {
        counter(reason).add(events);
        lost += events;
        left += events;
        notifyAll();
    }

    synchronized void acknowledged(Accounting accounting) {
        accepted.add(accounting.accepted());
        duplicates.add(accounting.duplicates());
        ignored.add(accounting.ignored());
        queued.add(accounting.queued());
        rejected.add(accounting.rejected().size());
        left += accounting.received();
        notifyAll();
    }

    /** Nothing will leave any more, so nobody needs to wait. */
    synchronized void finished() {
        finished = true;
        notifyAll();
    }

    synchronized long lost() {
        return lost;
    }

    /** Whether so many events left in time. */
    synchronized boolean awaitLeft(long target, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + ClientSettings.nanos(timeout);
        while (left < target && !finished) {
            long remaining = deadline - System.nanoTime();
            if (remaining <= 0) {
                break;
            }
            TimeUnit.NANOSECONDS.timedWait(this, remaining);
        }
        return left >= target;
    }

    ClientStats stats(long buffered, long inSpool) {
        Map<DropReason, Long> drops = new EnumMap<>(DropReason.class);
        dropped.forEach((reason, count) -> drops.put(reason, count.sum()));
        return new ClientStats(
                tracked.sum(),
                recovered.sum(),
                sent.sum(),
                accepted.sum(),
                duplicates.sum(),
                ignored.sum(),
                queued.sum(),
                rejected.sum(),
                spooled.sum(),
                shortened.sum(),
                retries.sum(),
                drops,
                buffered,
                inSpool);
    }

    private LongAdder counter(DropReason reason) {
        LongAdder counter = dropped.get(reason);
        if (counter == null) {
            throw new IllegalStateException("There is no counter for " + reason + ".");
        }
        return counter;
    }
}
