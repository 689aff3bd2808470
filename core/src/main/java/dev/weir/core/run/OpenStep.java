package dev.weir.core.run;

import dev.weir.core.event.WorkflowEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A step while a fold works on it: what each of its events does. Inside one millisecond the order of events is only as
 * good as the emitter's id generator, so attempt numbers decide where they can: a start never reopens an attempt that has
 * ended, and what is said of an earlier attempt never moves the step away from a later one.
 */
final class OpenStep {
    final int index;
    final String name;
    final long createdAt;

    // By number. A step may be tried many thousand times, so nothing here may walk over all of them.
    private final NavigableMap<Integer, OpenAttempt> attempts = new TreeMap<>();
    private final NavigableMap<Integer, OpenAttempt> open = new TreeMap<>();

    private StepStatus status = StepStatus.PENDING;
    private boolean cached;
    private boolean zeroBased;
    private @Nullable Long startedAt;
    private @Nullable Long completedAt;
    private @Nullable Long endedAt;
    private @Nullable Long reportedMs;
    private int startedTick;
    private int completedTick;
    private @Nullable Integer maxAttempts;
    private int retryCount;
    private @Nullable Long nextRetryAt;
    private @Nullable Long lastDelayMs;
    private @Nullable Long timeoutMs;
    private @Nullable Long timeoutDeadline;
    private boolean timedOut;
    private @Nullable Long exhaustedAt;
    private @Nullable UUID resultEvent;
    private @Nullable UUID errorEvent;

    private final List<OpenAttempt> added;

    /** @param added where the run collects new attempts, in the order in which they appear */
    OpenStep(int index, String name, long createdAt, List<OpenAttempt> added) {
        this.index = index;
        this.name = name;
        this.createdAt = createdAt;
        this.added = added;
    }

    OpenStep(int index, StepState state, List<OpenAttempt> added) {
        this(index, state.name(), state.createdAt(), added);
        status = state.status();
        cached = state.cached();
        zeroBased = state.zeroBased();
        startedAt = state.startedAt();
        completedAt = state.completedAt();
        endedAt = state.endedAt();
        reportedMs = state.reportedMs();
        startedTick = state.startedTick();
        completedTick = state.completedTick();
        maxAttempts = state.maxAttempts();
        retryCount = state.retryCount();
        nextRetryAt = state.nextRetryAt();
        lastDelayMs = state.lastDelayMs();
        timeoutMs = state.timeoutMs();
        timeoutDeadline = state.timeoutDeadline();
        timedOut = state.timedOut();
        exhaustedAt = state.exhaustedAt();
        resultEvent = state.resultEvent();
        errorEvent = state.errorEvent();
    }

    /** Takes up an attempt that an earlier fold left. */
    void restore(OpenAttempt attempt) {
        attempts.put(attempt.number, attempt);
        if (attempt.isOpen()) {
            open.put(attempt.number, attempt);
        }
    }

    void start(WorkflowEvent event, int tick) {
        OpenAttempt running = highestOpen();
        int number = event.attempt() != null ? event.attempt() : running != null ? running.number : nextNumber();
        if (event.maxAttempts() != null) {
            maxAttempts = event.maxAttempts();
        }
        OpenAttempt known = find(number);
        if (known != null) {
            adoptLostStart(known, event);
            return;
        }
        if (isPhantom(number, event.at())) {
            return;
        }
        boolean newest = number > highestNumber();
        OpenAttempt attempt = add(number);
        attempt.startedAt = event.at();
        attempt.startEvent = event.id();
        if (startedAt == null) {
            startedAt = event.at();
        }
        if (newest) {
            status = StepStatus.RUNNING;
            startedTick = tick;
            completedTick = 0;
            completedAt = null;
            endedAt = null;
            reportedMs = null;
            nextRetryAt = null;
            exhaustedAt = null;
        }
    }

    /** An end that came first, within a millisecond or by a skewed clock, left the attempt without a start. */
    private void adoptLostStart(OpenAttempt attempt, WorkflowEvent event) {
        if (attempt.startedAt == null && (attempt.endedAt == null || event.at() <= attempt.endedAt)) {
            attempt.startedAt = event.at();
            attempt.startEvent = event.id();
            if (startedAt == null) {
                startedAt = event.at();
            }
        }
    }

