package dev.weir.server.query;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunState;
import dev.weir.core.stage.StageFlow;
import dev.weir.core.stage.StageRow;
import dev.weir.core.stage.StepStages;
import dev.weir.server.access.Scope;
import dev.weir.store.StageArrival;
import dev.weir.store.StageFigures;
import dev.weir.store.StageSheet;
import dev.weir.store.StepRuns;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The steps of runs as stages, run by run: read from the runs' states, since steps have no roll-up of their own. */
final class StepFigures {
    private StepFigures() {}

    /** @param stages those steps of the run that are asked for */
    record OfRun(RunKey key, RunState run, StageFlow flow, List<StageFigures> stages) {}

    static void each(
            Connection connection,
            Scope scope,
            StageFilter filter,
            Collection<Integer> sources,
            Consumer<OfRun> visitor)
            throws SQLException {
        StepRuns.each(
                connection,
                scope.org(),
                sources,
                filter.workflows(),
                time(filter.from(), Long.MIN_VALUE),
                time(filter.to(), Long.MAX_VALUE),
                (key, run) -> {
                    OfRun steps = of(key, run, filter);
                    if (!steps.stages().isEmpty()) {
                        visitor.accept(steps);
                    }
                });
    }

    private static @Nullable OffsetDateTime time(long micros, long none) {
        return micros == none ? null : Micros.time(micros);
    }

    private static OfRun of(RunKey key, RunState run, StageFilter filter) {
        List<StageRow> rows = StepStages.of(key, run);
        StageFlow flow = StageFlow.of(rows);
        Map<String, List<StageArrival>> arrivals = StageSheet.arrivals(flow);
        List<StageFigures> figures = new ArrayList<>(rows.size());
        for (StageRow row : rows) {
            StageFigures step =
                    StageFigures.of(row, arrivals.getOrDefault(row.workflowStage(), List.of()), run.createdAt());
            if (filter.accepts(step)) {
                figures.add(step);
            }
        }
        return new OfRun(key, run, flow, figures);
    }
}
