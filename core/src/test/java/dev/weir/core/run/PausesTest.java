package dev.weir.core.run;

import static dev.weir.core.run.Events.events;

import org.junit.jupiter.api.Test;

class PausesTest {

    @Test
    void aPausedRunSaysWhyAndUntilWhen() {
        started()
                .paused("sleep")
                .resumeAt("11:00")
                .rows()
                .showWorkflow("status=paused pauseReason=sleep resumeAt=11:00:00 startedAt=10:00:00");
        started().paused("retry").rows().showWorkflow("status=paused pauseReason=retry startedAt=10:00:00");
    }

    @Test
    void aReasonThatNobodyKnowsIsNone() {
        started().paused("lunch").rows().showWorkflow("status=paused startedAt=10:00:00");
        started().paused(null).rows().showWorkflow("status=paused startedAt=10:00:00");
    }

    @Test
    void aResumptionClearsThePause() {
        started()
                .paused("sleep")
                .resumeAt("11:00")
                .at("11:00")
                .resumed()
                .rows()
                .showWorkflow("status=running startedAt=10:00:00");
    }

    @Test
    void anEndClearsThePause() {
        started()
                .paused("sleep")
                .resumeAt("11:00")
                .at("10:30")
                .cancelled()
                .rows()
                .showWorkflow("status=cancelled startedAt=10:00:00 cancelledAt=10:30:00 durationMs=1800000");
    }

    @Test
    void aResumptionAlsoComesWithoutAPause() {
        Rows rows = started().stepStarted("charge", 1).at("10:10").resumed().rows();
        rows.showWorkflow("status=running currentStep=charge totalStepsExecuted=1 startedAt=10:00:00");
        rows.showSteps("stepName=charge status=running currentAttempt=1 startedAt=10:00:00");
    }

    @Test
    void aStepThatStartsAgainAfterACrashIsTheSameAttempt() {
        Rows rows = started()
                .stepStarted("charge", 1)
                .at("10:10")
                .resumed()
                .stepStarted("charge", 1)
                .at("10:11")
                .stepCompleted("charge", 1)
                .rows();
        rows.showWorkflow("status=running completedSteps=[charge] totalStepsExecuted=1 startedAt=10:00:00");
        rows.showAttempts("""
                stepName=charge attemptNumber=1 result=success startedAt=10:00:00 endedAt=10:11:00
                durationMs=660000 startEventId=#2 endEventId=#5""");
    }

    @Test
    void workThatGoesOnWithoutAResumptionIsNoPauseAnyMore() {
        started()
                .paused("sleep")
                .resumeAt("11:00")
                .at("11:00")
                .stepStarted("charge", 1)
                .rows()
                .showWorkflow("""
                        status=running currentStep=charge totalStepsExecuted=1 startedAt=10:00:00
                        inferred=[status]""");
    }

    @Test
    void aResumptionThatComesAfterAllIsNotInferred() {
        started()
                .paused("sleep")
                .at("11:00")
                .stepStarted("charge", 1)
                .resumed()
                .rows()
                .showWorkflow("status=running currentStep=charge totalStepsExecuted=1 startedAt=10:00:00");
    }

    @Test
    void aStartInTheMillisecondOfThePauseDoesNotEndIt() {
        started().paused("retry").stepStarted("charge", 1).rows().showWorkflow("""
                        status=paused pauseReason=retry currentStep=charge totalStepsExecuted=1 startedAt=10:00:00""");
    }

    @Test
    void whatOnlyEndsWorkDoesNotEndAPause() {
        started()
                .stepStarted("charge", 1)
                .stepStarted("ship", 1)
                .at("10:01")
                .retryScheduled("charge", 1)
                .paused("retry")
                .at("10:02")
                .stepCompleted("ship", 1)
                .rows()
                .showWorkflow("""
                        status=paused pauseReason=retry completedSteps=[ship] totalStepsExecuted=2
                        startedAt=10:00:00""");
    }

    private static Events started() {
        return events().at("10:00").started();
    }
}
