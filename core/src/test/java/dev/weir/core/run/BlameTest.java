package dev.weir.core.run;

import static dev.weir.core.run.Events.events;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which step, and which of its attempts, a failed run is blamed on. */
class BlameTest {

    @Test
    void aFailureThatNamesItsStepIsTakenAtItsWord() {
        events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .stepStarted("ship", 1)
                .at("10:01")
                .stepFailed("charge", 1, false)
                .at("10:02")
                .failed()
                .error("no stock", "ship", 1)
                .rows()
                .showWorkflow("""
                        status=failed totalStepsExecuted=2 errorMessage=no stock errorStack=stack of #5
                        errorStepName=ship errorAttempt=1 startedAt=10:00:00 failedAt=10:02:00 durationMs=120000""");
    }

    @Test
    void otherwiseItIsTheLastFailedStep() {
        events().at("10:00")
                .started()
                .stepStarted("ship", 1)
                .stepStarted("charge", 1)
                .at("10:01")
                .stepFailed("ship", 1, false)
                .at("10:02")
                .stepFailed("charge", 1, false)
                .failed()
                .error("no luck")
                .rows()
                .showWorkflow("""
                        status=failed totalStepsExecuted=2 errorMessage=no luck errorStack=stack of #6
                        errorStepName=charge errorAttempt=1 startedAt=10:00:00 failedAt=10:02:00 durationMs=120000""");
    }

    @Test
    void orTheLastThatTimedOut() {
        events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .retryScheduled("charge", 1)
                .at("10:02")
                .stepStarted("charge", 2)
                .at("10:03")
                .timeoutExceeded("charge")
                .failed()
                .rows()
                .showWorkflow("""
                        status=failed totalStepsExecuted=2
                        errorStepName=charge errorAttempt=2 startedAt=10:00:00 failedAt=10:03:00 durationMs=180000""");
    }

    @Test
    void orTheLastExhaustedWithoutItsPhantom() {
        events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .retryScheduled("charge", 1)
                .stepStarted("charge", 2)
                .retryExhausted("charge", 1)
                .failed()
                .rows()
                .showWorkflow("""
                        status=failed totalStepsExecuted=1
                        errorStepName=charge errorAttempt=1 startedAt=10:00:00 failedAt=10:01:00 durationMs=60000""");
    }

    @Test
    void aStepThatOnlyARetryDeclaredFailedIsBlamedToo() {
        events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .retryScheduled("charge", 1)
                .at("10:02")
                .failed()
                .rows()
                .showWorkflow("""
                        status=failed totalStepsExecuted=1
                        errorStepName=charge errorAttempt=1 startedAt=10:00:00 failedAt=10:02:00 durationMs=120000""");
    }

    @Test
    void anAttemptCountedFromZeroIsShownPlusOne() {
        Events story = events().at("10:00")
                .started()
                .stepStarted("charge", 0)
                .at("10:01")
                .stepFailed("charge", 0, false);
        String blamed = """
                status=failed totalStepsExecuted=1 errorMessage=no luck errorStack=stack of #4
                errorStepName=charge errorAttempt=1 startedAt=10:00:00 failedAt=10:01:00 durationMs=60000""";
        story.failed().error("no luck").rows().showWorkflow(blamed);
        events().at("10:00")
                .started()
                .stepStarted("charge", 0)
                .at("10:01")
                .stepFailed("charge", 0, false)
                .failed()
                .error("no luck", "charge", 0)
                .rows()
                .showWorkflow(blamed);
    }

    @Test
    void aRunWithoutAFailedStepBlamesNone() {
        events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .stepCompleted("charge", 1)
                .at("10:01")
                .failed()
                .error("out of memory")
                .rows()
                .showWorkflow("""
                        status=failed completedSteps=[charge] totalStepsExecuted=1
                        errorMessage=out of memory errorStack=stack of #4
                        startedAt=10:00:00 failedAt=10:01:00 durationMs=60000""");
    }

