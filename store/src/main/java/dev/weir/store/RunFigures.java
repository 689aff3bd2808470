package dev.weir.store;

import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.run.RunStatus;
import dev.weir.core.run.StepState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All of one run that roll-ups count. Times in microseconds since 1970.
 *
 * @param newest of its workflow id
 * @param retries of its steps, once it has ended: before, they would change with its events
 * @param steps of an ended run
 */
record RunFigures(
        int source,
        String workflowName,
        RunStatus status,
        boolean newest,
        @Nullable Long startedAt,
        @Nullable Long endedAt,
        @Nullable Long durationMs,
        long retries,
        List<StepFigures> steps) {

    /** What {@link #read} needs of a row of {@code runs}. */
    static final String COLUMNS = """
            runs.source, runs.workflow_name, runs.status::text AS status, runs.newest, micros(runs.started_at) AS started_at,
            micros(runs.ended_at) AS ended_at, runs.duration_ms, CASE WHEN runs.ended_at IS NULL THEN 0
              ELSE run_retries(runs.id, runs.run_seq, runs.state, runs.overflowed) END AS retries
            """;

    static RunFigures of(int source, RunState run, boolean newest) {
        return new RunFigures(
                source,
                run.workflowName(),
                run.status(),
                newest,
                run.startedAt() != null ? run.startedAt() : run.firstActivityAt(),
                run.endedAt(),
                RunRows.durationMs(run),
                run.endedAt() == null
                        ? 0
                        : run.steps().stream().mapToLong(StepState::retryCount).sum(),
                run.endedAt() == null ? List.of() : StepFigures.of(run));
    }

    /** Without steps. */
    static RunFigures read(ResultSet row) throws SQLException {
        return read(row, List.of());
    }

    /** @param row with {@link StepFigures#COLUMN} as steps, too */
    static RunFigures readWithSteps(ResultSet row) throws SQLException {
        return read(row, StepFigures.read(row.getArray("steps")));
    }

    private static RunFigures read(ResultSet row, List<StepFigures> steps) throws SQLException {
        return new RunFigures(
                row.getInt("source"),
                row.getString("workflow_name"),
                RunStatus.of(row.getString("status")),
                row.getBoolean("newest"),
                row.getObject("started_at", Long.class),
                row.getObject("ended_at", Long.class),
                row.getObject("duration_ms", Long.class),
                row.getLong("retries"),
                steps);
    }

    /** How long it took, if it completed. */
    @Nullable
    Long completedMs() {
        return status == RunStatus.COMPLETED ? durationMs : null;
    }
}
