package dev.weir.core.run;

import static dev.weir.core.run.Events.events;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A failure that is tried again, in the three ways in which engines tell it. */
class RetriesTest {

    @Test
    void retryScheduledAloneClosesTheOpenAttemptAsAFailureWhoseErrorIsUnknown() {
        Rows rows = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .retryScheduled("charge", 1)
                .delayMs(30_000)
                .nextAttemptAt("10:01:30")
                .rows();
        rows.showWorkflow("status=running totalStepsExecuted=1 startedAt=10:00:00");
        rows.showSteps("""
                stepName=charge status=retrying currentAttempt=1 willRetry=true retryCount=1 nextRetryAt=10:01:30
                lastRetryDelayMs=30000 startedAt=10:00:00 durationMs=60000""");
        rows.showAttempts("""
                stepName=charge attemptNumber=1 result=failure startedAt=10:00:00 endedAt=10:01:00 durationMs=60000
                retryScheduled=true retryDelayMs=30000 nextAttemptAt=10:01:30 startEventId=#2 endEventId=#3""");
    }

    @Test
    void aFailureThatWillBeRetriedIsRetryingBeforeTheRetryIsScheduled() {
        Rows rows = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .stepFailed("charge", 1, true)
                .error("card refused")
                .rows();
        rows.showSteps("""
                stepName=charge status=retrying currentAttempt=1
                errorMessage=card refused errorStack=stack of #3 willRetry=true startedAt=10:00:00 durationMs=60000""");
        rows.showAttempts("""
                stepName=charge attemptNumber=1 result=failure errorMessage=card refused errorStack=stack of #3
                startedAt=10:00:00 endedAt=10:01:00 durationMs=60000 startEventId=#2 endEventId=#3""");
    }

    @Test
    void aFailureThatWillNotBeRetriedFailsTheStep() {
        events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .stepFailed("charge", 1, false)
                .error("card refused")
                .rows()
                .showSteps("""
                        stepName=charge status=failed currentAttempt=1 errorMessage=card refused
                        errorStack=stack of #3 startedAt=10:00:00 durationMs=60000 totalDurationMs=60000""");
    }

    @Test
    void failedAndScheduledIsRetryingWhateverTheFailureSaid() {
        for (boolean willRetry : new boolean[] {true, false}) {
            Rows rows = events().at("10:00")
                    .started()
                    .stepStarted("charge", 1)
                    .at("10:01")
                    .stepFailed("charge", 1, willRetry)
                    .error("card refused")
                    .retryScheduled("charge", 1)
                    .delayMs(30_000)
                    .nextAttemptAt("10:01:30")
                    .rows();
            rows.showSteps("""
                    stepName=charge status=retrying currentAttempt=1
                    errorMessage=card refused errorStack=stack of #3 willRetry=true retryCount=1 nextRetryAt=10:01:30
                    lastRetryDelayMs=30000 startedAt=10:00:00 durationMs=60000""");
            rows.showAttempts("""
                    stepName=charge attemptNumber=1 result=failure errorMessage=card refused errorStack=stack of #3
                    startedAt=10:00:00 endedAt=10:01:00 durationMs=60000
                    retryScheduled=true retryDelayMs=30000 nextAttemptAt=10:01:30 startEventId=#2 endEventId=#3""");
        }
    }

    @Test
    void theThreeVariantsConvergeWhenTheRetrySucceeds() {
        converge(story -> story.at("10:02").stepStarted("charge", 2).at("10:03").stepCompleted("charge", 2));
    }

    @Test
    void theThreeVariantsConvergeWhileTheRetryIsAwaited() {
        converge(story -> story);
    }

    @Test
    void theThreeVariantsConvergeWhenTheRunFails() {
        converge(story -> story.at("10:02").failed().error("out of patience"));
    }

    @Test
    void theThreeVariantsConvergeWhenTheRunIsCancelled() {
        converge(story -> story.at("10:02").cancelled());
    }

    /** Whatever one of them knows more (the words of the error, which event ended the attempt) is left out. */
    private static void converge(UnaryOperator<Events> ending) {
        List<String> shown = new ArrayList<>();
        for (Boolean willRetry : new Boolean[] {null, true, false}) {
            Events story =
                    events().at("10:00").started().stepStarted("charge", 1).at("10:01");
            if (willRetry != null) {
                story.stepFailed("charge", 1, willRetry);
            }
            Rows rows = ending.apply(
                            story.retryScheduled("charge", 1).delayMs(500).nextAttemptAt("10:02"))
                    .rows();
            shown.add(rows.allWithoutEvents());
        }
        assertThat(shown).containsOnly(shown.get(0));
    }

