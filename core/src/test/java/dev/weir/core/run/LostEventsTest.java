package dev.weir.core.run;

import static dev.weir.core.run.Events.events;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** An event of an unknown run creates that run with what is known, and what was concluded is marked. */
class LostEventsTest {

    @Test
    void aStepStartMakesARunningRun() {
        Rows rows = events().at("10:01").stepStarted("charge", 1).rows();
        rows.showWorkflow("""
                status=running currentStep=charge totalStepsExecuted=1 startedAt=10:01:00
                inferred=[started_at, status]""");
        rows.showSteps("stepName=charge status=running currentAttempt=1 startedAt=10:01:00");
    }

    @Test
    void aResumptionMakesARunningRun() {
        events().at("10:01").resumed().rows().showWorkflow("status=running startedAt=10:01:00 inferred=[started_at]");
    }

    @Test
    void aPauseMakesAPausedRun() {
        events().at("10:01").paused("sleep").resumeAt("11:00").rows().showWorkflow("""
                        status=paused pauseReason=sleep resumeAt=11:00:00 startedAt=10:01:00 inferred=[started_at]""");
    }

    @Test
    void aSleepMakesARunningRun() {
        events().at("10:01")
                .sleepStarted(1000)
                .rows()
                .showWorkflow("status=running startedAt=10:01:00 inferred=[started_at, status]");
        events().at("10:01")
                .sleepCompleted(1000)
                .rows()
                .showWorkflow("status=running startedAt=10:01:00 inferred=[started_at, status]");
    }

    @Test
    void anEndBeforeItsStartMakesAnEndedRun() {
        Rows completed = events().at("10:01")
                .completed("charge", "ship")
                .durationMs(5000)
                .value()
                .rows();
        completed.showWorkflow("""
                status=completed completedSteps=[charge, ship] output=value of #1
                startedAt=10:01:00 completedAt=10:01:00 durationMs=5000 reportedDurationMs=5000
                inferred=[started_at]""");
        assertThat(completed.rows().steps()).isEmpty();
        events().at("10:01").failed().error("no luck", "charge", 2).rows().showWorkflow("""
                        status=failed errorMessage=no luck errorStack=stack of #1 errorStepName=charge errorAttempt=2
                        startedAt=10:01:00 failedAt=10:01:00 durationMs=0 inferred=[started_at]""");
    }

    @Test
    void aQueuedRunWhoseStartWasLostRunsOnceItWorks() {
        events().at("10:00")
                .queued()
                .at("10:01")
                .stepStarted("charge", 1)
                .rows()
                .showWorkflow("""
                        status=running currentStep=charge totalStepsExecuted=1 startedAt=10:01:00
                        inferred=[started_at, status]""");
    }

    @Test
    void aStartThatFollowsIsNotInferred() {
        events().at("10:00")
                .stepStarted("charge", 1)
                .at("10:01")
                .started()
                .rows()
                .showWorkflow("status=running currentStep=charge totalStepsExecuted=1 startedAt=10:01:00");
    }

    @Test
    void anAttemptWhoseStartWasLostHasNoStart() {
        Rows failed = events().at("10:00")
                .started()
                .at("10:01")
                .stepFailed("charge", 1, false)
                .error("card refused")
                .rows();
        failed.showWorkflow("status=running totalStepsExecuted=1 startedAt=10:00:00");
        failed.showSteps("""
                stepName=charge status=failed currentAttempt=1 errorMessage=card refused errorStack=stack of #2""");
        failed.showAttempts("""
                stepName=charge attemptNumber=1 result=failure errorMessage=card refused errorStack=stack of #2
                endedAt=10:01:00 endEventId=#2""");
        Rows completed = events().at("10:00")
                .started()
                .at("10:01")
                .stepCompleted("charge", 3)
                .durationMs(40_000)
                .rows();
        completed.showSteps("""
                stepName=charge status=completed currentAttempt=3 completedAt=10:01:00 totalDurationMs=40000""");
        completed.showAttempts("stepName=charge attemptNumber=3 result=success endedAt=10:01:00 endEventId=#2");
    }

    @Test
    void aRetryWhoseAttemptIsUnknownMakesThatAttempt() {
        events().at("10:00")
                .started()
                .at("10:01")
                .retryScheduled("charge", 2)
                .rows()
                .showAttempts("""
                        stepName=charge attemptNumber=2 result=failure endedAt=10:01:00 retryScheduled=true
                        endEventId=#2""");
    }

    /** Attempt 2 was begun and ended, whatever became of attempt 1. */
    @Test
    void aCompletionOfALaterAttemptIsOfThatAttempt() {
        Rows rows = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:03")
                .stepCompleted("charge", 2)
                .durationMs(180_000)
                .rows();
        rows.showSteps("""
                stepName=charge status=completed currentAttempt=2 startedAt=10:00:00 completedAt=10:03:00
                totalDurationMs=180000""");
        rows.showAttempts("""
                - stepName=charge attemptNumber=1 startedAt=10:00:00 startEventId=#2
                - stepName=charge attemptNumber=2 result=success endedAt=10:03:00 endEventId=#3""");
    }

    @Test
    void aFailureOfAnAttemptWhoseStartWasLostDoesNotEndALaterOne() {
        Rows rows = events().at("10:00")
                .started()
                .at("10:01")
                .stepStarted("charge", 2)
                .stepFailed("charge", 1, true)
                .retryScheduled("charge", 1)
                .rows();
        rows.showSteps("stepName=charge status=running currentAttempt=2 retryCount=1 startedAt=10:01:00");
        rows.showAttempts("""
                - stepName=charge attemptNumber=2 startedAt=10:01:00 startEventId=#2
                - stepName=charge attemptNumber=1 result=failure endedAt=10:01:00 retryScheduled=true
                  endEventId=#3""");
    }

    @Test
    void aStepKnownOnlyByItsTimeoutIsPending() {
        events().at("10:00")
                .started()
                .timeoutSet("charge")
                .timeoutMs(1000)
                .rows()
                .showSteps("stepName=charge status=pending timeoutMs=1000");
    }

    @Test
    void aStepKnownOnlyByItsEndIsFailed() {
        events().at("10:00")
                .started()
                .at("10:01")
                .timeoutExceeded("charge")
                .rows()
                .showSteps("stepName=charge status=failed timedOut=true");
        events().at("10:00")
                .started()
                .at("10:01")
                .retryExhausted("charge", 3)
                .rows()
                .showSteps("stepName=charge status=failed maxAttempts=3");
    }
}
