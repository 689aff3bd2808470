package dev.weir.core.run;

import static dev.weir.core.run.Events.events;
import static dev.weir.core.run.Events.id;

import org.junit.jupiter.api.Test;

/** Steps and their attempts while nothing goes wrong, and how attempts are numbered. */
class StepsTest {

    @Test
    void anAttemptHasNoResultWhileItRuns() {
        Rows rows = events().at("10:00")
                .started()
                .at("10:01")
                .stepStarted("charge", 1)
                .rows();
        rows.showWorkflow("status=running currentStep=charge totalStepsExecuted=1 startedAt=10:00:00");
        rows.showSteps("stepName=charge status=running currentAttempt=1 startedAt=10:01:00");
        rows.showAttempts("stepName=charge attemptNumber=1 startedAt=10:01:00 startEventId=#2");
    }

    @Test
    void aCompletionEndsTheAttemptAndTheStep() {
        Rows rows = events().at("10:00")
                .started()
                .at("10:01")
                .stepStarted("charge", 1)
                .at("10:02")
                .stepCompleted("charge", 1)
                .durationMs(60_000)
                .value()
                .rows();
        rows.showWorkflow("status=running completedSteps=[charge] totalStepsExecuted=1 startedAt=10:00:00");
        rows.showSteps("""
                stepName=charge status=completed currentAttempt=1 result=value of #3
                startedAt=10:01:00 completedAt=10:02:00 durationMs=60000 totalDurationMs=60000""");
        rows.showAttempts("""
                stepName=charge attemptNumber=1 result=success startedAt=10:01:00 endedAt=10:02:00
                durationMs=60000 startEventId=#2 endEventId=#3""");
    }

    @Test
    void theCurrentStepIsTheLatestStartedThatStillRuns() {
        Events parallel = events().at("10:00")
                .started()
                .stepStarted("a", 1)
                .stepStarted("b", 1)
                .stepStarted("c", 1)
                .at("10:01")
                .stepCompleted("c", 1);
        parallel.rows().showWorkflow("""
                status=running currentStep=b completedSteps=[c] totalStepsExecuted=3 startedAt=10:00:00""");
        parallel.at("10:02").stepCompleted("b", 1).rows().showWorkflow("""
                status=running currentStep=a completedSteps=[c, b] totalStepsExecuted=3 startedAt=10:00:00""");
        parallel.at("10:03")
                .stepCompleted("a", 1)
                .rows()
                .showWorkflow("status=running completedSteps=[c, b, a] totalStepsExecuted=3 startedAt=10:00:00");
    }

    @Test
    void aRetryMakesItsStepTheLatestStarted() {
        events().at("10:00")
                .started()
                .stepStarted("a", 1)
                .stepStarted("b", 1)
                .at("10:01")
                .retryScheduled("a", 1)
                .at("10:02")
                .stepStarted("a", 2)
                .rows()
                .showWorkflow("status=running currentStep=a totalStepsExecuted=3 startedAt=10:00:00");
    }

    @Test
    void aStepIsShownWithTheResultOfItsCompletionOnlyIfThatHasOne() {
        events().at("10:00")
                .stepStarted("charge", 1)
                .at("10:01")
                .stepCompleted("charge", 1)
                .rows()
                .showSteps("""
                        stepName=charge status=completed currentAttempt=1
                        startedAt=10:00:00 completedAt=10:01:00 durationMs=60000 totalDurationMs=60000""");
    }

    @Test
    void maxAttemptsIsKeptWhenItIsOnTheWire() {
        events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .maxAttempts(5)
                .at("10:01")
                .retryScheduled("charge", 1)
                .at("10:02")
                .stepStarted("charge", 2)
                .rows()
                .showSteps("""
                        stepName=charge status=running currentAttempt=2 maxAttempts=5 retryCount=1
                        startedAt=10:00:00""");
    }

    @Test
    void aStepThatHasAnAttemptZeroIsShownWithItsAttemptsPlusOne() {
        Rows rows = events().at("10:00")
                .started()
                .stepStarted("charge", 0)
                .stepStarted("ship", 1)
                .at("10:01")
                .retryScheduled("charge", 0)
                .at("10:02")
                .stepStarted("charge", 1)
                .at("10:03")
                .stepCompleted("charge", 1)
                .durationMs(180_000)
                .rows();
        rows.showSteps("""
                - stepName=charge status=completed currentAttempt=2 retryCount=1
                  startedAt=10:00:00 completedAt=10:03:00 durationMs=60000 totalDurationMs=180000
                - stepName=ship status=running currentAttempt=1 startedAt=10:00:00""");
        rows.showAttempts("""
                - stepName=charge attemptNumber=1 result=failure startedAt=10:00:00 endedAt=10:01:00 durationMs=60000
                  retryScheduled=true startEventId=#2 endEventId=#4
                - stepName=ship attemptNumber=1 startedAt=10:00:00 startEventId=#3
                - stepName=charge attemptNumber=2 result=success startedAt=10:02:00 endedAt=10:03:00 durationMs=60000
                  startEventId=#5 endEventId=#6""");
    }

