package dev.weir.store;

import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.run.StepState;
import dev.weir.core.run.StepStatus;
import java.sql.Array;
import java.sql.ResultSet;
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

    /**
     * What {@link #readSteps} needs of a row of {@code runs}: the steps as they are stored. To look into them here takes a
     * fraction of the time that it takes in SQL, where each look begins with the text.
     */
    public static final String STORED = """
            micros(runs.created_at), runs.state->'s', CASE WHEN runs.overflowed THEN (
              SELECT json_agg(o.items ORDER BY o.chunk) FROM run_overflow o
              WHERE o.id = runs.id AND o.run_seq = runs.run_seq AND o.list = 's') END
            """;

    static List<StepFigures> of(RunState run) {
        List<StepFigures> steps = new ArrayList<>(run.steps().size());
        for (StepState step : run.steps()) {
            steps.add(of(step, RunRows.shownStatus(run, step)));
        }
        return steps;
    }

    static StepFigures of(StepState step, StepStatus shown) {
        return new StepFigures(
                step.name(),
                shown == StepStatus.FAILED,
                shown == StepStatus.COMPLETED ? RunRows.totalDurationMs(step) : null,
                step.retryCount());
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

    /** @param column the first of {@link #STORED} */
    public static List<StepFigures> readSteps(ResultSet row, int column) throws SQLException {
        return RunStateReader.stepFigures(row.getLong(column), row.getString(column + 1), row.getString(column + 2));
    }
}
