package dev.weir.core.run;

import static dev.weir.core.run.Events.events;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A failed run may be opened again; whatever else comes after an end corrects steps and attempts, never the status. */
class AfterTheEndTest {

    @Test
    void aResumptionAfterAFailureReopensTheSameRun() {
        List<Rows> runs = failed().at("10:10").resumed().runs();
        assertThat(runs).hasSize(1);
        runs.get(0).showWorkflow("status=running totalStepsExecuted=1 startedAt=10:00:00");
    }

    @Test
    void aPauseAfterAFailureReopensTheSameRun() {
        List<Rows> runs = failed().at("10:10").paused("retry").resumeAt("10:20").runs();
        assertThat(runs).hasSize(1);
        runs.get(0).showWorkflow("""
                        status=paused pauseReason=retry resumeAt=10:20:00 totalStepsExecuted=1 startedAt=10:00:00""");
    }

    @Test
    void aReopenedRunEndsAgainAndItsTimeCountsFromTheFirstStart() {
        Rows rows = failed().at("10:10")
                .resumed()
                .stepStarted("charge", 2)
                .at("10:11")
                .stepCompleted("charge", 2)
                .at("10:12")
                .completed("charge")
                .durationMs(120_000)
                .rows();
        rows.showWorkflow("""
                status=completed completedSteps=[charge] totalStepsExecuted=2
                startedAt=10:00:00 completedAt=10:12:00 durationMs=720000 reportedDurationMs=120000""");
        rows.showSteps("""
                stepName=charge status=completed currentAttempt=2 startedAt=10:00:00 completedAt=10:11:00
                durationMs=60000 totalDurationMs=660000""");
    }

    @Test
    void aReopenedRunCanFailOfAnotherStep() {
        failed().at("10:10")
                .resumed()
                .stepStarted("ship", 1)
                .at("10:11")
                .stepFailed("ship", 1, false)
                .failed()
                .error("no stock")
                .rows()
                .showWorkflow("""
                        status=failed totalStepsExecuted=2 errorMessage=no stock errorStack=stack of #8
                        errorStepName=ship errorAttempt=1 startedAt=10:00:00 failedAt=10:11:00 durationMs=660000""");
    }

    @Test
    void whatWasUnderWayAtTheFailureIsUnderWayAgain() {
        Rows rows = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .failed()
                .at("10:10")
                .resumed()
                .rows();
        rows.showWorkflow("status=running currentStep=charge totalStepsExecuted=1 startedAt=10:00:00");
        rows.showSteps("stepName=charge status=running currentAttempt=1 startedAt=10:00:00");
    }

    @Test
    void aStepThatTheFailureNamedAsCompletedMayStartAgain() {
        Rows rows = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .failed("charge")
                .at("10:10")
                .resumed()
                .stepStarted("charge", 2)
                .rows();
        rows.showWorkflow("status=running currentStep=charge totalStepsExecuted=2 startedAt=10:00:00");
    }

    @Test
    void aStepThatTheFailureNamedAsCompletedIsNotCurrentInTheReopenedRun() {
        Rows rows = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .failed("charge")
                .at("10:10")
                .resumed()
                .rows();
        rows.showSteps("stepName=charge status=completed currentAttempt=1 startedAt=10:00:00 inferred=true");
        rows.showWorkflow("status=running completedSteps=[charge] totalStepsExecuted=1 startedAt=10:00:00");
    }

    @Test
    void aStartAfterAFailureIsANewRunEvenSo() {
        assertThat(failed().at("10:10").started().runs()).hasSize(2);
    }

    @Test
    void aCompletedOrCancelledRunIsNeverReopened() {
        for (UnaryOperator<Events> end : List.<UnaryOperator<Events>>of(Events::completed, Events::cancelled)) {
            String status = end.apply(events().at("10:00").started())
                    .rows()
                    .workflow()
                    .status()
                    .label();
            String ended = """
                    status=%1$s startedAt=10:00:00 %1$sAt=10:05:00 durationMs=300000""".formatted(status);
            end.apply(events().at("10:00").started().at("10:05"))
                    .at("10:06")
                    .resumed()
                    .at("10:07")
                    .paused("sleep")
                    .resumeAt("11:00")
                    .rows()
                    .showWorkflow(ended);
        }
    }

    @Test
    void aLateCompletionCorrectsItsStepAndAttempt() {
        Rows rows = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .failed()
                .error("no luck")
                .at("10:02")
                .stepCompleted("charge", 1)
                .rows();
        rows.showWorkflow("""
                status=failed completedSteps=[charge] totalStepsExecuted=1
                errorMessage=no luck errorStack=stack of #3
                startedAt=10:00:00 failedAt=10:01:00 durationMs=60000""");
        rows.showSteps("""
                stepName=charge status=completed currentAttempt=1 startedAt=10:00:00 completedAt=10:02:00
                durationMs=120000 totalDurationMs=120000""");
        rows.showAttempts("""
                stepName=charge attemptNumber=1 result=success startedAt=10:00:00 endedAt=10:02:00 durationMs=120000
                startEventId=#2 endEventId=#4""");
    }

    @Test
    void aLateFailureCorrectsItsStepAndAttempt() {
        Rows rows = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .completed()
                .at("10:02")
                .stepFailed("charge", 1, true)
                .error("card refused")
                .rows();
        rows.showWorkflow("""
                status=completed totalStepsExecuted=1 startedAt=10:00:00 completedAt=10:01:00 durationMs=60000""");
        rows.showSteps("""
                stepName=charge status=failed currentAttempt=1 errorMessage=card refused errorStack=stack of #4
                startedAt=10:00:00 durationMs=120000 inferred=true""");
    }

    @Test
    void aLateStartIsNotInFlight() {
        Rows rows = events().at("10:00")
                .started()
                .at("10:01")
                .failed()
                .at("10:02")
                .stepStarted("charge", 1)
                .rows();
        rows.showWorkflow("""
                status=failed totalStepsExecuted=1 startedAt=10:00:00 failedAt=10:01:00 durationMs=60000""");
        rows.showSteps("stepName=charge status=failed currentAttempt=1 startedAt=10:02:00 inferred=true");
        rows.showAttempts("stepName=charge attemptNumber=1 startedAt=10:02:00 startEventId=#3");
    }

    @Test
    void aLateStartDoesNotTakeBackThatTheEndNamedTheStepAsCompleted() {
        Rows rows = events().at("10:00")
                .started()
                .at("10:01")
                .completed("charge")
                .stepStarted("charge", 1)
                .rows();
        rows.showWorkflow("""
                status=completed completedSteps=[charge] totalStepsExecuted=1
                startedAt=10:00:00 completedAt=10:01:00 durationMs=60000""");
        rows.showSteps("stepName=charge status=completed currentAttempt=1 startedAt=10:01:00 inferred=true");
    }

    @Test
    void aLateEndStillNamesCompletedSteps() {
        events().at("10:00")
                .started()
                .at("10:01")
                .cancelled("a")
                .at("10:02")
                .completed("b")
                .rows()
                .showWorkflow("""
                        status=cancelled completedSteps=[a, b]
                        startedAt=10:00:00 cancelledAt=10:01:00 durationMs=60000""");
    }

    private static Events failed() {
        return events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .stepFailed("charge", 1, false)
                .failed()
                .error("no luck");
    }
}