    @Test
    void aStepThatCompletedAfterItsFailureIsNotBlamed() {
        events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .stepFailed("charge", 1, true)
                .at("10:01")
                .stepStarted("charge", 2)
                .stepCompleted("charge", 2)
                .failed()
                .error("out of memory")
                .rows()
                .showWorkflow("""
                        status=failed completedSteps=[charge] totalStepsExecuted=2
                        errorMessage=out of memory errorStack=stack of #6
                        startedAt=10:00:00 failedAt=10:01:00 durationMs=60000""");
    }

    @Test
    void onceTheLastFailedStepIsCompletedTheOneBeforeItIsBlamed() {
        events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .stepStarted("ship", 1)
                .at("10:01")
                .stepFailed("charge", 1, false)
                .stepFailed("ship", 1, true)
                .at("10:02")
                .stepStarted("ship", 2)
                .stepCompleted("ship", 2)
                .failed()
                .rows()
                .showWorkflow("""
                        status=failed completedSteps=[ship] totalStepsExecuted=3
                        errorStepName=charge errorAttempt=1 startedAt=10:00:00 failedAt=10:02:00 durationMs=120000""");
    }

    @Test
    void whatIsSaidOfAStepAfterItsCompletionDoesNotBlameIt() {
        String blamed = """
                status=failed completedSteps=[ship] totalStepsExecuted=2
                errorStepName=charge errorAttempt=1 startedAt=10:00:00 failedAt=10:02:00 durationMs=120000""";
        chargeFailedAndShipCompleted().timeoutExceeded("ship").failed().rows().showWorkflow(blamed);
        chargeFailedAndShipCompleted()
                .stepFailed("ship", 1, false)
                .failed()
                .rows()
                .showWorkflow(blamed);
        chargeFailedAndShipCompleted().retryExhausted("ship", 1).failed().rows().showWorkflow(blamed);
    }

    @Test
    void norIsAStepThatTheFailureItselfNamesAsCompleted() {
        events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .stepStarted("ship", 1)
                .at("10:01")
                .stepFailed("charge", 1, false)
                .stepFailed("ship", 1, true)
                .at("10:02")
                .failed("ship")
                .rows()
                .showWorkflow("""
                        status=failed completedSteps=[ship] totalStepsExecuted=2
                        errorStepName=charge errorAttempt=1 startedAt=10:00:00 failedAt=10:02:00 durationMs=120000""");
    }

    @Test
    void aStepThatIsNamedWithoutItsAttemptFailedInTheLastThatDid() {
        events().at("10:00")
                .started()
                .stepStarted("charge", 2)
                .stepStarted("ship", 1)
                .at("10:01")
                .stepFailed("charge", 2, false)
                .stepFailed("ship", 1, false)
                .at("10:02")
                .failed()
                .error("no money", "charge", null)
                .rows()
                .showWorkflow("""
                        status=failed totalStepsExecuted=2 errorMessage=no money errorStack=stack of #6
                        errorStepName=charge errorAttempt=2 startedAt=10:00:00 failedAt=10:02:00 durationMs=120000""");
    }

    @Test
    void ofThousandsOfFailedStepsTheLastOnesAreRemembered() {
        Events story = events().at("10:00").started();
        for (int i = 0; i < 2_000; i++) {
            story.stepFailed("step " + i, 1, false);
        }
        RunState run = RunFold.fold(story.stepCompleted("step 1999", 1).failed().list())
                .get(0);
        assertThat(run.errorStep()).isEqualTo("step 1998");
        assertThat(run.failedSteps()).hasSize(49);
    }

    private static Events chargeFailedAndShipCompleted() {
        return events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .stepStarted("ship", 1)
                .at("10:01")
                .stepFailed("charge", 1, false)
                .stepCompleted("ship", 1)
                .at("10:02");
    }
}
