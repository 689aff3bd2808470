package dev.weir.core.run;

import static dev.weir.core.run.Events.events;

import org.junit.jupiter.api.Test;

/** An engine gives up on a step. */
class ExhaustedTest {

    @Test
    void retryExhaustedFailsTheStepAndGivesMaxAttempts() {
        Rows rows = twoAttempts()
                .at("10:03")
                .stepFailed("charge", 2, false)
                .error("card refused")
                .retryExhausted("charge", 2)
                .rows();
        rows.showSteps("""
                stepName=charge status=failed currentAttempt=2 maxAttempts=2
                errorMessage=card refused errorStack=stack of #5 retryCount=1
                startedAt=10:00:00 durationMs=60000 totalDurationMs=180000""");
        rows.showAttempts(FIRST + """
                - stepName=charge attemptNumber=2 result=failure errorMessage=card refused errorStack=stack of #5
                  startedAt=10:02:00 endedAt=10:03:00 durationMs=60000 startEventId=#4 endEventId=#5""");
    }

    @Test
    void withoutAFailureItEndsTheOpenAttempt() {
        Rows rows = twoAttempts().at("10:03").retryExhausted("charge", 2).rows();
        rows.showSteps("""
                stepName=charge status=failed currentAttempt=2 maxAttempts=2 retryCount=1
                startedAt=10:00:00 durationMs=60000 totalDurationMs=180000""");
        rows.showAttempts(FIRST + """
                - stepName=charge attemptNumber=2 result=failure startedAt=10:02:00 endedAt=10:03:00
                  durationMs=60000 startEventId=#4 endEventId=#5""");
    }

    @Test
    void aPhantomStartBeforeItIsDropped() {
        Rows rows = twoAttempts()
                .at("10:03")
                .retryScheduled("charge", 2)
                .at("10:04")
                .stepStarted("charge", 3)
                .retryExhausted("charge", 2)
                .rows();
        rows.showWorkflow("status=running totalStepsExecuted=2 startedAt=10:00:00");
        rows.showSteps("""
                stepName=charge status=failed currentAttempt=2 maxAttempts=2 retryCount=2
                startedAt=10:00:00 durationMs=60000 totalDurationMs=240000""");
        rows.showAttempts(FIRST + """
                - stepName=charge attemptNumber=2 result=failure startedAt=10:02:00 endedAt=10:03:00
                  durationMs=60000 retryScheduled=true startEventId=#4 endEventId=#5""");
    }

    @Test
    void aPhantomStartIsDroppedAlsoWhenItSortsBehindInTheSameMillisecond() {
        Rows rows = twoAttempts()
                .at("10:03")
                .retryScheduled("charge", 2)
                .at("10:04")
                .retryExhausted("charge", 2)
                .stepStarted("charge", 3)
                .rows();
        rows.showWorkflow("status=running totalStepsExecuted=2 startedAt=10:00:00");
        rows.showSteps("""
                stepName=charge status=failed currentAttempt=2 maxAttempts=2 retryCount=2
                startedAt=10:00:00 durationMs=60000 totalDurationMs=240000""");
    }

    /** The attempts say that the retry which was scheduled after the second is the one that never came. */
    @Test
    void aRetryThatSortsBehindInTheSameMillisecondDoesNotTakeTheStepUpAgain() {
        twoAttempts()
                .at("10:03")
                .retryExhausted("charge", 2)
                .retryScheduled("charge", 2)
                .nextAttemptAt("10:03")
                .stepStarted("charge", 3)
                .rows()
                .showSteps("""
                        stepName=charge status=failed currentAttempt=2 maxAttempts=2 retryCount=2
                        startedAt=10:00:00 durationMs=60000 totalDurationMs=180000""");
    }

    @Test
    void aPhantomIsRecognisedWhereAttemptsAreCountedFromZero() {
        onceFromZero()
                .stepStarted("charge", 1)
                .retryExhausted("charge", 1)
                .rows()
                .showAttempts(ONCE_FROM_ZERO);
        onceFromZero()
                .retryExhausted("charge", 1)
                .stepStarted("charge", 1)
                .rows()
                .showAttempts(ONCE_FROM_ZERO);
        onceFromZero()
                .stepStarted("charge", 1)
                .retryExhausted("charge", 1)
                .rows()
                .showSteps("""
                stepName=charge status=failed currentAttempt=1 maxAttempts=1 retryCount=1
                startedAt=10:00:00 durationMs=60000 totalDurationMs=120000""");
    }

    @Test
    void aStartInALaterMillisecondIsNoPhantomAndTakesTheStepUpAgain() {
        Rows rows = twoAttempts()
                .at("10:03")
                .retryExhausted("charge", 2)
                .failed()
                .at("10:04")
                .resumed()
                .at("10:04:00.001")
                .stepStarted("charge", 3)
                .rows();
        rows.showWorkflow("status=running currentStep=charge totalStepsExecuted=3 startedAt=10:00:00");
        rows.showSteps("""
                stepName=charge status=running currentAttempt=3 maxAttempts=2 retryCount=1 startedAt=10:00:00""");
    }

    @Test
    void theErrorOfTheLastAttemptIsTheStepsEvenIfItComesAfterwards() {
        twoAttempts()
                .at("10:03")
                .retryExhausted("charge", 2)
                .stepFailed("charge", 2, true)
                .error("card refused")
                .rows()
                .showSteps("""
                        stepName=charge status=failed currentAttempt=2 maxAttempts=2
                        errorMessage=card refused errorStack=stack of #6 retryCount=1
                        startedAt=10:00:00 durationMs=60000 totalDurationMs=180000""");
    }

    private static final String FIRST = """
            - stepName=charge attemptNumber=1 result=failure startedAt=10:00:00 endedAt=10:01:00 durationMs=60000
              retryScheduled=true startEventId=#2 endEventId=#3
            """;

    private static final String ONCE_FROM_ZERO = """
            stepName=charge attemptNumber=1 result=failure startedAt=10:00:00 endedAt=10:01:00 durationMs=60000
            retryScheduled=true startEventId=#2 endEventId=#3""";

    private static Events onceFromZero() {
        return events().at("10:00")
                .started()
                .stepStarted("charge", 0)
                .at("10:01")
                .retryScheduled("charge", 0)
                .at("10:02");
    }

    private static Events twoAttempts() {
        return events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .retryScheduled("charge", 1)
                .at("10:02")
                .stepStarted("charge", 2);
    }
}
