package dev.weir.core.signal;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * How a run ended: what the next run of the same workflow may expect. Ordered as the ends happened; ids only break ties.
 *
 * @param status failed, succeeded or canceled
 * @param finishedAt in microseconds since 1970
 * @param workflowId of whose run; the workflow's runs may each have their own
 */
public record Outcome(
        SignalKind status,
        long finishedAt,
        String workflowId,
        int runSeq,
        @Nullable Long durationMs) implements Comparable<Outcome> {

    private static final Comparator<Outcome> AS_ENDED = Comparator.comparingLong(Outcome::finishedAt)
            .thenComparing(Outcome::workflowId)
            .thenComparingInt(Outcome::runSeq);

    public Outcome {
        if (!status.isOutcome()) {
            throw new IllegalArgumentException("A run does not end as " + status.label());
        }
    }

    /** @return null while the run is open */
    public static @Nullable Outcome of(RunKey key, RunState run) {
        if (!run.isEnded() || run.endedAt() == null) {
            return null;
        }
        return new Outcome(
                SignalKind.ofEnd(run.status()), run.endedAt(), key.workflowId(), run.seq(), RunRows.durationMs(run));
    }

    @Override
    public int compareTo(Outcome other) {
        return AS_ENDED.compare(this, other);
    }
}