    /** Some engines announce attempt N + 1 in the very moment in which they give up after N. */
    private boolean isPhantom(int number, long at) {
        return exhaustedAt != null
                && maxAttempts != null
                && at / 1000 == exhaustedAt / 1000
                && shownNumber(number) > maxAttempts;
    }

    /** @return whether it counts: a cached completion of nothing that runs is a replay, which says nothing new */
    boolean complete(WorkflowEvent event, int tick) {
        boolean runs = !attempts.isEmpty() && highest().isOpen();
        if (!runs && Boolean.TRUE.equals(event.cached())) {
            return replay(event, tick);
        }
        OpenAttempt attempt = attemptToComplete(event);
        if (attempt != null) {
            end(attempt, AttemptResult.SUCCESS, event);
        }
        status = StepStatus.COMPLETED;
        cached = Boolean.TRUE.equals(event.cached());
        completedAt = event.at();
        endedAt = event.at();
        completedTick = tick;
        reportedMs = event.durationMs();
        nextRetryAt = null;
        resultEvent = event.hasValue() ? event.id() : null;
        errorEvent = null;
        return true;
    }

    /**
     * The highest open one, since some emitters report attempt 1 whatever was tried, also where attempts count from zero;
     * but a higher number than that and than any that was seen is an attempt of its own, whose start was lost or sorts
     * behind.
     */
    private @Nullable OpenAttempt attemptToComplete(WorkflowEvent event) {
        Integer number = event.attempt();
        OpenAttempt running = highestOpen();
        if (number != null && number > Math.max(1, highestNumber())) {
            return add(number);
        }
        if (running == null && number == null) {
            return add(nextNumber());
        }
        return running == null && number != null && find(number) == null ? add(number) : running;
    }

    private boolean replay(WorkflowEvent event, int tick) {
        if (status != StepStatus.PENDING || !attempts.isEmpty()) {
            return false;
        }
        status = StepStatus.COMPLETED;
        cached = true;
        completedAt = event.at();
        completedTick = tick;
        resultEvent = event.hasValue() ? event.id() : null;
        return true;
    }

    /** @return the number of the attempt that failed */
    int fail(WorkflowEvent event) {
        OpenAttempt attempt = attemptToFail(event);
        boolean hadEnded = !attempt.isOpen();
        end(attempt, AttemptResult.FAILURE, event);
        if (attempt.result != AttemptResult.SUCCESS && attempt.errorEvent == null && event.error() != null) {
            attempt.errorEvent = event.id();
        }
        if (attempt.number == highestNumber() && status != StepStatus.COMPLETED) {
            errorEvent = attempt.errorEvent;
            endedAt = attempt.endedAt;
            if (Boolean.TRUE.equals(event.willRetry()) && exhaustedAt == null) {
                status = StepStatus.RETRYING;
            } else if (!hadEnded) {
                status = StepStatus.FAILED;
            }
        }
        return attempt.number;
    }

    private OpenAttempt attemptToFail(WorkflowEvent event) {
        OpenAttempt running = highestOpen();
        Integer number = event.attempt();
        if (number == null) {
            return running != null ? running : attempts.isEmpty() ? add(1) : highest();
        }
        OpenAttempt known = find(number);
        return known != null ? known : add(number);
    }

    /** @return the number of the attempt that failed */
    int scheduleRetry(WorkflowEvent event) {
        OpenAttempt attempt = attemptToFail(event);
        end(attempt, AttemptResult.FAILURE, event);
        attempt.retryScheduled = true;
        attempt.retryDelayMs = event.delayMs();
        attempt.nextAttemptAt = event.nextAttemptAt();
        retryCount++;
        lastDelayMs = event.delayMs();
        if (event.maxAttempts() != null) {
            maxAttempts = event.maxAttempts();
        }
        boolean givenUp = sameMillisecond(exhaustedAt, event.at());
        if (attempt.number == highestNumber() && status != StepStatus.COMPLETED && !givenUp) {
            status = StepStatus.RETRYING;
            endedAt = attempt.endedAt;
            nextRetryAt = event.nextAttemptAt();
        }
        return attempt.number;
    }

