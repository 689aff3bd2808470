package dev.weir.client;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reports what happens to one run of a workflow. Every method returns at once and none throws: what cannot be reported
 * is counted in {@link WeirClient#stats}.
 *
 * <p>A handle remembers the beginnings that it reported, and from them fills in durations, attempts and completed steps.
 * A program that takes up a run of an earlier process simply asks for a new handle; what that one has not seen is left
 * out, and Weir works it out from the events.
 */
public final class Workflow {

    private final WeirClient client;
    private final String name;
    private final String id;
    private final @Nullable String executionId;
    private final @Nullable String source;

    private final Map<String, Step> steps = new ConcurrentHashMap<>();
    private final StepNames completedSteps = new StepNames();
    private final Elapsed running = new Elapsed();
    private final Elapsed sleeping = new Elapsed();
    private volatile @Nullable Step lastFailed;

    Workflow(WeirClient client, String name, String id, @Nullable String executionId, @Nullable String source) {
        this.client = client;
        this.name = name;
        this.id = id;
        this.executionId = executionId;
        this.source = source;
    }

    /** The same run with an execution id, by which Weir tells repeated runs of one workflow id apart. */
    public Workflow withExecutionId(String execution) {
        return new Workflow(client, name, id, execution, source);
    }

    /** The same run with the name of what reports it. */
    public Workflow withSource(String reporter) {
        return new Workflow(client, name, id, executionId, reporter);
    }

    public Step step(String stepName) {
        return steps.computeIfAbsent(Objects.requireNonNullElse(stepName, ""), known -> new Step(this, known));
    }

    public Stage stage(String stageName) {
        return new Stage(this, Objects.requireNonNullElse(stageName, ""));
    }

    public Workflow queued(@Nullable Object input) {
        return report("workflow.queued", fields -> fields.optional("input", input));
    }

    public Workflow started() {
        return started(null);
    }

    public Workflow started(@Nullable Object input) {
        running.startOnce();
        return report("workflow.started", fields -> fields.optional("input", input));
    }

    public Workflow pausedForSleep(@Nullable Instant resumeAt) {
        return report(
                "workflow.paused", fields -> fields.text("reason", "sleep").optional("resumeAt", resumeAt));
    }

    public Workflow pausedForRetry(String stepName, @Nullable Instant resumeAt) {
        return report(
                "workflow.paused",
                fields -> fields.text("reason", "retry")
                        .text("stepName", stepName)
                        .optional("resumeAt", resumeAt));
    }

    public Workflow resumed() {
        return report("workflow.resumed", fields -> {});
    }

    public Workflow completed() {
        return completed(null);
    }

    public Workflow completed(@Nullable Object output) {
        return report(
                "workflow.completed",
                fields -> fields.optional("completedSteps", completedSteps.inOrder())
                        .millis("durationMs", running.soFar())
                        .optional("output", output));
    }

    public Workflow failed(Throwable thrown) {
        return failed(Failure.of(thrown));
    }

    /** The failure is put down to the step that failed last, if there was one. */
    public Workflow failed(Failure failure) {
        return report("workflow.failed", fields -> {
            Map<String, Object> error = new LinkedHashMap<>();
            Step step = lastFailed;
            if (step != null) {
                step.describeIn(error);
            }
            error.putAll(failure.fields());
            fields.optional("error", error).optional("completedSteps", completedSteps.inOrder());
        });
    }

    public Workflow cancelled(@Nullable String reason) {
        return report(
                "workflow.cancelled",
                fields -> fields.optional("reason", reason).optional("completedSteps", completedSteps.inOrder()));
    }

    public Workflow sleepStarted(Duration duration) {
        sleeping.start();
        return report(
                "sleep.started",
                fields -> fields.millis("durationMs", duration).optional("resumeAt", now().plus(duration)));
    }

    public Workflow sleepCompleted() {
        return report("sleep.completed", fields -> fields.millis("durationMs", sleeping.soFar()));
    }

    /** Any other event of this run, with any fields. */
    public Workflow track(String type, Map<String, ?> fields) {
        return report(type, event -> fields.forEach(event::optional));
    }

    Workflow report(String type, Consumer<Fields> describe) {
        client.report(() -> {
            Fields fields = new Fields(type)
                    .text("workflowId", id)
                    .text("workflowName", name)
                    .optional("executionId", executionId)
                    .optional("source", source);
            describe.accept(fields);
            return fields.values();
        });
        return this;
    }

    void stepCompleted(Step step, String stepName) {
        completedSteps.add(stepName);
        if (lastFailed == step) {
            lastFailed = null;
        }
    }

    void stepFailed(Step step) {
        lastFailed = step;
    }

    Instant now() {
        return client.now();
    }
}
