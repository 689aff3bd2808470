package dev.weir.core.run;

import dev.weir.core.event.EventError;
import dev.weir.core.event.EventOrder;
import dev.weir.core.event.WorkflowEvent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run while a fold works on it: what each event does to it. Applied in event order only. The first end decides how the
 * run ended; only a pause or a resumption after a failure opens it again (a retry from the checkpoint).
 */
final class OpenRun {
    /** More are not remembered: all later ones would have to be mended before an earlier one is asked for. */
    private static final int MOST_FAILURES = 50;

    private final int seq;
    private final long createdAt;
    private final OpenSteps steps;
    private final List<SleepState> sleeps;
    private final Set<String> namedSteps;
    private final List<FailedStep> failedSteps;

    private String workflowName;
    private boolean nameFromStart;
    private @Nullable String executionId;
    private RunStatus status;
    private boolean statusInferred;
    private @Nullable PauseReason pauseReason;
    private @Nullable Long pausedAt;
    private @Nullable Long resumeAt;
    private @Nullable Long startedAt;
    private @Nullable Long firstActivityAt;
    private @Nullable Long endedAt;
    private @Nullable Long reportedMs;
    private @Nullable UUID inputEvent;
    private @Nullable UUID endEvent;
    private @Nullable String errorMessage;
    private @Nullable String errorStep;
    private @Nullable Integer errorAttempt;
    private int ticks;
    private EventOrder last;

    OpenRun(int seq, WorkflowEvent first) {
        this.seq = seq;
        createdAt = first.at();
        workflowName = first.workflowName();
        status = RunStatus.PENDING;
        last = first.order();
        steps = new OpenSteps(List.of(), List.of());
        sleeps = new ArrayList<>(0);
        namedSteps = new LinkedHashSet<>(0);
        failedSteps = new ArrayList<>(0);
    }

    OpenRun(RunState state) {
        seq = state.seq();
        createdAt = state.createdAt();
        workflowName = state.workflowName();
        nameFromStart = state.nameFromStart();
        executionId = state.executionId();
        status = state.status();
        statusInferred = state.statusInferred();
        pauseReason = state.pauseReason();
        pausedAt = state.pausedAt();
        resumeAt = state.resumeAt();
        startedAt = state.startedAt();
        firstActivityAt = state.firstActivityAt();
        endedAt = state.endedAt();
        reportedMs = state.reportedMs();
        inputEvent = state.inputEvent();
        endEvent = state.endEvent();
        errorMessage = state.errorMessage();
        errorStep = state.errorStep();
        errorAttempt = state.errorAttempt();
        ticks = state.ticks();
        last = state.last();
        steps = new OpenSteps(state.steps(), state.attempts());
        sleeps = new ArrayList<>(state.sleeps());
        namedSteps = new LinkedHashSet<>(state.namedSteps());
        failedSteps = new ArrayList<>(state.failedSteps());
    }

    /** Whether this event opens the next run of the same workflow id. */
    boolean isFollowedBy(WorkflowEvent event) {
        return event.type().isStart()
                && (status.isEnded()
                        || (executionId != null
                                && event.executionId() != null
                                && !executionId.equals(event.executionId())));
    }

    void apply(WorkflowEvent event) {
        last = event.order();
        if (executionId == null) {
            executionId = event.executionId();
        }
        switch (event.type()) {
            case WORKFLOW_QUEUED -> queued(event);
            case WORKFLOW_STARTED -> started(event);
            case WORKFLOW_PAUSED -> paused(event);
            case WORKFLOW_RESUMED -> resumed(event);
            case WORKFLOW_COMPLETED -> ended(RunStatus.COMPLETED, event);
            case WORKFLOW_FAILED -> ended(RunStatus.FAILED, event);
            case WORKFLOW_CANCELLED -> ended(RunStatus.CANCELLED, event);
            case SLEEP_STARTED -> sleepStarted(event);
            case SLEEP_COMPLETED -> sleepCompleted(event);
            default -> stepEvent(event);
        }
    }

    private void queued(WorkflowEvent event) {
        takeStart(event);
    }

    private void started(WorkflowEvent event) {
        takeStart(event);
        active(event);
        if (startedAt == null) {
            startedAt = event.at();
        }
        run(false);
    }

    private void takeStart(WorkflowEvent event) {
        if (!nameFromStart) {
            workflowName = event.workflowName();
            nameFromStart = true;
        }
        if (inputEvent == null && event.hasValue()) {
            inputEvent = event.id();
        }
    }

    private void paused(WorkflowEvent event) {
        active(event);
        if (reopens()) {
            status = RunStatus.PAUSED;
            statusInferred = false;
            pauseReason = pauseReason(event.reason());
            pausedAt = event.at();
            resumeAt = event.resumeAt();
        }
    }

    private static @Nullable PauseReason pauseReason(@Nullable String reason) {
        if (reason == null) {
            return null;
        }
        return switch (reason) {
            case "sleep" -> PauseReason.SLEEP;
            case "retry" -> PauseReason.RETRY;
            default -> null;
        };
    }

    private void resumed(WorkflowEvent event) {
        active(event);
        if (reopens()) {
            run(false);
        }
    }

    /** @return whether the run is open now; one that failed is opened again */
    private boolean reopens() {
        if (status == RunStatus.FAILED) {
            endedAt = null;
            endEvent = null;
            reportedMs = null;
            errorMessage = null;
            errorStep = null;
            errorAttempt = null;
            return true;
        }
        return !status.isEnded();
    }

    private void run(boolean inferred) {
        status = RunStatus.RUNNING;
        statusInferred = inferred;
        pauseReason = null;
        pausedAt = null;
        resumeAt = null;
    }

