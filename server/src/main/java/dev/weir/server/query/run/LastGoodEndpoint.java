package dev.weir.server.query.run;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunComparison;
import dev.weir.core.run.RunComparison.StepPair;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunStatus;
import dev.weir.core.run.Workflow;
import dev.weir.server.access.Scope;
import dev.weir.server.query.Micros;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * A run beside the last success of the same workflow: the newest that completed before it ended, else the newest that ever
 * did. Earlier runs of a reused id count as well.
 */
@RestController
final class LastGoodEndpoint {
    private static final String NEWEST_COMPLETED = """
            WITH asked AS (
              SELECT s.source, ?::uuid AS id, ?::int AS run_seq, hashtextextended(?, 0) AS name_hash, ?::timestamptz AS before
              FROM organisations o JOIN sources s ON s.org = o.org
              WHERE o.id = ? AND s.env = ? AND s.service_key = ?)
            SELECT good.workflow_id, good.run_seq FROM asked a CROSS JOIN LATERAL (
              (SELECT r.workflow_id, r.run_seq, r.ended_at FROM runs r
               WHERE r.source = a.source AND r.status = 'completed' AND r.name_hash = a.name_hash AND r.newest
                 AND r.ended_at < a.before AND (r.id <> a.id OR r.run_seq <> a.run_seq)
               ORDER BY r.ended_at DESC LIMIT 1)
              UNION ALL
              (SELECT r.workflow_id, r.run_seq, r.ended_at FROM runs r
               WHERE r.source = a.source AND r.status = 'completed' AND r.name_hash = a.name_hash AND NOT r.newest
                 AND r.ended_at < a.before AND (r.id <> a.id OR r.run_seq <> a.run_seq)
               ORDER BY r.ended_at DESC LIMIT 1)) AS good
            ORDER BY good.ended_at DESC LIMIT 1
            """;

    private final DataSource database;
    private final RunLookup lookup;

    LastGoodEndpoint(DataSource database, RunLookup lookup) {
        this.database = database;
        this.lookup = lookup;
    }

    record Run(
            String env,
            String serviceKey,
            String workflowId,
            int runSeq,
            String workflowName,
            RunStatus status,
            @Nullable Instant startedAt,
            @Nullable Instant endedAt,
            @Nullable Long durationMs) {

        static Run of(Workflow run) {
            Instant ended = run.completedAt() != null
                    ? run.completedAt()
                    : run.failedAt() != null ? run.failedAt() : run.cancelledAt();
            return new Run(
                    run.env(),
                    run.serviceKey(),
                    run.workflowId(),
                    run.runSeq(),
                    run.workflowName(),
                    run.status(),
                    run.startedAt(),
                    ended,
                    run.durationMs());
        }
    }

    /** @param good null if no run of the workflow has ever completed */
    record Comparison(
            Run run,
            @Nullable Run good,
            @Nullable String partsAt,
            String sentence,
            List<StepPair> steps,
            List<JsonDifferences.Difference> input,
            List<JsonDifferences.Difference> output,
            @Nullable Long durationHereMs,
            @Nullable Long durationThereMs) {}

    @GetMapping("/api/v1/workflows/{env}/{service}/{id}/last-good")
    Comparison lastGood(
            Scope scope,
            @PathVariable String env,
            @PathVariable String service,
            @PathVariable String id,
            @RequestParam(required = false) @Nullable Integer run)
            throws SQLException {
        RunRows here = rows(scope, env, service, id, run);
        Good good = good(scope, here.workflow());
        return compare(here, good == null ? null : rows(scope, env, service, good.workflowId(), good.runSeq()));
    }

    /** For ids that no path can hold. */
    @GetMapping("/api/v1/workflow/last-good")
    Comparison lastGoodByQuery(
            Scope scope,
            @RequestParam String env,
            @RequestParam String service,
            @RequestParam String id,
            @RequestParam(required = false) @Nullable Integer run)
            throws SQLException {
        return lastGood(scope, env, service, id, run);
    }

    private RunRows rows(Scope scope, String env, String service, String id, @Nullable Integer run)
            throws SQLException {
        return lookup.find(scope, new RunKey(scope.org(), env, service, id), run, null)
                .rows();
    }

    private static Comparison compare(RunRows rows, @Nullable RunRows there) {
        Workflow here = rows.workflow();
        Workflow good = there == null ? null : there.workflow();
        RunComparison steps =
                RunComparison.of(rows.steps(), there == null ? List.of() : there.steps(), JsonDifferences::areSame);
        List<JsonDifferences.Difference> input =
                good == null ? List.of() : JsonDifferences.of(here.input(), good.input());
        return new Comparison(
                Run.of(here),
                good == null ? null : Run.of(good),
                good == null ? null : steps.partsAt(),
                steps.sentence(here, good, !input.isEmpty()),
                steps.steps(),
                input,
                good == null ? List.of() : JsonDifferences.of(here.output(), good.output()),
                here.durationMs(),
                good == null ? null : good.durationMs());
    }

    /** Which run went well. */
    private record Good(String workflowId, int runSeq) {}

    private @Nullable Good good(Scope scope, Workflow here) throws SQLException {
        Instant ended = Run.of(here).endedAt();
        try (Connection connection = database.getConnection()) {
            Good before = ended == null ? null : newest(connection, scope, here, Micros.of(ended));
            return before != null ? before : newest(connection, scope, here, Micros.LATEST);
        }
    }

    private static @Nullable Good newest(Connection connection, Scope scope, Workflow here, long before)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(NEWEST_COMPLETED)) {
            select.setObject(1, here.id());
            select.setInt(2, here.runSeq());
            select.setString(3, here.workflowName());
            select.setObject(4, Micros.time(before));
            select.setObject(5, scope.org());
            select.setString(6, here.env());
            select.setString(7, here.serviceKey());
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? new Good(row.getString(1), row.getInt(2)) : null;
            }
        }
    }
}
