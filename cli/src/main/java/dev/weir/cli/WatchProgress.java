package dev.weir.cli;

import dev.weir.core.run.Phrases;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How far a run is.
 *
 * @param completedSteps when the signal came
 * @param usualSteps how many steps such a run usually has; 0 if that is not known
 * @param toldAt when the signal came, from which its estimate counts
 */
record WatchProgress(
        FirstSignal signal, Optional<Instant> startedAt, int completedSteps, int usualSteps, Instant toldAt) {

    private static final long MOMENT_MS = 10_000;

    /** From 0 to 1, by its steps, else by the time; never the whole before the end. */
    Optional<Double> share(Instant now) {
        if (signal.hasEnded()) {
            return signal.hasSucceeded() ? Optional.of(1.0) : Optional.empty();
        }
        if (usualSteps > 0) {
            return Optional.of(Math.min(0.99, (double) completedSteps / usualSteps));
        }
        long elapsed = elapsedMs(now).orElse(0L);
        return leftMs(now)
                .map(left -> Math.max(0, left))
                .filter(left -> left + elapsed > 0)
                .map(left -> Math.min(0.99, (double) elapsed / (left + elapsed)));
    }

    Optional<Long> elapsedMs(Instant now) {
        return signal.hasEnded()
                ? Optional.empty()
                : startedAt.map(start -> Math.max(0, now.toEpochMilli() - start.toEpochMilli()));
    }

    /** Less than nothing if the estimate is over and the run is not. */
    private Optional<Long> leftMs(Instant now) {
        return signal.etaSeconds().map(eta -> eta * 1000 - Math.max(0, now.toEpochMilli() - toldAt.toEpochMilli()));
    }

    /** Such as "step 3 of ~6, ~2 min left". */
    List<String> facts(Instant now) {
        List<String> facts = new ArrayList<>();
        if (signal.hasEnded()) {
            return facts;
        }
        int step = signal.stepNumber();
        if (step > 0) {
            facts.add("step " + step + (step <= usualSteps ? " of ~" + usualSteps : ""));
        }
        leftMs(now).map(WatchProgress::left).ifPresent(facts::add);
        return facts;
    }

    private static String left(long ms) {
        if (ms < -MOMENT_MS) {
            return "longer than usual";
        }
        if (ms < 1_000) {
            return "any moment now";
        }
        return "~" + (ms < 10_000 ? ms / 1_000 + " s" : Phrases.duration(ms)) + " left";
    }
}
