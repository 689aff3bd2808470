package dev.weir.server.query.run;

import dev.weir.core.run.HealthFacts;
import dev.weir.core.run.RunStatus;
import dev.weir.store.ListedRuns.ListedRun;
import dev.weir.store.RunDurations;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** As much of an open run as filters, orders and its health need. Times in microseconds. */
public record OpenRun(
        UUID id,
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
        HealthFacts facts) {

    static OpenRun of(ListedRun run, long stamp) {
        Long started = run.state().startedAt() != null
                ? run.state().startedAt()
                : run.state().firstActivityAt();
        return new OpenRun(
                run.id(),
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
                HealthFacts.of(run.state()));
    }

    public RunDurations.Name name() {
        return new RunDurations.Name(source, workflowName);
    }

    /** A run that has not started stands where it was queued. */
    long startedOrQueuedAt() {
        return startedAt == null ? createdAt : startedAt;
    }

    RunPosition position(RunSort sort) {
        return switch (sort) {
            case STARTED -> at(startedOrQueuedAt());
            case LAST_EVENT -> at(lastEventAt);
            case CREATED -> at(createdAt);
            case ENDED, DURATION -> new RunPosition(true, "", startedOrQueuedAt(), id);
            case NAME -> under(workflowName);
            case STATUS -> under(statusText(status));
            case ENV -> under(env);
            case SERVICE -> under(serviceKey);
            case ID -> new RunPosition(false, workflowId, 0, id);
        };
    }

    /** Statuses are ordered as a life goes. */
    static String statusText(RunStatus status) {
        return Integer.toString(status.ordinal());
    }

    private RunPosition at(long value) {
        return new RunPosition(false, "", value, id);
    }

    private RunPosition under(String text) {
        return new RunPosition(false, text, startedOrQueuedAt(), id);
    }
}
