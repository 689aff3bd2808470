package dev.weir.client;

import dev.weir.client.Accounting.Rejection;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client's one thread. It never waits inside a request, so that it can move events from memory to the spool while
 * the server keeps it waiting.
 */
final class Sender implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(WeirClient.class);
    private static final long ONE_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final ClientSettings settings;
    private final Outbox outbox;
    private final Ledger ledger;
    private final Signal signal;
    private final LogLimiter limiter;
    private final Transport transport;
    private final Backoff backoff;
    private final AnswerReader reader = new AnswerReader();

    private final AtomicLong flushUpTo = new AtomicLong();
    private volatile boolean hurried;
    private volatile boolean stopping;

    // Touched by the sender's thread alone.
    private @Nullable Exchange exchange;
    private int failures;
    private long notBefore = System.nanoTime();
    private boolean serverSaidWait;

    Sender(ClientSettings settings, Outbox outbox, Ledger ledger, Signal signal, LogLimiter limiter) {
        this.settings = settings;
        this.outbox = outbox;
        this.ledger = ledger;
        this.signal = signal;
        this.limiter = limiter;
        this.transport = new Transport(settings);
        this.backoff = new Backoff(
                settings.firstRetryDelay(),
                settings.longestRetryDelay(),
                () -> ThreadLocalRandom.current().nextLong());
    }

    /** Sends everything up to this event without waiting for batches to fill. */
    void flushUpTo(long entered) {
        flushUpTo.accumulateAndGet(entered, Math::max);
        signal.wake();
    }

    /** Ends the current delay, unless the server asked for it, and begins the next ones small again. */
    void hurry() {
        hurried = true;
        signal.wake();
    }

    void stop() {
        stopping = true;
        signal.wake();
    }

    @Override
    public void run() {
        signal.sleepsHere();
        while (!stopping) {
            try {
                signal.sleep(turn(System.nanoTime()));
            } catch (RuntimeException | Error e) {
                if (limiter.firstOrAfterAMinute("turn")) {
                    log.warn("Sending events to {} met an unexpected problem and goes on.", settings.url(), e);
                }
                notBefore = System.nanoTime() + ONE_SECOND;
                signal.sleep(ONE_SECOND);
            }
        }
        finish();
    }

    /** Does what can be done now, and says for how long there is nothing else to do. */
    private long turn(long now) {
        if (hurried) {
            hurried = false;
            failures = Math.min(failures, 1);
            notBefore = serverSaidWait ? notBefore : now;
        }
        Exchange current = exchange;
        if (current != null && current.isOver(now)) {
            exchange = null;
            settle(current.verdict(reader, settings.clock().instant()), now);
        }
        if (exchange == null && now - notBefore >= 0) {
            sendNext(now);
        }
        outbox.relieveBuffer(now);
        return nanosToWait(now);
    }

    private long nanosToWait(long now) {
        long wait;
        if (exchange != null) {
            wait = exchange.deadline() - now;
        } else if (now - notBefore < 0) {
            wait = notBefore - now;
        } else {
            wait = outbox.nanosUntilDue(now, flushUpTo.get());
        }
        return Math.min(wait, outbox.nanosUntilRelief(now));
    }

    private void sendNext(long now) {
        try {
            Batch batch = outbox.next(now, flushUpTo.get());
            if (batch == null) {
                return;
            }
            ledger.sent.add(batch.size());
            if (failures > 0) {
                ledger.retries.increment();
            }
            exchange = transport.post(batch, signal::wake);
        } catch (IOException e) {
            backOff(Verdict.tryAgain("has to wait because the spool cannot be read (" + e + ")"), now);
        }
    }

    private void settle(Verdict verdict, long now) {
        switch (verdict.kind()) {
            case ACKNOWLEDGED -> acknowledge(Objects.requireNonNull(verdict.accounting()));
            case TOO_LARGE -> {
                if (!outbox.split()) {
                    giveUp(DropReason.TOO_LARGE, verdict);
                }
            }
            case REFUSED -> giveUp(DropReason.REFUSED, verdict);
            case TRY_AGAIN, TRY_AGAIN_SLOWLY -> backOff(verdict, now);
        }
    }

    private void acknowledge(Accounting accounting) {
        if (failures > 0) {
            failures = 0;
            log.info("Weir at {} takes events again.", settings.url());
        }
        outbox.done();
        accounting.rejected().forEach(this::logRejection);
        ledger.acknowledged(accounting);
    }

    private void logRejection(Rejection rejection) {
        if (limiter.firstOrAfterAMinute("rejected " + rejection.code())) {
            log.warn(
                    "Weir rejected event {} ({}, field {}): {}",
                    rejection.eventId(),
                    rejection.code(),
                    rejection.field(),
                    rejection.message());
        }
    }

    private void giveUp(DropReason reason, Verdict verdict) {
        failures = 0;
        ledger.lost(reason, outbox.done());
        if (limiter.once("given up " + reason)) {
            log.warn("Weir at {} {}; such events are dropped.", settings.url(), verdict.reason());
        }
    }

    private void backOff(Verdict verdict, long now) {
        failures++;
        long delay = verdict.kind() == Verdict.Kind.TRY_AGAIN_SLOWLY ? backoff.slowNanos() : backoff.nanos(failures);
        Duration asked = verdict.notBefore();
        serverSaidWait = asked != null;
        notBefore = now + (asked == null ? delay : Math.max(delay, asked.toNanos()));
        if (limiter.firstOrAfterAMinute("back-off")) {
            log.warn("Weir at {} {}; events are kept and sent again.", settings.url(), verdict.reason());
        }
    }

    private void finish() {
        try {
            if (exchange != null) {
                exchange.cancel();
            }
            outbox.close();
        } catch (RuntimeException | Error e) {
            log.warn("What was not sent to {} could not be put aside.", settings.url(), e);
        } finally {
            ledger.finished();
        }
    }
}
