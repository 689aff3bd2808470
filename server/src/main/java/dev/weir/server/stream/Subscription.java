package dev.weir.server.stream;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * One open connection, with a thread of its own that writes to it: a reader that takes nothing holds up nobody else, and
 * only this thread ever touches the response.
 */
final class Subscription implements AsyncListener {
    private static final long STACK_BYTES = 256 * 1024;
    private static final long MOST_WAIT_MS = 5_000;

    private final Audience audience;
    private final Backlog backlog = new Backlog();
    private final AsyncContext connection;
    private final OutputStream out;
    private final Consumer<Subscription> onEnd;
    private final Thread writer = new Thread(null, this::write, "weir-stream", STACK_BYTES);
    private final AtomicBoolean completed = new AtomicBoolean();
    private volatile boolean ended;

    Subscription(Audience audience, AsyncContext connection, Consumer<Subscription> onEnd) throws IOException {
        this.audience = audience;
        this.connection = connection;
        this.onEnd = onEnd;
        this.out = connection.getResponse().getOutputStream();
        connection.setTimeout(0);
        connection.addListener(this);
    }

    Audience audience() {
        return audience;
    }

    Backlog backlog() {
        return backlog;
    }

    /** Begins to write, once what comes first is in the backlog. */
    void open() {
        writer.setDaemon(true);
        writer.start();
    }

    private void write() {
        try {
            while (!ended) {
                byte[] next = backlog.next();
                if (next != null) {
                    out.write(next);
                    out.flush();
                }
            }
        } catch (IOException | RuntimeException e) {
            // the reader has gone, or took nothing for longer than the server waits
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end();
            complete();
        }
    }

    /** Once, and never after the container has done so: it uses the same objects for the next request. */
    private void complete() {
        if (completed.compareAndSet(false, true)) {
            try {
                connection.complete();
            } catch (RuntimeException e) {
                // the container was faster
            }
        }
    }

    /** Adds what this follower may and wants to see. */
    void offer(Topic topic, String event, Change change) {
        if (wants(topic, change) && !backlog.add(event, change.asToldTo(audience.scope()))) {
            end(); // it comes back with the position that it has seen
        }
    }

    /** Adds what it missed, unless it was told something newer meanwhile. */
    void offerMissed(Topic topic, String event, Change change) {
        if (wants(topic, change)) {
            backlog.addMissed(event, change.asToldTo(audience.scope()));
        }
    }

    private boolean wants(Topic topic, Change change) {
        return audience.wants(topic) && audience.sees(change.org(), change.env(), change.serviceKey());
    }

    /** Its thread notices, and closes the connection. */
    void end() {
        ended = true;
        onEnd.accept(this);
        backlog.wake();
    }

    /**
     * Once a listener returns, the container takes the response for the next request. A write that fails only then would
     * mark that one as broken, so this waits until the thread has left the response alone.
     */
    private void endBeforeTheContainer() {
        end();
        try {
            if (Thread.currentThread() != writer) {
                writer.join(MOST_WAIT_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        complete();
    }

    @Override
    public void onError(AsyncEvent event) {
        endBeforeTheContainer();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        completed.set(true);
        end();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        endBeforeTheContainer();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}
