package dev.weir.server.query.stage;

import dev.weir.server.access.Scope;
import dev.weir.server.query.Micros;
import dev.weir.server.query.Parameter;
import dev.weir.server.query.Parameters;
import dev.weir.server.query.Takes;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The workflows behind the figures on stages: whatever a figure counts, this lists. */
@RestController
final class StageWorkflowsEndpoint {
    /**
     * One stage of a workflow, or a workflow as a whole.
     *
     * @param workflowStage null for a workflow as a whole, whose other parts are then those of all its stages together
     * @param at what the time range goes by and the list is ordered by
     * @param passMs of the passes that began before they ended, in their order; empty for a workflow as a whole
     * @param spanMs from the first start to the last completion; of a workflow from its first event to its last
     * @param earliestSlaDue what its first completion is held to
     * @param lastSlaDue what it is held to while it is open
     * @param lateMs by how much its first completion was late; null if it was not
     * @param overdueMs by how much it is late now, while it is open; null if it is not
     * @param n how often it counts for what is asked for
     */
    record Item(
            String env,
            String serviceKey,
            String workflowId,
            int runSeq,
            String workflowName,
            @Nullable String workflowStage,
            Instant at,
            @Nullable Instant firstStartedAt,
            @Nullable Instant lastStartedAt,
            @Nullable Instant firstCompletedAt,
            @Nullable Instant lastCompletedAt,
            int starts,
            int completions,
            List<Long> passMs,
            @Nullable Long firstPassMs,
            @Nullable Long spanMs,
            long touchMs,
            long reworkMs,
            @Nullable Instant earliestSlaDue,
            @Nullable Instant lastSlaDue,
            @Nullable Long lateMs,
            @Nullable Long overdueMs,
            boolean openNow,
            boolean abandoned,
            long n) {}

    /**
     * @param total all that are found, on whatever page
     * @param n how often they count together: what the figure says
     */
    record Workflows(List<Item> items, @Nullable String next, long total, long n) {}

    private final StageMoment moment;
    private final Clock clock;

    StageWorkflowsEndpoint(StageMoment moment, Clock clock) {
        this.moment = moment;
        this.clock = clock;
    }

    @GetMapping("/api/v1/stages/workflows")
    @Takes({
        Parameter.STAGE_SOURCE,
        Parameter.ENV,
        Parameter.SERVICE,
        Parameter.WORKFLOW,
        Parameter.STAGE,
        Parameter.FROM,
        Parameter.TO,
        Parameter.IS,
        Parameter.VALUES_OF,
        Parameter.AT_LEAST_MS,
        Parameter.BELOW_MS,
        Parameter.FROM_STAGE,
        Parameter.BACK,
        Parameter.VARIANT,
        Parameter.LIMIT,
        Parameter.CURSOR
    })
    Workflows workflows(Scope scope, Parameters parameters) throws SQLException {
        StageFilter filter = StageFilter.of(parameters);
        StageSelection selection = StageSelection.of(parameters);
        StagePosition after = StagePosition.parse(parameters.text(Parameter.CURSOR));
        int limit = parameters.limit();
        return moment.answer(
                filter,
                connection -> selection.path() == null
                        ? new StagesBehind(connection, filter, selection, Micros.of(clock.instant()))
                                .find(scope, limit, after)
                        : new WorkflowsBehind(connection, filter, selection).find(scope, limit, after));
    }
}
