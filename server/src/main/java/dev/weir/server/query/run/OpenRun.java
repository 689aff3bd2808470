package dev.weir.server.query.run;

import dev.weir.core.run.HealthFacts;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunStatus;
import dev.weir.store.ListedRuns.ListedRun;
import dev.weir.store.RunDurations;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * As much of an open run as filters, orders and its health need. Times in microseconds.
 *
 * @param reason the last error of the step that is tried again, as lists show it
 */
public record OpenRun(
        UUID id,
        int seq,
        long stamp,
        UUID org,
        int source,
        String env,
        String serviceKey,
        String workflowId,
        String workflowName,
        @Nullable String executionId,
        RunStatus status,
        @Nullable Long startedAt,
        long createdAt,
        long lastEventAt,
        int completedSteps,
        @Nullable String reason,
        HealthFacts facts) {

    static OpenRun of(ListedRun run, long stamp, RunReasons.@Nullable Reason reason) {
        Long started = run.state().startedAt() != null
                ? run.state().startedAt()
                : run.state().firstActivityAt();
        return new OpenRun(
                run.id(),
                run.state().seq(),
                stamp,
                run.org(),
                run.source(),
                run.env(),
                run.serviceKey(),
                run.workflowId(),
                run.state().workflowName(),
                run.state().executionId(),
                run.state().status(),
                started,
                run.state().createdAt(),
                run.state().last().at(),
                RunRows.completedSteps(run.state()).size(),
                reason == null ? null : reason.text(),
                HealthFacts.of(run.state()));
    }

    public RunDurations.Name name() {
        return new RunDurations.Name(source, workflowName);
    }

    /** A run that has not started stands where it was queued. */
    long startedOrQueuedAt() {
        return startedAt == null ? createdAt : startedAt;
    }

    /** @param filter tells whether its number among the runs of its id matters */
    RunPosition position(RunSort sort, RunFilter filter) {
        int number = filter.earlierToo() ? seq : 0;
        return switch (sort) {
            case STARTED -> at(startedOrQueuedAt(), number);
            case LAST_EVENT -> at(lastEventAt, number);
            case CREATED -> at(createdAt, number);
            case STEPS -> at(completedSteps, number);
            case ENDED, DURATION -> without(number);
            case NAME -> under(workflowName, number);
            case STATUS -> under(statusText(status), number);
            case ENV -> under(env, number);
            case SERVICE -> under(serviceKey, number);
            case ID -> own(workflowId, number);
            case EXECUTION -> executionId == null ? without(number) : own(executionId, number);
            case ERROR -> reason == null ? without(number) : own(shortened(reason), number);
        };
    }

    /** Statuses are ordered as a life goes. */
    static String statusText(RunStatus status) {
        return Integer.toString(status.ordinal());
    }

    /** As PostgreSQL's left() does. */
    private static String shortened(String error) {
        return error.codePointCount(0, error.length()) <= RunSort.ERROR_CHARACTERS
                ? error
                : error.substring(0, error.offsetByCodePoints(0, RunSort.ERROR_CHARACTERS));
    }

    private RunPosition at(long value, int number) {
        return new RunPosition(false, "", value, id, number);
    }

    private RunPosition under(String text, int number) {
        return new RunPosition(false, text, startedOrQueuedAt(), id, number);
    }

    private RunPosition own(String text, int number) {
        return new RunPosition(false, text, 0, id, number);
    }

    private RunPosition without(int number) {
        return new RunPosition(true, "", startedOrQueuedAt(), id, number);
    }
}
