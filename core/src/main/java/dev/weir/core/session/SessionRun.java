package dev.weir.core.session;

import dev.weir.core.event.EventOrder;
import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunState;
import dev.weir.core.run.RunStatus;
import java.util.List;

/**
 * A session is a run too: it goes on until it is closed or idle, and has failed then if its start did, without an excuse.
 * What it did in between is in its own rows; as a run it has no steps.
 *
 * <p>Most events of a session change nothing that a run shows, except when it was last heard of. While it goes on, that is
 * told to half a minute: so the run stays the same for many events, and need not be written with each of them. A session
 * whose events are less than half a minute apart is never silent for a whole minute, after which a run may be stalled.
 */
public final class SessionRun {
    private static final String DEFAULT_SERVICE = "live-video";
    private static final long HALF_MINUTE = 30_000_000;

    private SessionRun() {}

    /**
     * The run that a session is. Its service is its gateway, so a late event that comes first may move it: whoever stores
     * the run then removes the one that it was.
     */
    public static RunKey key(SessionKey key, SessionState state) {
        return new RunKey(key.org(), state.env(), service(state), key.workflowSessionId());
    }

    static String service(SessionState state) {
        if (state.service() != null) {
            return state.service();
        }
        return state.gateway() != null ? state.gateway() : DEFAULT_SERVICE;
    }

    /** @param event in event order */
    static EventOrder heartbeat(EventOrder before, SessionEvent event) {
        boolean same = Math.floorDiv(event.at(), HALF_MINUTE) == Math.floorDiv(before.at(), HALF_MINUTE);
        return same ? before : event.order();
    }

    /** @param now in microseconds since 1970; it matters from {@link SessionActivity#idleAt} on */
    public static RunState of(SessionState state, long now, SessionRules rules) {
        RunStatus status = status(state, SessionActivity.of(state, now, rules));
        return new RunState(
                1,
                SessionRows.workflowId(state),
                false,
                state.requestId(),
                status,
                isInferred(state, status),
                null,
                null,
                null,
                state.createdAt(),
                state.first(SessionEventType.STREAM_REQUESTED),
                state.createdAt(),
                status.isEnded() ? endedAt(state) : null,
                null,
                null,
                null,
                status == RunStatus.FAILED ? state.failure() : null,
                null,
                null,
                0,
                status.isEnded() ? state.last() : state.heartbeat(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    private static RunStatus status(SessionState state, SessionActivity activity) {
        if (activity == SessionActivity.OPEN) {
            return RunStatus.RUNNING;
        }
        return StartupOutcome.of(state) == StartupOutcome.UNEXCUSED ? RunStatus.FAILED : RunStatus.COMPLETED;
    }

    /** Nobody said that an idle session is over, nor how one began whose request was lost. */
    private static boolean isInferred(SessionState state, RunStatus status) {
        return status.isEnded() && (!state.isClosed() || StartupOutcome.of(state) == StartupOutcome.NOT_IN_DENOMINATOR);
    }

    private static Long endedAt(SessionState state) {
        Long closed = state.first(SessionEventType.CLOSED);
        return closed == null ? Long.valueOf(state.last().at()) : closed;
    }
}
