package dev.weir.server.query.run;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.weir.core.event.RunKey;
import dev.weir.core.run.Correction;
import dev.weir.core.run.Json;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import dev.weir.core.run.RunStatus;
import dev.weir.core.run.StepAttempt;
import dev.weir.core.run.Workflow;
import dev.weir.core.run.WorkflowSleep;
import dev.weir.core.run.WorkflowStep;
import dev.weir.server.Problem;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.signal.SignalItem;
import dev.weir.server.query.signal.SignalReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** One run with its steps and sleeps, and one step with its attempts: as they are, or as they were known at a moment. */
@RestController
final class RunEndpoint {
    private final DataSource database;
    private final RunLookup lookup;
    private final SignalReader signals;

    RunEndpoint(DataSource database, RunLookup lookup, SignalReader signals) {
        this.database = database;
        this.lookup = lookup;
        this.signals = signals;
    }

    /** An entry in the history of a reused workflow id. */
    record Run(
            int runSeq,
            RunStatus status,
            @Nullable String executionId,
            Instant createdAt,
            @Nullable Instant startedAt,
            @Nullable Instant endedAt,
            @Nullable Long durationMs) {

        static Run of(RunState run) {
            return new Run(
                    run.seq(),
                    run.status(),
                    run.executionId(),
                    RunRows.instant(run.createdAt()),
                    RunRows.startedAt(run),
                    RunRows.instant(run.endedAt()),
                    RunRows.durationMs(run));
        }
    }

    /** What a list shows of a run, and what only one run at a time is asked for. */
    record WorkflowDetail(
            @JsonUnwrapped RunItem run,
            @Nullable Json input,
            @Nullable Json output,
            @Nullable String errorStack,
            @Nullable Long reportedDurationMs,
            List<Correction> corrected) {}

    /**
     * @param at the moment of which it tells, null for now
     * @param signal what a person is told first, of the newest run as it is now
     * @param knownUntil when the last event came that went into it
     */
    record Detail(
            WorkflowDetail workflow,
            List<WorkflowStep> steps,
            List<StepAttempt> attempts,
            List<WorkflowSleep> sleeps,
            List<Run> runs,
            List<Object> interventions,
            @Nullable SignalItem signal,
            @Nullable Instant at,
            @Nullable Instant knownUntil) {}

    record StepDetail(WorkflowStep step, List<StepAttempt> attempts) {}

    @GetMapping("/api/v1/workflows/{env}/{service}/{id}")
    Detail run(
            Scope scope,
            @PathVariable String env,
            @PathVariable String service,
            @PathVariable String id,
            @RequestParam(required = false) @Nullable Integer run,
            @RequestParam(required = false) @Nullable String at)
            throws SQLException {
        Instant moment = Parameters.time("at", at);
        RunLookup.Found found = lookup.find(scope, new RunKey(scope.org(), env, service, id), run, moment);
        RunRows rows = found.rows();
        Workflow workflow = rows.workflow();
        return new Detail(
                new WorkflowDetail(
                        found.item(),
                        workflow.input(),
                        workflow.output(),
                        workflow.errorStack(),
                        workflow.reportedDurationMs(),
                        found.corrected()),
                rows.steps(),
                rows.attempts(),
                rows.sleeps(),
                found.runs().stream().map(Run::of).toList(),
                List.of(),
                moment == null && workflow.runSeq() == found.runs().size() ? signal(scope, workflow.id()) : null,
                moment,
                found.knownUntil());
    }

    /** Of the newest run: a signal is always about that. */
    private @Nullable SignalItem signal(Scope scope, UUID job) throws SQLException {
        try (Connection connection = database.getConnection()) {
            return signals.shown(connection, scope, job);
        }
    }

    /** For ids that no path can hold. */
    @GetMapping("/api/v1/workflow")
    Detail runByQuery(
            Scope scope,
            @RequestParam String env,
            @RequestParam String service,
            @RequestParam String id,
            @RequestParam(required = false) @Nullable Integer run,
            @RequestParam(required = false) @Nullable String at)
            throws SQLException {
        return run(scope, env, service, id, run, at);
    }

    /** For names that no path can hold, and for those of such ids. */
    @GetMapping("/api/v1/workflow/step")
    StepDetail stepByQuery(
            Scope scope,
            @RequestParam String env,
            @RequestParam String service,
            @RequestParam String id,
            @RequestParam String step,
            @RequestParam(required = false) @Nullable Integer run,
            @RequestParam(required = false) @Nullable String at)
            throws SQLException {
        return step(scope, env, service, id, step, run, at);
    }

    @GetMapping("/api/v1/workflows/{env}/{service}/{id}/steps/{step}")
    StepDetail step(
            Scope scope,
            @PathVariable String env,
            @PathVariable String service,
            @PathVariable String id,
            @PathVariable String step,
            @RequestParam(required = false) @Nullable Integer run,
            @RequestParam(required = false) @Nullable String at)
            throws SQLException {
        RunRows rows = lookup.find(scope, new RunKey(scope.org(), env, service, id), run, Parameters.time("at", at))
                .rows();
        WorkflowStep found = rows.steps().stream()
                .filter(candidate -> candidate.stepName().equals(step))
                .findFirst()
                .orElseThrow(() -> new Problem(
                        HttpStatus.NOT_FOUND, "unknown_step", "Workflow " + id + " has no step " + step + "."));
        return new StepDetail(
                found,
                rows.attempts().stream()
                        .filter(attempt -> attempt.stepName().equals(step))
                        .sorted(Comparator.comparingInt(StepAttempt::attemptNumber))
                        .toList());
    }
}
