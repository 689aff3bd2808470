package dev.weir.host;

import dev.weir.core.event.RunKey;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.RunFold;
import dev.weir.core.run.RunState;
import dev.weir.core.stage.StageEvent;
import dev.weir.core.stage.StageFold;
import dev.weir.core.stage.StageRun;
import dev.weir.core.stage.StageState;
import dev.weir.core.stage.StageTimes;
import dev.weir.store.RunRole;
import dev.weir.store.RunStore.RunChange;
import dev.weir.store.RunStore.StoredRun;
import dev.weir.store.StageChange;
import dev.weir.store.StageSheet;
import dev.weir.wire.LogEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The events of one key in a transaction, all of them new: those of its run, and those of its stages. */
record KeyEvents(UUID id, RunKey key, int org, int source, List<WorkflowEvent> events, List<StageEvent> stages) {

    KeyEvents(UUID id, RunKey key, int org, int source) {
        this(id, key, org, source, new ArrayList<>(2), new ArrayList<>(0));
    }

    void add(LogEvent event) {
        if (event.event() != null) {
            events.add(event.event());
        } else if (event.stage() != null) {
            stages.add(event.stage());
        }
    }

    /**
     * Folds them on from what is stored.
     *
     * @param most a workflow with more events of stages than this is not folded inside a commit: all of its stages are
     *     written anew with each
     * @return null if that is not possible, and the key has to be folded again from the log
     */
    @Nullable
    RunChange foldOn(@Nullable StoredRun run, @Nullable StageSheet sheet, int most) {
        events.sort(Comparator.comparing(WorkflowEvent::order));
        RunState newest = run == null ? null : run.state();
        RunRole role = run == null ? RunRole.PLAIN : run.role();
        boolean outdated = run != null && newest == null;
        if (outdated
                || role == RunRole.SESSION // which was of that name first, and has to give way
                || role.hasStages() != (sheet != null)
                || (!events.isEmpty()
                        && (role == RunRole.OF_STAGES
                                || !RunFold.isNewer(newest, events.get(0).order())))) {
            return null;
        }
        if (sheet == null && stages.isEmpty()) {
            return new RunChange(key, id, org, source, run, RunFold.apply(newest, events), false);
        }
        return foldOnWithStages(run, sheet, most);
    }

    /** How many of them came after something that had happened later was folded. */
    int late(@Nullable StoredRun run, @Nullable StageSheet sheet) {
        RunState newest = run == null ? null : run.state();
        StageState before = sheet == null ? null : sheet.folded();
        int late = 0;
        for (WorkflowEvent event : events) {
            late += RunFold.isNewer(newest, event.order()) ? 0 : 1;
        }
        for (StageEvent event : stages) {
            late += StageFold.isNewer(before, event.order()) ? 0 : 1;
        }
        return late;
    }

    private @Nullable RunChange foldOnWithStages(@Nullable StoredRun run, @Nullable StageSheet sheet, int most) {
        stages.sort(Comparator.comparing(StageEvent::order));
        StageState before = sheet == null ? null : sheet.folded();
        boolean older =
                !stages.isEmpty() && (!StageFold.isNewer(before, stages.get(0).order()) || moments(before) > most);
        if ((sheet != null && before == null) || older) {
            return null;
        }
        StageState after = Objects.requireNonNull(StageFold.apply(before, stages));
        boolean alone = run == null ? events.isEmpty() : run.role() == RunRole.OF_STAGES;
        List<RunState> runs = alone ? List.of(StageRun.of(key, after)) : runs(run);
        boolean ended = runs.get(runs.size() - 1).isEnded();
        boolean same = stages.isEmpty() && sheet != null && sheet.runEnded() == ended;
        return new RunChange(
                key,
                id,
                org,
                source,
                run,
                runs,
                false,
                alone ? RunRole.OF_STAGES : RunRole.BESIDE_STAGES,
                same ? null : new StageChange(id, sheet, StageSheet.of(key, source, after, ended)));
    }

    /** A run of which nothing new is told is saved all the same: its stamp guards the stages. */
    private List<RunState> runs(@Nullable StoredRun run) {
        RunState newest = run == null ? null : run.state();
        return events.isEmpty() ? List.of(Objects.requireNonNull(newest)) : RunFold.apply(newest, events);
    }

    private static int moments(@Nullable StageState state) {
        int moments = 0;
        if (state != null) {
            for (StageTimes stage : state.stages()) {
                moments += stage.starts().size() + stage.completions().size();
            }
        }
        return moments;
    }
}