    @Test
    void theOrderOfFailedAndScheduledInsideAMillisecondDoesNotMatter() {
        for (boolean willRetry : new boolean[] {true, false}) {
            events().at("10:00")
                    .started()
                    .stepStarted("charge", 1)
                    .at("10:01")
                    .retryScheduled("charge", 1)
                    .delayMs(30_000)
                    .nextAttemptAt("10:01:30")
                    .stepFailed("charge", 1, willRetry)
                    .error("card refused")
                    .rows()
                    .showSteps("""
                            stepName=charge status=retrying currentAttempt=1
                            errorMessage=card refused errorStack=stack of #4 willRetry=true retryCount=1
                            nextRetryAt=10:01:30 lastRetryDelayMs=30000 startedAt=10:00:00 durationMs=60000""");
        }
    }

    @Test
    void theNextStartClearsNextRetryAtAndWillRetry() {
        Rows rows = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .stepFailed("charge", 1, true)
                .error("card refused")
                .retryScheduled("charge", 1)
                .delayMs(60_000)
                .nextAttemptAt("10:02")
                .at("10:02")
                .stepStarted("charge", 2)
                .rows();
        rows.showWorkflow("status=running currentStep=charge totalStepsExecuted=2 startedAt=10:00:00");
        rows.showSteps("""
                stepName=charge status=running currentAttempt=2 retryCount=1 lastRetryDelayMs=60000
                startedAt=10:00:00""");
    }

    @Test
    void retryCountIsTheNumberOfRetriesScheduledAlsoOfThoseThatNeverRan() {
        events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .retryScheduled("charge", 1)
                .at("10:02")
                .stepStarted("charge", 2)
                .at("10:03")
                .retryScheduled("charge", 2)
                .at("10:04")
                .cancelled()
                .rows()
                .showSteps("""
                        stepName=charge status=cancelled currentAttempt=2 retryCount=2 startedAt=10:00:00
                        durationMs=60000 inferred=true""");
    }

    @Test
    void aFailureWithoutAMessageIsAFailure() {
        events().at("10:00")
                .stepStarted("charge", 1)
                .at("10:01")
                .stepFailed("charge", 1, false)
                .rows()
                .showAttempts("""
                        stepName=charge attemptNumber=1 result=failure startedAt=10:00:00 endedAt=10:01:00
                        durationMs=60000 startEventId=#1 endEventId=#2""");
    }

    @Test
    void aStepThatCompletesNoLongerShowsTheErrorOfAnEarlierAttempt() {
        Rows rows = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .stepFailed("charge", 1, true)
                .error("card refused")
                .at("10:02")
                .stepStarted("charge", 2)
                .at("10:03")
                .stepCompleted("charge", 2)
                .rows();
        rows.showSteps("""
                stepName=charge status=completed currentAttempt=2 startedAt=10:00:00 completedAt=10:03:00
                durationMs=60000 totalDurationMs=180000""");
        assertThat(rows.rows().attempts().get(0).errorMessage()).isEqualTo("card refused");
    }

    @Test
    void aCompletionThatAlwaysSaysAttemptOneClosesAnAttemptCountedFromZero() {
        events().at("10:00")
                .started()
                .stepStarted("charge", 0)
                .at("10:01")
                .stepCompleted("charge", 1)
                .rows()
                .showAttempts("""
                        stepName=charge attemptNumber=1 result=success startedAt=10:00:00 endedAt=10:01:00
                        durationMs=60000 startEventId=#2 endEventId=#3""");
    }

    @Test
    void afterAFailedAttemptZeroItIsTheNextOneWhoseStartWasLost() {
        events().at("10:00")
                .started()
                .stepStarted("charge", 0)
                .at("10:01")
                .stepFailed("charge", 0, true)
                .at("10:02")
                .stepCompleted("charge", 1)
                .rows()
                .showAttempts("""
                        - stepName=charge attemptNumber=1 result=failure startedAt=10:00:00 endedAt=10:01:00
                          durationMs=60000 startEventId=#2 endEventId=#3
                        - stepName=charge attemptNumber=2 result=success endedAt=10:02:00 endEventId=#4""");
    }
}
