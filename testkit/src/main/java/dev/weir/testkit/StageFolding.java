package dev.weir.testkit;

import dev.weir.core.event.RunKey;
import dev.weir.core.stage.StageEvent;
import dev.weir.core.stage.StageFold;
import dev.weir.core.stage.StageRow;
import dev.weir.core.stage.StageRows;
import dev.weir.core.stage.StageState;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The stage fold under the laws: all stages of one workflow id. */
public final class StageFolding implements Fold<StageEvent, Optional<StageState>> {
    private final RunKey key;

    public StageFolding(RunKey key) {
        this.key = key;
    }

    @Override
    public Optional<StageState> fold(List<StageEvent> history) {
        return Optional.ofNullable(StageFold.fold(history));
    }

    @Override
    public Optional<StageState> apply(Optional<StageState> state, List<StageEvent> newer) {
        return Optional.ofNullable(StageFold.apply(state.orElse(null), newer));
    }

    @Override
    public boolean isNewer(Optional<StageState> state, StageEvent event) {
        return StageFold.isNewer(state.orElse(null), event.order());
    }

    @Override
    public Comparator<StageEvent> order() {
        return Comparator.comparing(StageEvent::order);
    }

    @Override
    public Object identity(StageEvent event) {
        return event.id();
    }

    @Override
    public List<StageRow> rows(Optional<StageState> state) {
        return state.map(known -> StageRows.of(key, known, false)).orElse(List.of());
    }
}
