package dev.weir.server.query;

import dev.weir.core.insight.Remaining;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long an open run has left, from the completed runs of its workflow that had taken as long already.
 *
 * @param remainingMs the median; null, with what follows from it, where fewer than five took longer
 * @param n how many there are
 * @param slowerThanUsual it has taken longer than 95 of 100 did
 */
public record Estimate(
        @Nullable Long remainingMs,
        @Nullable Long remainingP90Ms,
        @Nullable Instant expectedEndAt,
        long n,
        boolean slowerThanUsual) {

    static @Nullable Estimate of(RunState run, Usuals.Known known, long nowMicros) {
        Long started = run.startedAt() != null ? run.startedAt() : run.firstActivityAt();
        if (run.isEnded() || started == null) {
            return null;
        }
        long elapsedMs = (nowMicros - started) / 1000;
        boolean slower = elapsedMs > known.usual().p95Ms();
        Remaining remaining = Remaining.of(known.buckets(), elapsedMs);
        if (remaining == null) {
            return new Estimate(null, null, null, 0, slower);
        }
        return new Estimate(
                remaining.p50Ms(),
                remaining.p90Ms(),
                RunRows.instant(nowMicros + remaining.p50Ms() * 1000),
                remaining.n(),
                slower);
    }
}
