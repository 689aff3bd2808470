package dev.weir.core.stage;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunRows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is shown of the stages of a workflow. */
public final class StageRows {
    private StageRows() {}

    /**
     * One row per stage, in the order in which they were first seen.
     *
     * @param runEnded whether the newest run of this workflow id has ended: nothing of it is in flight then
     */
    public static List<StageRow> of(RunKey key, StageState state, boolean runEnded) {
        List<StageRow> rows = new ArrayList<>(state.stages().size());
        for (StageTimes stage : state.stages()) {
            rows.add(row(key, state, stage, runEnded));
        }
        return rows;
    }

    private static StageRow row(RunKey key, StageState state, StageTimes stage, boolean runEnded) {
        Times starts = stage.starts();
        Times completions = stage.completions();
        boolean neverCompleted = !starts.isEmpty() && completions.isEmpty();
        return new StageRow(
                StageSource.STAGE,
                key.env(),
                key.serviceKey(),
                key.workflowId(),
                1,
                state.workflowName() == null ? key.serviceKey() : state.workflowName(),
                stage.name(),
                first(starts),
                last(starts),
                first(completions),
                last(completions),
                starts.size(),
                completions.size(),
                passes(stage),
                stage.touchMs(),
                RunRows.instant(stage.firstSlaDue()),
                RunRows.instant(stage.lastSlaDue()),
                RunRows.instant(stage.earliestSlaDue()),
                stage.isOpenNow() && !runEnded,
                neverCompleted && !runEnded,
                stage.isOpenNow() && runEnded);
    }

    private static List<StagePass> passes(StageTimes stage) {
        List<StagePass> passes = new ArrayList<>(stage.passes());
        for (int i = 0; i < stage.passes(); i++) {
            passes.add(new StagePass(i + 1, at(stage.starts(), i), at(stage.completions(), i)));
        }
        return passes;
    }

    private static @Nullable Instant at(Times times, int index) {
        return index < times.size() ? RunRows.instant(times.get(index)) : null;
    }

    private static @Nullable Instant first(Times times) {
        return times.isEmpty() ? null : RunRows.instant(times.first());
    }

    private static @Nullable Instant last(Times times) {
        return times.isEmpty() ? null : RunRows.instant(times.last());
    }
}