    private void active(WorkflowEvent event) {
        if (firstActivityAt == null) {
            firstActivityAt = event.at();
        }
    }

    private void ended(RunStatus how, WorkflowEvent event) {
        active(event);
        namedSteps.addAll(event.completedSteps());
        if (!status.isEnded()) {
            run(false);
            status = how;
            endedAt = event.at();
            endEvent = event.id();
            reportedMs = event.durationMs();
            closeSleep(event.at());
            if (how == RunStatus.FAILED) {
                blame(event.error());
            }
        }
    }

    /** Failures often do not say which step they are about. */
    private void blame(@Nullable EventError error) {
        errorMessage = error == null ? null : error.message();
        errorStep = error == null ? null : error.stepName();
        errorAttempt = error == null ? null : error.attempt();
        FailedStep failed = errorStep == null ? lastFailed() : failed(steps.indexOf(errorStep));
        if (failed != null) {
            errorStep = steps.name(failed.step());
            errorAttempt = errorAttempt == null ? failed.attempt() : errorAttempt;
        }
    }

    private @Nullable FailedStep lastFailed() {
        int last = failedSteps.size() - 1;
        while (last >= 0 && namedSteps.contains(steps.name(failedSteps.get(last).step()))) {
            last--;
        }
        return last < 0 ? null : failedSteps.get(last);
    }

    private @Nullable FailedStep failed(int step) {
        return failedSteps.stream()
                .filter(failed -> failed.step() == step)
                .findFirst()
                .orElse(null);
    }

    private void sleepStarted(WorkflowEvent event) {
        active(event);
        closeSleep(event.at()); // sleeps carry no id: at most one is open
        Long planned = event.durationMs();
        Long until = event.resumeAt();
        if (planned == null && until != null) {
            planned = Math.max(0, (until - event.at()) / 1000);
        }
        if (until == null && planned != null) {
            until = event.at() + planned * 1000;
        }
        SleepState sleep = new SleepState(event.at(), until, planned, null, event.id(), null, false);
        sleeps.add(status.isEnded() ? sleep.closed(event.at(), null) : sleep);
        inferRunning(event, false);
    }

    private void sleepCompleted(WorkflowEvent event) {
        active(event);
        int open = sleeps.size() - 1;
        if (open >= 0 && sleeps.get(open).isOpen()) {
            sleeps.set(open, sleeps.get(open).closed(event.at(), event.id()));
        } else if (!endClosed(open)) {
            Long slept = event.durationMs();
            Long start = slept == null || slept == 0 ? null : Long.valueOf(event.at() - slept * 1000);
            sleeps.add(new SleepState(start, event.at(), slept, event.at(), null, event.id(), true));
        }
        inferRunning(event, false);
    }

    /** Then a completion that comes later is about that sleep, which the end of the run has completed. */
    private boolean endClosed(int sleep) {
        return sleep >= 0 && sleeps.get(sleep).completeEvent() == null;
    }

    private void closeSleep(long at) {
        int open = sleeps.size() - 1;
        if (open >= 0 && sleeps.get(open).isOpen()) {
            sleeps.set(open, sleeps.get(open).closed(at, null));
        }
    }

    private void stepEvent(WorkflowEvent event) {
        active(event);
        OpenStep step = steps.get(event.step(), event.at());
        switch (event.type()) {
            case STEP_STARTED -> {
                step.start(event, ++ticks);
                if (!status.isEnded()) {
                    namedSteps.remove(step.name); // it is being done again
                }
            }
            case STEP_COMPLETED -> {
                if (step.complete(event, ++ticks)) {
                    mended(step);
                }
            }
            case STEP_FAILED -> failed(step, step.fail(event));
            case RETRY_SCHEDULED -> failed(step, step.scheduleRetry(event));
            case RETRY_EXHAUSTED -> {
                steps.drop(step.exhaust(event));
                failed(step, step.latestAttempt());
            }
            case TIMEOUT_SET -> step.setTimeout(event);
            case TIMEOUT_EXCEEDED -> {
                step.timeOut(event);
                failed(step, step.latestAttempt());
            }
            default -> throw new IllegalStateException("No step event: " + event.type());
        }
        inferRunning(event, step.isRunning());
    }

    /** What is said of a step that is completed by now fails neither it nor the run. */
    private void failed(OpenStep step, @Nullable Integer attempt) {
        if (!step.isCompleted()) {
            mended(step);
            if (failedSteps.size() == MOST_FAILURES) {
                failedSteps.remove(0);
            }
            failedSteps.add(new FailedStep(step.index, attempt));
        }
    }

    /** Whatever fails the run now, it is not this. */
    private void mended(OpenStep step) {
        failedSteps.removeIf(failed -> failed.step() == step.index);
    }

    /** The event that started or resumed the run was lost: work is being done all the same. */
    private void inferRunning(WorkflowEvent event, boolean stepRuns) {
        boolean wokeUp = stepRuns && pausedAt != null && event.at() / 1000 > pausedAt / 1000;
        if (status == RunStatus.PENDING || (status == RunStatus.PAUSED && wokeUp)) {
            run(true);
        }
    }

    RunState state() {
        return new RunState(
                seq,
                workflowName,
                nameFromStart,
                executionId,
                status,
                statusInferred,
                pauseReason,
                pausedAt,
                resumeAt,
                createdAt,
                startedAt,
                firstActivityAt,
                endedAt,
                reportedMs,
                inputEvent,
                endEvent,
                errorMessage,
                errorStep,
                errorAttempt,
                ticks,
                last,
                steps.steps(),
                steps.attempts(),
                List.copyOf(sleeps),
                List.copyOf(namedSteps),
                List.copyOf(failedSteps));
    }
}
