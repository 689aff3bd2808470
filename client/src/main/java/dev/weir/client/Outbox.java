package dev.weir.client;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is to be sent, oldest first: the batch at hand, then the spool, then the buffer. Because nothing overtakes,
 * events leave in the order in which they came, and {@code flush} needs only a count.
 *
 * <p>Used by the sender's thread alone, but for {@link #held}.
 */
final class Outbox {

    private static final Logger log = LoggerFactory.getLogger(WeirClient.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Buffer buffer;
    private final @Nullable Spool spool;
    private final Ledger ledger;
    private final LogLimiter limiter;

    /** The batch at hand; more parts than one if the server found it too large. */
    private final Deque<Batch> parts = new ArrayDeque<>();

    private boolean partsAreSpooled;
    private final AtomicInteger held = new AtomicInteger();
    private long spoolAgainAt = System.nanoTime();

    Outbox(Buffer buffer, @Nullable Spool spool, Ledger ledger, LogLimiter limiter) {
        this.buffer = buffer;
        this.spool = spool;
        this.ledger = ledger;
        this.limiter = limiter;
    }

    /** What to send now, which stays at hand until it is {@link #done}; null if nothing is due. */
    @Nullable
    Batch next(long now, long flushUpTo) throws IOException {
        if (parts.isEmpty() && spool != null) {
            Batch batch = spool.head();
            if (batch != null) {
                parts.add(batch);
                partsAreSpooled = true;
            }
        }
        if (parts.isEmpty() && buffer.nanosUntilDue(now, flushUpTo) == 0) {
            Batch batch = buffer.head();
            buffer.removeHead(batch);
            parts.add(batch);
            partsAreSpooled = false;
            held.set(batch.size());
        }
        return parts.peekFirst();
    }

    /** The part at hand was answered for, or is given up. Says how many events it had. */
    int done() {
        Batch part = parts.removeFirst();
        if (!partsAreSpooled) {
            held.addAndGet(-part.size());
        } else if (parts.isEmpty() && spool != null) {
            spool.removeHead();
        }
        return part.size();
    }

    /** False if the part at hand is a single event. */
    boolean split() {
        Batch part = parts.getFirst();
        if (part.size() == 1) {
            return false;
        }
        parts.removeFirst();
        parts.addFirst(part.secondHalf());
        parts.addFirst(part.firstHalf());
        return true;
    }

    /** Makes room in memory when it is half full: the server is away, or slower than the program. */
    void relieveBuffer(long now) {
        while (mayRelieve(now)) {
            Batch batch = buffer.head();
            if (!spoolParts() || !spool(batch)) {
                spoolAgainAt = now + PAUSE_NANOS;
                return;
            }
            buffer.removeHead(batch);
        }
    }

    /** The batch at hand goes first, because it is older; it may well be on its way at this moment. */
    private boolean spoolParts() {
        if (parts.isEmpty() || partsAreSpooled) {
            return true;
        }
        partsAreSpooled = spool(Batch.join(parts));
        if (partsAreSpooled) {
            held.set(0);
        }
        return partsAreSpooled;
    }

    /** Whether memory should be relieved, and the disk did not just refuse. */
    private boolean mayRelieve(long now) {
        return spool != null && buffer.isOverMark() && now - spoolAgainAt >= 0;
    }

    /** When there is something to do although nobody calls: to send what waited long enough, to try the disk again. */
    long nanosUntilDue(long now, long flushUpTo) {
        return buffer.nanosUntilDue(now, flushUpTo);
    }

    long nanosUntilRelief(long now) {
        return spool != null && buffer.isOverMark() ? Math.max(0, spoolAgainAt - now) : Long.MAX_VALUE;
    }

    /** Puts what was not sent into the spool; from the first that finds no place there, it is lost. */
    void close() {
        boolean hasRoom = spoolParts();
        if (!hasRoom) {
            ledger.lost(DropReason.UNSENT, held.getAndSet(0));
        }
        for (Batch batch = buffer.head(); batch.size() > 0; batch = buffer.head()) {
            hasRoom = hasRoom && spool(batch);
            buffer.removeHead(batch);
            if (!hasRoom) {
                ledger.lost(DropReason.UNSENT, batch.size());
            }
        }
        if (spool != null) {
            spool.close();
        }
    }

    private boolean spool(Batch batch) {
        if (spool == null) {
            return false;
        }
        try {
            boolean written = spool.append(batch);
            if (!written && limiter.firstOrAfterAMinute("spool full")) {
                log.warn("The spool is full; events stay in memory, and new ones are dropped when that is full too.");
            }
            return written;
        } catch (IOException e) {
            if (limiter.firstOrAfterAMinute("spool write")) {
                log.warn(
                        "The spool cannot be written ({}); events stay in memory, and are dropped when it is full.",
                        e.toString());
            }
            return false;
        }
    }

    /** Events taken from the buffer that are neither answered for nor in the spool. */
    int held() {
        return held.get();
    }
}
