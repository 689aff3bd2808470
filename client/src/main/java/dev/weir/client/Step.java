package dev.weir.client;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reports what happens to one step of a run. {@link Workflow#step} gives the same step for the same name, so {@code
 * run.step("charge").completed(receipt)} needs no attempt number: it is the one that was started last.
 */
public final class Step {

    private final Workflow workflow;
    private final String name;
    private final Elapsed sinceFirstStart = new Elapsed();
    private volatile @Nullable Integer attempt;
    private volatile @Nullable Duration timeout;

    Step(Workflow workflow, String name) {
        this.workflow = workflow;
        this.name = name;
    }

    /** Starts the next attempt; the first is 1. */
    public Step started() {
        Integer last = attempt;
        return started(last == null ? 1 : last + 1);
    }

    public Step started(int number) {
        return start(number, null);
    }

    public Step started(int number, int maxAttempts) {
        return start(number, maxAttempts);
    }

    private Step start(int number, @Nullable Integer maxAttempts) {
        attempt(number);
        sinceFirstStart.startOnce();
        return report("step.started", fields -> fields.count("attempt", number).count("maxAttempts", maxAttempts));
    }

    /** Says which attempt the next reports are about, for a step that this handle did not start. */
    public Step attempt(int number) {
        if (number >= 0) {
            attempt = number;
        }
        return this;
    }

    public Step completed() {
        return completed(null);
    }

    public Step completed(@Nullable Object result) {
        return complete(result, false);
    }

    /** For a result that an earlier execution had already stored: Weir counts it as a replay. */
    public Step completedFromCache(@Nullable Object result) {
        return complete(result, true);
    }

    private Step complete(@Nullable Object result, boolean cached) {
        workflow.stepCompleted(this, name);
        return report(
                "step.completed",
                fields -> fields.count("attempt", attempt)
                        .millis("durationMs", sinceFirstStart.soFar())
                        .optional("cached", cached)
                        .optional("result", result));
    }

    public Step failed(Throwable thrown, boolean willRetry) {
        return failed(Failure.of(thrown), willRetry);
    }

    public Step failed(Failure failure, boolean willRetry) {
        workflow.stepFailed(this);
        return report(
                "step.failed",
                fields -> fields.count("attempt", attempt)
                        .optional("willRetry", willRetry)
                        .optional("error", failure.fields()));
    }

    public Step retryScheduled(Duration delay) {
        return report(
                "retry.scheduled",
                fields -> fields.count("attempt", attempt)
                        .millis("delayMs", delay)
                        .optional("nextAttemptAt", workflow.now().plus(delay)));
    }

    public Step retryExhausted() {
        workflow.stepFailed(this);
        return report("retry.exhausted", fields -> fields.count("attempts", attempt));
    }

    public Step timeoutSet(Duration limit) {
        timeout = limit;
        return report(
                "timeout.set",
                fields -> fields.millis("timeoutMs", limit)
                        .optional("deadline", workflow.now().plus(limit)));
    }

    public Step timeoutExceeded() {
        workflow.stepFailed(this);
        return report("timeout.exceeded", fields -> fields.millis("timeoutMs", timeout));
    }

    void describeIn(Map<String, Object> error) {
        error.put("stepName", name);
        Integer number = attempt;
        if (number != null) {
            error.put("attempt", number);
        }
    }

    private Step report(String type, Consumer<Fields> describe) {
        workflow.report(type, fields -> describe.accept(fields.text("stepName", name)));
        return this;
    }
}