    @Test
    void aCompletionThatReportsAttemptOneAfterRetriesClosesTheHighestOpenAttempt() {
        Rows rows = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .retryScheduled("charge", 1)
                .at("10:02")
                .stepStarted("charge", 2)
                .at("10:03")
                .stepCompleted("charge", 1)
                .durationMs(180_000)
                .rows();
        rows.showSteps("""
                stepName=charge status=completed currentAttempt=2 retryCount=1
                startedAt=10:00:00 completedAt=10:03:00 durationMs=60000 totalDurationMs=180000""");
        rows.showAttempts("""
                - stepName=charge attemptNumber=1 result=failure startedAt=10:00:00 endedAt=10:01:00 durationMs=60000
                  retryScheduled=true startEventId=#2 endEventId=#3
                - stepName=charge attemptNumber=2 result=success startedAt=10:02:00 endedAt=10:03:00 durationMs=60000
                  startEventId=#4 endEventId=#5""");
    }

    @Test
    void attemptsThatCarryNoNumberAreCounted() {
        Rows rows = events().at("10:00")
                .started()
                .stepStarted("charge", null)
                .at("10:01")
                .stepFailed("charge", null, true)
                .retryScheduled("charge", null)
                .at("10:02")
                .stepStarted("charge", null)
                .at("10:03")
                .stepCompleted("charge", null)
                .rows();
        rows.showAttempts("""
                - stepName=charge attemptNumber=1 result=failure startedAt=10:00:00 endedAt=10:01:00 durationMs=60000
                  retryScheduled=true startEventId=#2 endEventId=#3
                - stepName=charge attemptNumber=2 result=success startedAt=10:02:00 endedAt=10:03:00 durationMs=60000
                  startEventId=#5 endEventId=#6""");
    }

    @Test
    void aStartNeverReopensAnAttemptThatHasAnEnd() {
        Rows rows = events().at("10:00")
                .started()
                .at("10:01")
                .stepCompleted("charge", 1)
                .id(id(11))
                .stepStarted("charge", 1)
                .id(id(12))
                .rows();
        rows.showWorkflow("status=running completedSteps=[charge] totalStepsExecuted=1 startedAt=10:00:00");
        rows.showSteps("""
                stepName=charge status=completed currentAttempt=1
                startedAt=10:01:00 completedAt=10:01:00 durationMs=0 totalDurationMs=0""");
        rows.showAttempts("""
                stepName=charge attemptNumber=1 result=success startedAt=10:01:00 endedAt=10:01:00 durationMs=0
                startEventId=#12 endEventId=#11""");
    }

    @Test
    void aStartOfAFailedAttemptLeavesItsStepRetrying() {
        Rows rows = events().at("10:00")
                .started()
                .at("10:01")
                .retryScheduled("charge", 1)
                .nextAttemptAt("10:02")
                .stepStarted("charge", 1)
                .rows();
        rows.showSteps("""
                stepName=charge status=retrying currentAttempt=1 willRetry=true retryCount=1 nextRetryAt=10:02:00
                startedAt=10:01:00 durationMs=0""");
        rows.showAttempts("""
                stepName=charge attemptNumber=1 result=failure startedAt=10:01:00 endedAt=10:01:00 durationMs=0
                retryScheduled=true nextAttemptAt=10:02:00 startEventId=#3 endEventId=#2""");
    }

    @Test
    void whatIsSaidOfAnEarlierAttemptNeverMovesTheStepBack() {
        Rows rows = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .stepStarted("charge", 2)
                .stepFailed("charge", 1, true)
                .retryScheduled("charge", 1)
                .nextAttemptAt("10:01")
                .rows();
        rows.showWorkflow("status=running currentStep=charge totalStepsExecuted=2 startedAt=10:00:00");
        rows.showSteps("stepName=charge status=running currentAttempt=2 retryCount=1 startedAt=10:00:00");
        rows.showAttempts("""
                - stepName=charge attemptNumber=1 result=failure startedAt=10:00:00 endedAt=10:01:00 durationMs=60000
                  retryScheduled=true nextAttemptAt=10:01:00 startEventId=#2 endEventId=#4
                - stepName=charge attemptNumber=2 startedAt=10:01:00 startEventId=#3""");
    }
}
