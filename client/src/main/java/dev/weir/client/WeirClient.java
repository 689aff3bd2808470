package dev.weir.client;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports what workflows do to Weir. One client serves a whole program, from any number of threads; reporting never
 * waits for the network or the disk and never throws, so it can stand in the middle of the work that it reports on.
 *
 * <pre>{@code
 * try (WeirClient weir = WeirClient.builder().url("http://127.0.0.1:8420").env("production").build()) {
 *     Workflow run = weir.workflow("processOrder", "ord-1").started(order);
 *     Step charge = run.step("charge").started();
 *     charge.completed(receipt);
 *     run.completed();
 * }
 * }</pre>
 */
public final class WeirClient implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(WeirClient.class);
    private static final Duration TIME_TO_SPOOL = Duration.ofSeconds(5);

    private final ClientSettings settings;
    private final Ledger ledger = new Ledger();
    private final LogLimiter limiter = new LogLimiter();
    private final EventEncoder encoder;
    private final @Nullable Spool spool;
    private final Buffer buffer;
    private final Outbox outbox;
    private final Sender sender;
    private final Thread thread;
    private final AtomicBoolean closed = new AtomicBoolean();

    WeirClient(ClientSettings settings) {
        this.settings = settings;
        encoder = new EventEncoder(
                new Stamps(settings.clock()), settings.env(), settings.serviceKey(), settings.maxEventBytes());
        spool = openSpool(settings, ledger);
        Signal signal = new Signal();
        buffer = new Buffer(settings, signal, spool == null ? 0 : spool.events());
        outbox = new Outbox(buffer, spool, ledger, limiter);
        sender = new Sender(settings, outbox, ledger, signal, limiter);
        thread = new Thread(sender, "weir-client");
        thread.setDaemon(true);
        thread.start();
    }

    public static WeirClientBuilder builder() {
        return new WeirClientBuilder();
    }

    /** A disk that fails must not keep the program from starting. */
    private static @Nullable Spool openSpool(ClientSettings settings, Ledger ledger) {
        Path directory = settings.spoolDirectory();
        if (directory == null) {
            return null;
        }
        try {
            return Spool.open(directory, settings, ledger);
        } catch (IOException | RuntimeException e) {
            log.warn(
                    "The spool directory {} cannot be used ({}), so events are kept in memory only.",
                    directory,
                    e instanceof Spool.InUseException ? e.getMessage() : e.toString());
            return null;
        }
    }

    /** A handle to report on one run of a workflow. */
    public Workflow workflow(String name, String id) {
        return new Workflow(this, Objects.requireNonNullElse(name, ""), Objects.requireNonNullElse(id, ""), null, null);
    }

    /**
     * Reports an event of any type. {@code eventId}, {@code timestamp}, {@code env} and {@code serviceKey} are added
     * where they are absent; everything else is sent as it is.
     */
    public void track(Map<String, ?> event) {
        report(() -> event);
    }

    void report(Supplier<? extends Map<String, ?>> event) {
        ledger.tracked.increment();
        try {
            DropReason reason = buffer.isClosed() ? DropReason.CLOSED : offer(event.get());
            if (reason != null) {
                turnAway(reason, reason == DropReason.CLOSED ? "the client is closed" : "the buffer is full");
            }
        } catch (EventEncoder.TooLargeException e) {
            turnAway(DropReason.TOO_LARGE, e.getMessage());
        } catch (RuntimeException | Error e) {
            // Errors too: they come from the values that were handed over, and the work that is reported must go on.
            turnAway(DropReason.INVALID, e.toString());
        }
    }

    private @Nullable DropReason offer(Map<String, ?> event) {
        EventEncoder.Encoded encoded = encoder.encode(event);
        if (encoded.shortened()) {
            ledger.shortened.increment();
        }
        return buffer.offer(encoded.json());
    }

    private void turnAway(DropReason reason, @Nullable String why) {
        ledger.turnedAway(reason);
        if (limiter.once("turned away " + reason)) {
            log.warn("An event for Weir was dropped as {} ({}); more of them are only counted.", reason, why);
        }
    }

    /**
     * Sends everything reported before, without waiting for batches to fill, and waits until Weir has answered for it.
     *
     * @return false if the time was not enough, or if an event was lost meanwhile, such as one that the server refused
     */
    public boolean flush(Duration timeout) {
        long target = buffer.entered();
        long lostBefore = ledger.lost();
        sender.flushUpTo(target);
        try {
            return ledger.awaitLeft(target, timeout) && ledger.lost() == lostBefore;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Sends what still waits, for no longer than the time to close; the rest goes to the spool, if there is one, for the
     * next process. What is reported from now on is dropped and counted.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        buffer.close();
        sender.hurry();
        boolean all = flush(settings.closeTimeout());
        sender.stop();
        joinSender();
        if (!all) {
            ClientStats end = stats();
            log.warn(
                    "The client for Weir at {} was closed with {} events in the spool and {} dropped.",
                    settings.url(),
                    end.inSpool(),
                    end.dropped());
        }
    }

    private void joinSender() {
        long deadline = System.nanoTime() + TIME_TO_SPOOL.toNanos();
        boolean interrupted = Thread.interrupted();
        while (thread.isAlive() && System.nanoTime() - deadline < 0) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, deadline - System.nanoTime());
            } catch (InterruptedException e) {
                // Whoever interrupts wants an end soon, but not the loss of what is being put aside.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    public ClientStats stats() {
        return ledger.stats((long) buffer.size() + outbox.held(), spool == null ? 0 : spool.events());
    }

    Instant now() {
        return settings.clock().instant();
    }
}
