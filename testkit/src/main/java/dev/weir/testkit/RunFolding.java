package dev.weir.testkit;

import dev.weir.core.event.RunKey;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.EventText;
import dev.weir.core.run.RunFold;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The run fold under the laws: all runs of one workflow id, in their order. */
public final class RunFolding implements Fold<WorkflowEvent, List<RunState>> {
    private final RunKey key;

    public RunFolding(RunKey key) {
        this.key = key;
    }

    @Override
    public List<RunState> fold(List<WorkflowEvent> history) {
        return RunFold.fold(history);
    }

    @Override
    public List<RunState> apply(List<RunState> runs, List<WorkflowEvent> newer) {
        RunState newest = newest(runs);
        List<RunState> all = new ArrayList<>(newest == null ? runs : runs.subList(0, runs.size() - 1));
        all.addAll(RunFold.apply(newest, newer));
        return all;
    }

    @Override
    public boolean isNewer(List<RunState> runs, WorkflowEvent event) {
        return RunFold.isNewer(newest(runs), event.order());
    }

    @Override
    public Comparator<WorkflowEvent> order() {
        return Comparator.comparing(WorkflowEvent::order);
    }

    @Override
    public Object identity(WorkflowEvent event) {
        return event.id();
    }

    @Override
    public List<RunRows> rows(List<RunState> runs) {
        return runs.stream()
                .map(run -> RunRows.of(key, run, RunRows.instant(run.last().at()), id -> EventText.NONE))
                .toList();
    }

    private static @Nullable RunState newest(List<RunState> runs) {
        return runs.isEmpty() ? null : runs.get(runs.size() - 1);
    }
}
