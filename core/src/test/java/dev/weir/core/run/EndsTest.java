package dev.weir.core.run;

import static dev.weir.core.run.Events.events;

import org.junit.jupiter.api.Test;

/** How runs end, and what of them is still shown as under way: nothing. */
class EndsTest {

    @Test
    void aCompletedRunHasItsOutput() {
        events().at("10:00").started().at("10:05").completed().value().rows().showWorkflow("""
                        status=completed output=value of #2 startedAt=10:00:00 completedAt=10:05:00
                        durationMs=300000""");
    }

    @Test
    void aFailedRunFailsTheStepsUnderWay() {
        Rows rows = halfDone().failed().error("no luck").rows();
        rows.showWorkflow("""
                status=failed completedSteps=[reserve] totalStepsExecuted=3 errorMessage=no luck
                errorStack=stack of #8 errorStepName=charge errorAttempt=1
                startedAt=10:00:00 failedAt=10:02:00 durationMs=120000""");
        rows.showSteps(RESERVE + """
                - stepName=charge status=failed currentAttempt=1 errorMessage=card refused errorStack=stack of #6
                  retryCount=1 startedAt=10:01:00 durationMs=0 inferred=true
                - stepName=ship status=failed currentAttempt=1 startedAt=10:01:00 inferred=true""");
        rows.showAttempts(ATTEMPTS);
    }

    @Test
    void aCancelledRunCancelsTheStepsUnderWay() {
        Rows rows = halfDone().cancelled().rows();
        rows.showWorkflow("""
                status=cancelled completedSteps=[reserve] totalStepsExecuted=3
                startedAt=10:00:00 cancelledAt=10:02:00 durationMs=120000""");
        rows.showSteps(RESERVE + """
                - stepName=charge status=cancelled currentAttempt=1 retryCount=1 startedAt=10:01:00 durationMs=0
                  inferred=true
                - stepName=ship status=cancelled currentAttempt=1 startedAt=10:01:00 inferred=true""");
        rows.showAttempts(ATTEMPTS);
    }

    @Test
    void nothingOfACompletedRunIsUnderWay() {
        Rows rows = halfDone().completed().rows();
        rows.showWorkflow("""
                status=completed completedSteps=[reserve] totalStepsExecuted=3
                startedAt=10:00:00 completedAt=10:02:00 durationMs=120000""");
        rows.showSteps(RESERVE + """
                - stepName=charge status=failed currentAttempt=1 errorMessage=card refused errorStack=stack of #6
                  retryCount=1 startedAt=10:01:00 durationMs=0 inferred=true
                - stepName=ship status=completed currentAttempt=1 startedAt=10:01:00 inferred=true""");
        rows.showAttempts(ATTEMPTS);
    }

    @Test
    void completedStepsAreThoseThatCompletedThenThoseThatAreOnlyNamed() {
        Rows rows = events().at("10:00")
                .started()
                .stepStarted("b", 1)
                .stepStarted("a", 1)
                .at("10:01")
                .stepCompleted("a", 1)
                .at("10:02")
                .stepCompleted("b", 1)
                .at("10:03")
                .completed("z", "b", "c", "a", "z")
                .rows();
        rows.showWorkflow("""
                status=completed completedSteps=[a, b, z, c] totalStepsExecuted=2
                startedAt=10:00:00 completedAt=10:03:00 durationMs=180000""");
    }

    @Test
    void aStepThatTheEndNamesAsCompletedIsCompleted() {
        Rows rows = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .failed("charge")
                .rows();
        rows.showWorkflow("""
                status=failed completedSteps=[charge] totalStepsExecuted=1
                startedAt=10:00:00 failedAt=10:01:00 durationMs=60000""");
        rows.showSteps("stepName=charge status=completed currentAttempt=1 startedAt=10:00:00 inferred=true");
        rows.showAttempts("stepName=charge attemptNumber=1 startedAt=10:00:00 startEventId=#2");
    }

    @Test
    void theFirstEndDecides() {
        events().at("10:00")
                .started()
                .at("10:05")
                .completed()
                .at("10:06")
                .failed()
                .error("too late")
                .at("10:07")
                .cancelled()
                .rows()
                .showWorkflow("status=completed startedAt=10:00:00 completedAt=10:05:00 durationMs=300000");
        events().at("10:00")
                .started()
                .at("10:05")
                .failed()
                .error("no luck")
                .at("10:06")
                .completed()
                .durationMs(1)
                .value()
                .rows()
                .showWorkflow("""
                        status=failed errorMessage=no luck errorStack=stack of #2
                        startedAt=10:00:00 failedAt=10:05:00 durationMs=300000""");
    }

    @Test
    void theReasonOfACancellationIsNoError() {
        events().at("10:00")
                .started()
                .at("10:05")
                .cancelled()
                .reason("not wanted any more")
                .rows()
                .showWorkflow("status=cancelled startedAt=10:00:00 cancelledAt=10:05:00 durationMs=300000");
    }

    private static final String RESERVE = """
            - stepName=reserve status=completed currentAttempt=1 startedAt=10:00:00 completedAt=10:01:00
              durationMs=60000 totalDurationMs=60000
            """;
    private static final String ATTEMPTS = """
            - stepName=reserve attemptNumber=1 result=success startedAt=10:00:00 endedAt=10:01:00 durationMs=60000
              startEventId=#2 endEventId=#3
            - stepName=charge attemptNumber=1 result=failure errorMessage=card refused errorStack=stack of #6
              startedAt=10:01:00 endedAt=10:01:00 durationMs=0
              retryScheduled=true nextAttemptAt=10:30:00 startEventId=#4 endEventId=#6
            - stepName=ship attemptNumber=1 startedAt=10:01:00 startEventId=#5""";

    /** One step is done, one awaits its retry, one runs. */
    private static Events halfDone() {
        return events().at("10:00")
                .started()
                .stepStarted("reserve", 1)
                .at("10:01")
                .stepCompleted("reserve", 1)
                .stepStarted("charge", 1)
                .stepStarted("ship", 1)
                .stepFailed("charge", 1, true)
                .error("card refused")
                .retryScheduled("charge", 1)
                .nextAttemptAt("10:30")
                .at("10:02");
    }
}
