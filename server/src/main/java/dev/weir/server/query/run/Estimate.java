package dev.weir.server.query.run;

import dev.weir.core.insight.Remaining;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.run.StepState;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How long an open run has left, from the completed runs of its workflow that had taken as long already since the step began
 * that it is at, or, where too few of these are known, since the run did.
 *
 * @param remainingMs the median; null, with what follows from it, where fewer than five took longer
 * @param n how many there are
 * @param stepName the step from whose start they are compared; null where it is the start of the run
 * @param slowerThanUsual it has taken longer than 95 of 100 did
 */
public record Estimate(
        @Nullable Long remainingMs,
        @Nullable Long remainingP90Ms,
        @Nullable Instant expectedEndAt,
        long n,
        @Nullable String stepName,
        boolean slowerThanUsual) {

    /** @param steps what is known of each step, see {@link StepHistory} */
    static @Nullable Estimate of(RunState run, Usuals.Known known, Map<String, long[]> steps, long nowMicros) {
        Long started = run.startedAt() != null ? run.startedAt() : run.firstActivityAt();
        if (run.isEnded() || started == null) {
            return null;
        }
        long elapsedMs = (nowMicros - started) / 1000;
        boolean slower = elapsedMs > known.usual().p95Ms();
        StepState step = latestStep(run);
        if (step != null && step.startedAt() != null) {
            Remaining sinceStep =
                    Remaining.of(steps.getOrDefault(step.name(), new long[0]), (nowMicros - step.startedAt()) / 1000);
            if (sinceStep != null) {
                return of(sinceStep, step.name(), slower, nowMicros);
            }
        }
        Remaining remaining = Remaining.of(known.buckets(), elapsedMs);
        return remaining == null
                ? new Estimate(null, null, null, 0, null, slower)
                : of(remaining, null, slower, nowMicros);
    }

    private static Estimate of(Remaining remaining, @Nullable String stepName, boolean slower, long nowMicros) {
        return new Estimate(
                remaining.p50Ms(),
                remaining.p90Ms(),
                RunRows.instant(nowMicros + remaining.p50Ms() * 1000),
                remaining.n(),
                stepName,
                slower);
    }

    /** It need not be running: a run that waits for the next attempt, or sleeps before the next step, has come as far. */
    static @Nullable StepState latestStep(RunState run) {
        return run.steps().stream()
                .filter(step -> step.startedAt() != null)
                .max(Comparator.comparingInt(StepState::startedTick))
                .orElse(null);
    }
}