    /** @return the attempts that never were: announced after the last one that the engine made */
    List<OpenAttempt> exhaust(WorkflowEvent event) {
        if (event.attempts() != null) {
            maxAttempts = event.attempts();
        }
        List<OpenAttempt> phantoms = new ArrayList<>(0);
        for (OpenAttempt attempt : List.copyOf(open.values())) {
            if (maxAttempts != null && shownNumber(attempt.number) > maxAttempts) {
                phantoms.add(attempt);
                attempts.remove(attempt.number);
                open.remove(attempt.number);
            } else if (status != StepStatus.COMPLETED) {
                end(attempt, AttemptResult.FAILURE, event);
            }
        }
        if (status == StepStatus.COMPLETED) {
            return phantoms;
        }
        status = StepStatus.FAILED;
        exhaustedAt = event.at();
        nextRetryAt = null;
        endedAt = event.at();
        errorEvent = attempts.isEmpty() ? errorEvent : highest().errorEvent;
        return phantoms;
    }

    void setTimeout(WorkflowEvent event) {
        if (event.timeoutMs() != null) {
            timeoutMs = event.timeoutMs();
        }
        timeoutDeadline = event.deadline(); // each has its own: the last one's would be wrong
    }

    void timeOut(WorkflowEvent event) {
        timedOut = true;
        if (event.timeoutMs() != null) {
            timeoutMs = event.timeoutMs();
        }
        OpenAttempt attempt = highestOpen();
        if (attempt != null) {
            end(attempt, AttemptResult.TIMEOUT, event);
        } else if (!attempts.isEmpty()) {
            attempt = highest();
            if (attempt.result == AttemptResult.FAILURE && sameMillisecond(attempt.endedAt, event.at())) {
                attempt.result = AttemptResult.TIMEOUT;
            }
        }
        boolean retriedAtOnce =
                status == StepStatus.RETRYING && attempt != null && sameMillisecond(attempt.endedAt, event.at());
        if (status != StepStatus.COMPLETED && !retriedAtOnce) {
            status = StepStatus.FAILED;
            endedAt = event.at();
            nextRetryAt = null;
        }
    }

    private static boolean sameMillisecond(@Nullable Long at, long other) {
        return at != null && at / 1000 == other / 1000;
    }

    boolean isRunning() {
        return status == StepStatus.RUNNING;
    }

    boolean isCompleted() {
        return status == StepStatus.COMPLETED;
    }

    /** The number of the attempt that a failure of this step is about. */
    @Nullable
    Integer latestAttempt() {
        return attempts.isEmpty() ? null : highestNumber();
    }

    /** A step that has an attempt 0 is shown with its attempts plus one. */
    private int shownNumber(int number) {
        return zeroBased ? number + 1 : number;
    }

    private OpenAttempt add(int number) {
        OpenAttempt attempt = new OpenAttempt(index, number);
        attempts.put(number, attempt);
        open.put(number, attempt);
        added.add(attempt);
        zeroBased |= number == 0;
        return attempt;
    }

    private void end(OpenAttempt attempt, AttemptResult how, WorkflowEvent event) {
        attempt.end(how, event.at(), event.id());
        open.remove(attempt.number);
    }

    private @Nullable OpenAttempt find(int number) {
        return attempts.get(number);
    }

    private OpenAttempt highest() {
        return attempts.lastEntry().getValue();
    }

    private int highestNumber() {
        return attempts.isEmpty() ? -1 : attempts.lastKey();
    }

    private int nextNumber() {
        return attempts.isEmpty() ? 1 : highestNumber() + 1;
    }

    private @Nullable OpenAttempt highestOpen() {
        return open.isEmpty() ? null : open.lastEntry().getValue();
    }

    StepState state() {
        return new StepState(
                name,
                status,
                cached,
                zeroBased,
                createdAt,
                startedAt,
                completedAt,
                endedAt,
                reportedMs,
                startedTick,
                completedTick,
                maxAttempts,
                retryCount,
                nextRetryAt,
                lastDelayMs,
                timeoutMs,
                timeoutDeadline,
                timedOut,
                exhaustedAt,
                resultEvent,
                errorEvent);
    }
}
