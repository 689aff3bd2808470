package dev.weir.core.run;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An attempt while a fold works on it. */
final class OpenAttempt {
    final int step;
    final int number;

    @Nullable
    Long startedAt;

    @Nullable
    Long endedAt;

    @Nullable
    AttemptResult result;

    @Nullable
    UUID startEvent;

    @Nullable
    UUID endEvent;

    @Nullable
    UUID errorEvent;

    boolean retryScheduled;

    @Nullable
    Long retryDelayMs;

    @Nullable
    Long nextAttemptAt;

    OpenAttempt(int step, int number) {
        this.step = step;
        this.number = number;
    }

    OpenAttempt(AttemptState state) {
        this(state.step(), state.number());
        startedAt = state.startedAt();
        endedAt = state.endedAt();
        result = state.result();
        startEvent = state.startEvent();
        endEvent = state.endEvent();
        errorEvent = state.errorEvent();
        retryScheduled = state.retryScheduled();
        retryDelayMs = state.retryDelayMs();
        nextAttemptAt = state.nextAttemptAt();
    }

    boolean isOpen() {
        return result == null;
    }

    /** The first end counts; a later one only adds the error that the first did not know. */
    void end(AttemptResult how, long at, UUID event) {
        if (isOpen()) {
            result = how;
            endedAt = at;
            endEvent = event;
        }
    }

    AttemptState state() {
        return new AttemptState(
                step,
                number,
                startedAt,
                endedAt,
                result,
                startEvent,
                endEvent,
                errorEvent,
                retryScheduled,
                retryDelayMs,
                nextAttemptAt);
    }
}
