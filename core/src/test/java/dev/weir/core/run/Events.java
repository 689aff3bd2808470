package dev.weir.core.run;

import dev.weir.core.event.EventError;
import dev.weir.core.event.EventType;
import dev.weir.core.event.WorkflowEvent;
import java.time.Instant;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A history, written down as a story: {@code events().at("10:00").started().at("10:01").stepStarted("charge", 1)}. Times
 * are of one day; an event has the time of the one before it unless {@link #at} says otherwise. Event number n has the
 * UUIDv7 {@link #id}{@code (n)}, so that events of the same time are in the order in which they are written down.
 */
public final class Events {
    private static final long MIDNIGHT = Instant.parse("2026-03-01T00:00:00Z").getEpochSecond() * 1_000_000;

    private final List<WorkflowEvent> done = new ArrayList<>();
    private long at = time("00:00");
    private @Nullable String executionId;
    private String workflowName = "order";
    private @Nullable Draft draft;

    /** The fields of the event that is being written. */
    private final class Draft {
        final EventType type;

        @Nullable
        UUID id;

        @Nullable
        String stepName;

        @Nullable
        Integer attempt;

        @Nullable
        Integer maxAttempts;

        @Nullable
        Integer attempts;

        @Nullable
        Long durationMs;

        @Nullable
        Long delayMs;

        @Nullable
        Long timeoutMs;

        @Nullable
        Long resumeAt;

        @Nullable
        Long nextAttemptAt;

        @Nullable
        Long deadline;

        @Nullable
        String reason;

        @Nullable
        Boolean willRetry;

        @Nullable
        Boolean cached;

        @Nullable
        EventError error;

        List<String> completedSteps = List.of();
        boolean hasValue;

        Draft(EventType type) {
            this.type = type;
        }

        WorkflowEvent event() {
            return new WorkflowEvent(
                    id != null ? id : Events.id(done.size() + 1),
                    type,
                    at,
                    workflowName,
                    executionId,
                    stepName,
                    attempt,
                    maxAttempts,
                    attempts,
                    durationMs,
                    delayMs,
                    timeoutMs,
                    resumeAt,
                    nextAttemptAt,
                    deadline,
                    reason,
                    willRetry,
                    cached,
                    error,
                    completedSteps,
                    hasValue);
        }
    }

    public static Events events() {
        return new Events();
    }

    /** The id of the event that was written down as the nth. */
    public static UUID id(int n) {
        return new UUID(0x7000L, 0x8000_0000_0000_0000L | n);
    }

    /** An id that says nothing about time. */
    public static UUID v4(int n) {
        return new UUID(0x4000L, 0x8000_0000_0000_0000L | n);
    }

    public static long time(String text) {
        return MIDNIGHT + LocalTime.parse(text).toNanoOfDay() / 1000;
    }

    private Events begin(EventType type) {
        flush();
        draft = new Draft(type);
        return this;
    }

    private void flush() {
        if (draft != null) {
            done.add(draft.event());
            draft = null;
        }
    }

    private Draft draft() {
        if (draft == null) {
            throw new IllegalStateException("Begin an event first");
        }
        return draft;
    }

    public List<WorkflowEvent> list() {
        flush();
        return List.copyOf(done);
    }

    /** What the fold shows of the newest run. */
    Rows rows() {
        return Rows.newest(list());
    }

    /** What the fold shows of each run. */
    List<Rows> runs() {
        return Rows.all(list());
    }

    public Events at(String time) {
        flush();
        at = time(time);
        return this;
    }

    public Events execution(@Nullable String id) {
        flush();
        executionId = id;
        return this;
    }

    public Events workflow(String name) {
        flush();
        workflowName = name;
        return this;
    }

    public Events queued() {
        return begin(EventType.WORKFLOW_QUEUED);
    }

    public Events started() {
        return begin(EventType.WORKFLOW_STARTED);
    }

    public Events paused(@Nullable String reason) {
        begin(EventType.WORKFLOW_PAUSED);
        return reason == null ? this : reason(reason);
    }

    public Events resumed() {
        return begin(EventType.WORKFLOW_RESUMED);
    }

    public Events completed(String... steps) {
        return end(EventType.WORKFLOW_COMPLETED, steps);
    }

    public Events failed(String... steps) {
        return end(EventType.WORKFLOW_FAILED, steps);
    }

    public Events cancelled(String... steps) {
        return end(EventType.WORKFLOW_CANCELLED, steps);
    }

    private Events end(EventType type, String... steps) {
        begin(type);
        draft().completedSteps = List.of(steps);
        return this;
    }

    public Events stepStarted(String step, @Nullable Integer attempt) {
        return step(EventType.STEP_STARTED, step, attempt);
    }

    public Events stepCompleted(String step, @Nullable Integer attempt) {
        return step(EventType.STEP_COMPLETED, step, attempt);
    }

    /** A completion out of the cache: what an engine says on its way back to where it was. */
    public Events stepReplayed(String step) {
        step(EventType.STEP_COMPLETED, step, 1);
        draft().cached = true;
        return durationMs(0);
    }

    public Events stepFailed(String step, @Nullable Integer attempt, boolean willRetry) {
        step(EventType.STEP_FAILED, step, attempt);
        draft().willRetry = willRetry;
        return this;
    }

    public Events retryScheduled(String step, @Nullable Integer attempt) {
        return step(EventType.RETRY_SCHEDULED, step, attempt);
    }

    public Events retryExhausted(String step, @Nullable Integer attempts) {
        step(EventType.RETRY_EXHAUSTED, step, null);
        draft().attempts = attempts;
        return this;
    }

    public Events timeoutSet(String step) {
        return step(EventType.TIMEOUT_SET, step, null);
    }

    public Events timeoutExceeded(String step) {
        return step(EventType.TIMEOUT_EXCEEDED, step, null);
    }

    private Events step(EventType type, String step, @Nullable Integer attempt) {
        begin(type);
        draft().stepName = step;
        draft().attempt = attempt;
        return this;
    }

    public Events sleepStarted(@Nullable Integer durationMs) {
        begin(EventType.SLEEP_STARTED);
        return durationMs == null ? this : durationMs(durationMs);
    }

    public Events sleepCompleted(@Nullable Integer durationMs) {
        begin(EventType.SLEEP_COMPLETED);
        return durationMs == null ? this : durationMs(durationMs);
    }

    public Events id(UUID id) {
        draft().id = id;
        return this;
    }

    public Events maxAttempts(int number) {
        draft().maxAttempts = number;
        return this;
    }

    public Events durationMs(long ms) {
        draft().durationMs = ms;
        return this;
    }

    public Events delayMs(long ms) {
        draft().delayMs = ms;
        return this;
    }

    public Events timeoutMs(long ms) {
        draft().timeoutMs = ms;
        return this;
    }

    public Events resumeAt(String time) {
        draft().resumeAt = time(time);
        return this;
    }

    public Events nextAttemptAt(String time) {
        draft().nextAttemptAt = time(time);
        return this;
    }

    public Events deadline(String time) {
        draft().deadline = time(time);
        return this;
    }

    public Events reason(String text) {
        draft().reason = text;
        return this;
    }

    public Events error(String message) {
        return error(message, null, null);
    }

    public Events error(String message, @Nullable String step, @Nullable Integer attempt) {
        draft().error = new EventError(message, null, step, attempt);
        return this;
    }

    /** The error of a failure that has a code. */
    public Events error(String message, @Nullable String code) {
        draft().error = new EventError(message, code, null, null);
        return this;
    }

    /** It carries an input, output or result. */
    public Events value() {
        draft().hasValue = true;
        return this;
    }
}
