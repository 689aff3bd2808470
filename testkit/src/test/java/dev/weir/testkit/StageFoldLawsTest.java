package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.stage.StageArrays;
import dev.weir.core.stage.StageEvent;
import dev.weir.core.stage.StageState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StageFoldLawsTest {

    @Test
    void anyOrderAndRepetitionGivesTheSameRows() {
        Seeds.each(seed -> Laws.order(seed, StageHistories.history(seed), folding(seed)));
    }

    @Test
    void anySplitIntoBatchesGivesTheSameRows() {
        Seeds.each(seed -> {
            List<StageEvent> history = StageHistories.history(seed);
            StageFolding fold = folding(seed);
            Laws.split(seed, history, fold.rows(fold.fold(history)), () -> new FoldHost<>(fold));
        });
    }

    @Test
    void applyingAnEventLeavesTheStateBeforeItAlone() {
        Seeds.each(seed -> Laws.purity(StageHistories.history(seed), folding(seed)));
    }

    /** More than equal rows: otherwise a difference that no row shows yet could come out with a later event. */
    @Test
    void theFastPathReachesTheSameState() {
        Seeds.each(seed -> {
            List<StageEvent> sorted = new ArrayList<>(StageHistories.history(seed));
            sorted.sort(Comparator.comparing(StageEvent::order));
            StageFolding fold = folding(seed);
            Optional<StageState> oneByOne = Optional.empty();
            for (StageEvent event : sorted) {
                oneByOne = fold.apply(oneByOne, List.of(event));
            }
            assertThat(oneByOne).isEqualTo(fold.fold(sorted));
        });
    }

    @Test
    void aStateThatWasStoredGoesOnAsIfItHadNotBeen() {
        Seeds.each(seed -> {
            List<StageEvent> sorted = new ArrayList<>(StageHistories.history(seed));
            sorted.sort(Comparator.comparing(StageEvent::order));
            StageFolding fold = folding(seed);
            Optional<StageState> stored = Optional.empty();
            for (StageEvent event : sorted) {
                stored = fold.apply(stored, List.of(event)).map(state -> StageArrays.read(Lists.of(state)));
            }
            assertThat(stored).isEqualTo(fold.fold(sorted));
        });
    }

    private static StageFolding folding(long seed) {
        return new StageFolding(RunHistories.key(seed));
    }

    /** The arrays as lists, which is how a reader of JSON would give them back. */
    private static final class Lists implements StageArrays.Sink {
        private final List<List<Object>> open = new ArrayList<>(List.of(new ArrayList<>()));

        static List<?> of(StageState state) {
            Lists lists = new Lists();
            StageArrays.write(state, lists);
            return (List<?>) lists.open.get(0).get(0);
        }

        private List<Object> innermost() {
            return open.get(open.size() - 1);
        }

        @Override
        public void begin() {
            List<Object> list = new ArrayList<>();
            innermost().add(list);
            open.add(list);
        }

        @Override
        public void number(long value) {
            innermost().add(value);
        }

        @Override
        public void text(String value) {
            innermost().add(value);
        }

        @Override
        public void none() {
            innermost().add(null);
        }

        @Override
        public void end() {
            open.remove(open.size() - 1);
        }
    }
}
