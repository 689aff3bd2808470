package dev.weir.core.stage;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.AttemptResult;
import dev.weir.core.run.AttemptState;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.run.StepState;
import dev.weir.core.run.StepStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The steps of a run as stages: its attempts are the passes. They follow from the run's state, so there is nothing to fold
 * a second time, and what the run fold knows of phantoms, replays and lost events holds here too.
 */
public final class StepStages {
    private static final Comparator<AttemptState> BY_NUMBER = Comparator.comparingInt(AttemptState::number);

    private StepStages() {}

    /** One row per step that was ever tried, in the order in which they were first seen. */
    public static List<StageRow> of(RunKey key, RunState run) {
        List<List<AttemptState>> attempts = new ArrayList<>(run.steps().size());
        run.steps().forEach(step -> attempts.add(new ArrayList<>(1)));
        run.attempts().forEach(attempt -> attempts.get(attempt.step()).add(attempt));
        List<StageRow> rows = new ArrayList<>(run.steps().size());
        for (int i = 0; i < run.steps().size(); i++) {
            if (!attempts.get(i).isEmpty()) {
                attempts.get(i).sort(BY_NUMBER);
                rows.add(row(key, run, run.steps().get(i), attempts.get(i)));
            }
        }
        return rows;
    }

    private static StageRow row(RunKey key, RunState run, StepState step, List<AttemptState> attempts) {
        StepStatus status = RunRows.shownStatus(run, step);
        Edges starts = new Edges();
        Edges completions = new Edges();
        List<StagePass> passes = new ArrayList<>(attempts.size());
        long touchMs = 0;
        for (AttemptState attempt : attempts) {
            starts.add(attempt.startedAt());
            completions.add(attempt.result() == AttemptResult.SUCCESS ? attempt.endedAt() : null);
            StagePass pass = new StagePass(
                    passes.size() + 1, RunRows.instant(attempt.startedAt()), RunRows.instant(attempt.endedAt()));
            Long spent = pass.durationMs();
            touchMs += spent == null ? 0 : spent;
            passes.add(pass);
        }
        boolean over = status == StepStatus.FAILED || status == StepStatus.CANCELLED;
        boolean inFlight = status == StepStatus.RUNNING || status == StepStatus.RETRYING;
        return new StageRow(
                StageSource.STEP,
                key.env(),
                key.serviceKey(),
                key.workflowId(),
                run.seq(),
                run.workflowName(),
                step.name(),
                starts.first(),
                starts.last(),
                completions.first(),
                completions.last(),
                starts.count,
                completions.count,
                passes,
                touchMs,
                null,
                null,
                null,
                inFlight,
                inFlight && starts.count > 0 && completions.count == 0,
                over);
    }

    /** The earliest and latest of some moments. */
    private static final class Edges {
        private long first = Long.MAX_VALUE;
        private long last = Long.MIN_VALUE;
        int count;

        void add(@Nullable Long at) {
            if (at != null) {
                first = Math.min(first, at);
                last = Math.max(last, at);
                count++;
            }
        }

        @Nullable
        Instant first() {
            return count == 0 ? null : RunRows.instant(first);
        }

        @Nullable
        Instant last() {
            return count == 0 ? null : RunRows.instant(last);
        }
    }
}
