package dev.weir.server.stream;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * One open connection. Nobody ever waits for its reader: bytes are written when the connection takes some, by whichever
 * thread happens to find out.
 */
final class Subscription implements WriteListener, AsyncListener {
    private static final long MOST_STALLED = TimeUnit.SECONDS.toNanos(30);

    private final Audience audience;
    private final Backlog backlog;
    private final AsyncContext connection;
    private final ServletOutputStream out;
    private final Consumer<Subscription> onEnd;
    private final AtomicInteger asked = new AtomicInteger();
    private boolean unflushed; // only touched while pumping
    private volatile long stalledSince;
    private volatile boolean opened;
    private volatile boolean ended;

    Subscription(Audience audience, AsyncContext connection, Consumer<Subscription> onEnd) throws IOException {
        this.audience = audience;
        this.backlog = new Backlog();
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
        if (!ended) {
            out.setWriteListener(this);
        }
    }

    /** Adds what this follower may and wants to see. */
    void offer(Topic topic, String event, Change change) {
        if (wants(topic, change) && !backlog.add(event, change)) {
            end(); // it comes back with the position that it has seen
        }
    }

    /** Adds what it missed, unless it was told something newer meanwhile. */
    void offerMissed(Topic topic, String event, Change change) {
        if (wants(topic, change)) {
            backlog.addMissed(event, change);
        }
    }

    private boolean wants(Topic topic, Change change) {
        return audience.wants(topic) && audience.sees(change.org(), change.env(), change.serviceKey());
    }

    /**
     * Writes as much as the connection takes. Called by several threads: the first one works, and does it again if
     * others asked meanwhile, so that nobody waits while the container holds locks of its own.
     */
    void pump() {
        if (!opened || asked.getAndIncrement() > 0) {
            return;
        }
        int seen;
        do {
            seen = asked.get();
            try {
                writeWhilePossible();
            } catch (IOException | RuntimeException e) {
                end(); // the reader has gone, and the container may have taken the response back
            }
        } while (asked.addAndGet(-seen) > 0);
    }

    private void writeWhilePossible() throws IOException {
        while (!ended && out.isReady()) {
            stalledSince = 0;
            byte[] next = backlog.next();
            if (next != null) {
                out.write(next);
                unflushed = true;
            } else if (unflushed) {
                out.flush();
                unflushed = false;
            } else {
                return;
            }
        }
        if (stalledSince == 0) {
            stalledSince = System.nanoTime();
        }
    }

    boolean isStuck() {
        long since = stalledSince;
        return since != 0 && !backlog.isEmpty() && System.nanoTime() - since > MOST_STALLED;
    }

    void end() {
        if (!ended) {
            ended = true;
            onEnd.accept(this);
            try {
                connection.complete();
            } catch (IllegalStateException e) {
                // the container was faster
            }
        }
    }

    /** The container's first call: until then the connection is its own, and others must not touch it. */
    @Override
    public void onWritePossible() {
        opened = true;
        pump();
    }

    @Override
    public void onError(Throwable failure) {
        end();
    }

    @Override
    public void onError(AsyncEvent event) {
        end();
    }

    @Override
    public void onComplete(AsyncEvent event) {
        ended = true;
        onEnd.accept(this);
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        end();
    }

    @Override
    public void onStartAsync(AsyncEvent event) {}
}
