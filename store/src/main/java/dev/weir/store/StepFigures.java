package dev.weir.store;

import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.run.StepState;
import dev.weir.core.run.StepStatus;
import java.sql.Array;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All of one step of a run that roll-ups count.
 *
 * @param completedMs how long it took, if it completed
 */
public record StepFigures(
        String name, boolean failed, @Nullable Long completedMs, int retries) {
    /** What {@link #read} needs of a row of {@code runs}. */
    public static final String COLUMN =
            "run_step_figures(runs.id, runs.run_seq, runs.created_at, runs.state, runs.overflowed)";

    static List<StepFigures> of(RunState run) {
        List<StepFigures> steps = new ArrayList<>(run.steps().size());
        for (StepState step : run.steps()) {
            StepStatus status = RunRows.shownStatus(run, step);
            steps.add(new StepFigures(
                    step.name(),
                    status == StepStatus.FAILED,
                    status == StepStatus.COMPLETED ? RunRows.totalDurationMs(step) : null,
                    step.retryCount()));
        }
        return steps;
    }

    /** @param column null for a run without steps */
    public static List<StepFigures> read(@Nullable Array column) throws SQLException {
        List<StepFigures> steps = new ArrayList<>();
        if (column != null) {
            for (@Nullable String[] step : (@Nullable String[][]) column.getArray()) {
                int status = Integer.parseInt(String.valueOf(step[1]));
                boolean timed = status == StepStatus.COMPLETED.ordinal() && step[2] != null;
                steps.add(new StepFigures(
                        String.valueOf(step[0]),
                        status == StepStatus.FAILED.ordinal(),
                        timed ? Long.valueOf(String.valueOf(step[2])) : null,
                        Integer.parseInt(String.valueOf(step[3]))));
            }
        }
        return steps;
    }
}
