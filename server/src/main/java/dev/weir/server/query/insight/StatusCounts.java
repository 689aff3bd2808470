package dev.weir.server.query.insight;

import dev.weir.core.run.RunStatus;

/** How many workflows are in which status. */
public record StatusCounts(long pending, long running, long paused, long completed, long failed, long cancelled) {
    static final StatusCounts NONE = new StatusCounts(0, 0, 0, 0, 0, 0);

    StatusCounts plus(StatusCounts other) {
        return new StatusCounts(
                pending + other.pending,
                running + other.running,
                paused + other.paused,
                completed + other.completed,
                failed + other.failed,
                cancelled + other.cancelled);
    }

    StatusCounts plus(RunStatus status, long n) {
        return plus(new StatusCounts(
                status == RunStatus.PENDING ? n : 0,
                status == RunStatus.RUNNING ? n : 0,
                status == RunStatus.PAUSED ? n : 0,
                status == RunStatus.COMPLETED ? n : 0,
                status == RunStatus.FAILED ? n : 0,
                status == RunStatus.CANCELLED ? n : 0));
    }
}
