package dev.weir.core.signal;

import dev.weir.core.run.Phrases;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a person who waits for a job is told first. Times are microseconds since 1970.
 *
 * @param summary one sentence, never blank, at most {@link #LONGEST_SUMMARY} long
 * @param since when this began; {@code etaSeconds} counts from here
 * @param until when something that waits is expected to go on
 * @param etaSeconds until the end of the job, null if unknown
 * @param lastKnownOutcome of the workflow's previous run
 */
public record Signal(
        SignalKind kind,
        SignalPhase phase,
        String summary,
        long since,
        @Nullable Long until,
        @Nullable Integer etaSeconds,
        @Nullable Outcome lastKnownOutcome,
        List<NextAction> nextActions,
        Diagnostics diagnostics) {

    public static final int LONGEST_SUMMARY = Words.LONGEST_SUMMARY;

    private static final long MICROS_PER_SECOND = 1_000_000;

    public Signal {
        summary = Words.summary(summary);
        nextActions = List.copyOf(nextActions);
    }

    /** What the fold says before it looks beyond the run. */
    static Signal of(
            SignalKind kind,
            SignalPhase phase,
            String summary,
            long since,
            @Nullable Long until,
            Diagnostics diagnostics) {
        return new Signal(kind, phase, summary, since, until, null, null, List.of(), diagnostics);
    }

    Signal leadingTo(@Nullable Outcome previous, List<NextAction> actions) {
        return new Signal(kind, phase, summary, since, until, etaSeconds, previous, actions, diagnostics);
    }

    /** Whether the job goes on, so far as is known. */
    public boolean isOpen() {
        return !kind.isOutcome();
    }

    /**
     * @param seconds from {@link #since} on, as {@link Eta} says; of what waits until a known time it is at least that long,
     *     and of what has not begun or has ended there is none
     */
    public Signal withEta(@Nullable Integer seconds) {
        Integer eta = kind == SignalKind.QUEUED || !isOpen() ? null : seconds;
        if (eta != null && until != null) {
            eta = (int) Math.min(Integer.MAX_VALUE, Math.max(eta, seconds(since, until)));
        }
        return new Signal(kind, phase, summary, since, until, eta, lastKnownOutcome, nextActions, diagnostics);
    }

    /**
     * The signal as it is shown at a moment. A job that goes on and was silent for the idle time is unavailable; one that
     * said until when it waits is expected to be silent until then, and one that waits for somebody for as long as it takes.
     *
     * @param lastEventAt when something was last heard of the job
     * @param idleMs longer than this is silence
     */
    public Signal asReadAt(long now, long lastEventAt, long idleMs) {
        if (!isOpen()) {
            return this;
        }
        boolean waitsForSomebody = kind == SignalKind.BLOCKED && until == null;
        long quietFrom = until == null ? lastEventAt : Math.max(until, lastEventAt);
        if (!waitsForSomebody && (now - quietFrom) / 1000 > idleMs) {
            return unavailable(now, lastEventAt);
        }
        return etaSeconds == null ? this : withEtaLeft((int) Math.max(0, etaSeconds - seconds(since, now)));
    }

    private Signal unavailable(long now, long lastEventAt) {
        String said = "No event since " + Phrases.time(lastEventAt, now) + ". Last known: " + summary;
        return new Signal(
                SignalKind.UNAVAILABLE,
                phase,
                said,
                lastEventAt,
                null,
                null,
                lastKnownOutcome,
                nextActions,
                diagnostics);
    }

    private Signal withEtaLeft(int seconds) {
        return new Signal(kind, phase, summary, since, until, seconds, lastKnownOutcome, nextActions, diagnostics);
    }

    /** A clock that is behind the event's has passed no time. */
    private static long seconds(long from, long to) {
        return Math.max(0, (to - from) / MICROS_PER_SECOND);
    }
}
