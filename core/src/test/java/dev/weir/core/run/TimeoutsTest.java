package dev.weir.core.run;

import static dev.weir.core.run.Events.events;

import org.junit.jupiter.api.Test;

class TimeoutsTest {

    @Test
    void aTimeoutThatIsSetIsShown() {
        running()
                .timeoutSet("charge")
                .timeoutMs(30_000)
                .deadline("10:00:30")
                .rows()
                .showSteps("""
                        stepName=charge status=running currentAttempt=1 timeoutMs=30000 timeoutDeadline=10:00:30
                        startedAt=10:00:00""");
    }

    @Test
    void aTimeoutEndsTheOpenAttemptAndFailsTheStep() {
        Rows rows = running()
                .at("10:00:30")
                .timeoutExceeded("charge")
                .timeoutMs(30_000)
                .rows();
        rows.showWorkflow("status=running totalStepsExecuted=1 startedAt=10:00:00");
        rows.showSteps("""
                stepName=charge status=failed currentAttempt=1 timeoutMs=30000 timedOut=true
                startedAt=10:00:00 durationMs=30000 totalDurationMs=30000""");
        rows.showAttempts("""
                stepName=charge attemptNumber=1 result=timeout startedAt=10:00:00 endedAt=10:00:30
                durationMs=30000 startEventId=#2 endEventId=#3""");
    }

    @Test
    void aRetryScheduledLaterTakesTheStepUpAgain() {
        Rows rows = running()
                .at("10:00:30")
                .timeoutExceeded("charge")
                .retryScheduled("charge", 1)
                .nextAttemptAt("10:01")
                .rows();
        rows.showSteps("""
                stepName=charge status=retrying currentAttempt=1 willRetry=true retryCount=1 nextRetryAt=10:01:00
                timedOut=true startedAt=10:00:00 durationMs=30000""");
        rows.showAttempts("""
                stepName=charge attemptNumber=1 result=timeout startedAt=10:00:00 endedAt=10:00:30
                durationMs=30000 retryScheduled=true nextAttemptAt=10:01:00 startEventId=#2 endEventId=#3""");
    }

    @Test
    void aStartLaterTakesTheStepUpAgain() {
        Rows rows = running()
                .at("10:00:30")
                .timeoutExceeded("charge")
                .at("10:01")
                .stepStarted("charge", 2)
                .rows();
        rows.showWorkflow("status=running currentStep=charge totalStepsExecuted=2 startedAt=10:00:00");
        rows.showSteps("stepName=charge status=running currentAttempt=2 timedOut=true startedAt=10:00:00");
    }

    @Test
    void aFailureBesideTheTimeoutAddsItsErrorInEitherOrder() {
        String attempt = """
                stepName=charge attemptNumber=1 result=timeout errorMessage=too slow errorStack=stack of #%d
                startedAt=10:00:00 endedAt=10:00:30 durationMs=30000 startEventId=#2 endEventId=#3""";
        running()
                .at("10:00:30")
                .timeoutExceeded("charge")
                .stepFailed("charge", 1, false)
                .error("too slow")
                .rows()
                .showAttempts(attempt.formatted(4));
        running()
                .at("10:00:30")
                .stepFailed("charge", 1, false)
                .error("too slow")
                .timeoutExceeded("charge")
                .rows()
                .showAttempts(attempt.formatted(3));
    }

    @Test
    void aFailureThatWillBeRetriedBesideTheTimeoutIsRetryingInEitherOrder() {
        String step = """
                stepName=charge status=retrying currentAttempt=1 willRetry=true timedOut=true
                startedAt=10:00:00 durationMs=30000""";
        running()
                .at("10:00:30")
                .timeoutExceeded("charge")
                .stepFailed("charge", 1, true)
                .rows()
                .showSteps(step);
        running()
                .at("10:00:30")
                .stepFailed("charge", 1, true)
                .timeoutExceeded("charge")
                .rows()
                .showSteps(step);
    }

    @Test
    void aTimeoutWhileARetryIsAwaitedFailsTheStep() {
        running()
                .at("10:00:10")
                .retryScheduled("charge", 1)
                .nextAttemptAt("10:05")
                .at("10:00:30")
                .timeoutExceeded("charge")
                .rows()
                .showSteps("""
                        stepName=charge status=failed currentAttempt=1 retryCount=1 timedOut=true
                        startedAt=10:00:00 durationMs=10000 totalDurationMs=30000""");
    }

    @Test
    void aTimeoutAfterTheCompletionChangesOnlyTheFlag() {
        Rows rows = running()
                .at("10:00:10")
                .stepCompleted("charge", 1)
                .at("10:00:30")
                .timeoutExceeded("charge")
                .rows();
        rows.showSteps("""
                stepName=charge status=completed currentAttempt=1 timedOut=true
                startedAt=10:00:00 completedAt=10:00:10 durationMs=10000 totalDurationMs=10000""");
        rows.showAttempts("""
                stepName=charge attemptNumber=1 result=success startedAt=10:00:00 endedAt=10:00:10
                durationMs=10000 startEventId=#2 endEventId=#3""");
    }

    @Test
    void aTimeoutThatDoesNotSayHowLongKeepsWhatIsKnown() {
        running()
                .timeoutSet("charge")
                .timeoutMs(30_000)
                .deadline("10:00:30")
                .timeoutSet("charge")
                .deadline("10:00:40")
                .rows()
                .showSteps("""
                        stepName=charge status=running currentAttempt=1 timeoutMs=30000 timeoutDeadline=10:00:40
                        startedAt=10:00:00""");
    }

    private static Events running() {
        return events().at("10:00").started().stepStarted("charge", 1);
    }
}
