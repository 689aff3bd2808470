package dev.weir.server.stream;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What one follower has still to get. A run that changes again before it was sent is sent once, as it is then, so a slow
 * reader costs no more than the number of different runs; beyond a bound it is dropped and comes back for the rest.
 *
 * <p>Only the last frame of what waits carries a position: a follower that goes on from it has missed nothing.
 */
final class Backlog {
    private static final int MOST_CHANGES = 5_000;
    private static final int CHUNK_BYTES = 64 * 1024;
    private static final long WAIT_MS = 1000;

    private record Waiting(String event, byte[] data) {}

    /** A run and its signal have the same id, and neither takes the other's place. */
    private record Key(String event, UUID id) {}

    private final Map<Key, Waiting> changes = new LinkedHashMap<>();
    private final Map<String, byte[]> notices = new LinkedHashMap<>();
    private final Deque<byte[]> comments = new ArrayDeque<>(1);
    private long position;

    /** @return false if there is no room: then nothing that follows would be complete */
    synchronized boolean add(String event, Change change) {
        Key key = new Key(event, change.id());
        changes.remove(key); // to the end, so that positions never go back
        changes.put(key, new Waiting(event, change.data()));
        notifyAll();
        return changes.size() <= MOST_CHANGES;
    }

    synchronized void addMissed(String event, Change change) {
        changes.putIfAbsent(new Key(event, change.id()), new Waiting(event, change.data()));
        notifyAll();
    }

    /** Something of which only the latest counts. */
    synchronized void notice(String event, byte[] data) {
        notices.put(event, data);
        notifyAll();
    }

    synchronized void comment(byte[] comment) {
        if (comments.isEmpty()) {
            comments.add(comment);
            notifyAll();
        }
    }

    /** All that was added so far is what happened up to here. */
    synchronized void reached(long newest) {
        position = Math.max(position, newest);
    }

    synchronized boolean isEmpty() {
        return changes.isEmpty() && notices.isEmpty() && comments.isEmpty();
    }

    /** Lets {@link #next} look around. */
    synchronized void wake() {
        notifyAll();
    }

    /** The next bytes to send; waits a while for some, and gives null if none came. */
    synchronized byte @Nullable [] next() throws InterruptedException {
        if (isEmpty()) {
            wait(WAIT_MS);
        }
        if (isEmpty()) {
            return null;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(CHUNK_BYTES / 4);
        if (!comments.isEmpty()) {
            out.writeBytes(comments.remove());
        }
        Iterator<Waiting> waiting = changes.values().iterator();
        while (waiting.hasNext() && out.size() < CHUNK_BYTES) {
            Waiting next = waiting.next();
            waiting.remove();
            Frame.write(out, next.event(), next.data(), waiting.hasNext() ? Frame.NO_POSITION : position);
        }
        if (changes.isEmpty()) {
            notices.forEach((event, data) -> Frame.write(out, event, data, position));
            notices.clear();
        }
        return out.toByteArray();
    }
}
