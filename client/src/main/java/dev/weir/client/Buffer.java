package dev.weir.client;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events that wait in memory, bounded in number and bytes. Many threads add, one takes; the lock is held for no longer
 * than it takes to link an element. A full buffer turns away what comes last: the beginnings it holds explain more than
 * ends whose beginnings are gone.
 */
final class Buffer {

    /** Keeps a batch of large events well under what servers and proxies accept as a body. */
    private static final int BATCH_BYTES = 1024 * 1024;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Waiting(byte[] json, long sinceNanos) {}

    private final ClientSettings settings;
    private final Signal signal;
    private final Deque<Waiting> queue = new ArrayDeque<>();
    private long bytes;
    private long entered;
    private boolean closed;

    /** @param before events that are ahead of all that this buffer will see, which are those found in the spool */
    Buffer(ClientSettings settings, Signal signal, long before) {
        this.settings = settings;
        this.signal = signal;
        this.entered = before;
    }

    /** Null if the event was taken. */
    @Nullable
    DropReason offer(byte[] json) {
        boolean wake;
        synchronized (this) {
            if (closed) {
                return DropReason.CLOSED;
            }
            if (queue.size() >= settings.bufferEvents() || bytes + json.length > settings.bufferBytes()) {
                return DropReason.BUFFER_FULL;
            }
            boolean hadBatch = hasBatch();
            boolean wasOverMark = isOverMark();
            queue.addLast(new Waiting(json, System.nanoTime()));
            bytes += json.length;
            entered++;
            wake = queue.size() == 1 || (hasBatch() && !hadBatch) || (isOverMark() && !wasOverMark);
        }
        if (wake) {
            signal.wake();
        }
        return null;
    }

    /** How many events came this way so far, counting those that were before. */
    synchronized long entered() {
        return entered;
    }

    synchronized int size() {
        return queue.size();
    }

    synchronized boolean isClosed() {
        return closed;
    }

    synchronized void close() {
        closed = true;
    }

    /** Half of what fits: from here on the spool takes over, while there is room for what arrives meanwhile. */
    synchronized boolean isOverMark() {
        return queue.size() > settings.bufferEvents() / 2 || bytes > settings.bufferBytes() / 2;
    }

    /** Zero if the first events should go now, because a batch is full, they waited long enough, or are asked for. */
    synchronized long nanosUntilDue(long now, long flushUpTo) {
        Waiting first = queue.peekFirst();
        if (first == null) {
            return Long.MAX_VALUE;
        }
        boolean asked = entered - queue.size() < flushUpTo;
        if (closed || asked || hasBatch()) {
            return 0;
        }
        return Math.max(0, first.sinceNanos() + settings.maxDelay().toNanos() - now);
    }

    /** The next batch, which stays until {@link #removeHead}; empty if nothing waits. */
    synchronized Batch head() {
        List<byte[]> events = new ArrayList<>();
        int batchBytes = 0;
        for (Iterator<Waiting> waiting = queue.iterator();
                waiting.hasNext() && events.size() < settings.batchEvents(); ) {
            byte[] json = waiting.next().json();
            batchBytes += json.length;
            if (batchBytes > BATCH_BYTES && !events.isEmpty()) {
                break;
            }
            events.add(json);
        }
        return new Batch(events);
    }

    synchronized void removeHead(Batch head) {
        for (int i = 0; i < head.size(); i++) {
            bytes -= queue.removeFirst().json().length;
        }
    }

    private boolean hasBatch() {
        return queue.size() >= settings.batchEvents() || bytes >= BATCH_BYTES;
    }
}
