package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.RunState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunFoldLawsTest {

    @Test
    void anyOrderAndRepetitionGivesTheSameRows() {
        Seeds.each(seed -> Laws.order(seed, RunHistories.history(seed), folding(seed)));
    }

    @Test
    void anySplitIntoBatchesGivesTheSameRows() {
        Seeds.each(seed -> {
            List<WorkflowEvent> history = RunHistories.history(seed);
            RunFolding fold = folding(seed);
            Laws.split(seed, history, fold.rows(fold.fold(history)), () -> new FoldHost<>(fold));
        });
    }

    @Test
    void applyingAnEventLeavesTheStateBeforeItAlone() {
        Seeds.each(seed -> Laws.purity(RunHistories.history(seed), folding(seed)));
    }

    /** More than equal rows: otherwise a difference that no row shows yet could come out with a later event. */
    @Test
    void theFastPathReachesTheSameState() {
        Seeds.each(seed -> {
            List<WorkflowEvent> sorted = new ArrayList<>(RunHistories.history(seed));
            sorted.sort(Comparator.comparing(WorkflowEvent::order));
            RunFolding fold = folding(seed);
            List<RunState> oneByOne = List.of();
            for (WorkflowEvent event : sorted) {
                oneByOne = fold.apply(oneByOne, List.of(event));
            }
            assertThat(oneByOne).isEqualTo(fold.fold(sorted));
        });
    }

    private static RunFolding folding(long seed) {
        return new RunFolding(RunHistories.key(seed));
    }
}
