package dev.weir.core.run;

import static dev.weir.core.run.Events.events;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.WorkflowEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which events make one run, and which the next run of the same workflow id. */
class RunsTest {

    @Test
    void queuedMakesARunPending() {
        events().at("10:00").queued().value().rows().showWorkflow("status=pending input=value of #1");
    }

    @Test
    void aQueuedRunThatStartsIsTheSameRun() {
        Rows rows = events().at("10:00")
                .queued()
                .value()
                .at("10:01")
                .started()
                .value()
                .rows();
        rows.showWorkflow("status=running input=value of #1 startedAt=10:01:00");
        assertThat(rows.workflow().runSeq()).isEqualTo(1);
    }

    @Test
    void theInputComesFromWhicheverStartHasOne() {
        events().at("10:00")
                .queued()
                .at("10:01")
                .started()
                .value()
                .rows()
                .showWorkflow("status=running input=value of #2 startedAt=10:01:00");
    }

    @Test
    void aStartAfterAnEndIsANewRun() {
        List<Rows> runs = events().at("10:00")
                .started()
                .at("10:05")
                .completed()
                .at("11:00")
                .started()
                .at("11:01")
                .failed()
                .at("12:00")
                .started()
                .at("12:09")
                .cancelled()
                .at("13:00")
                .started()
                .runs();
        assertThat(runs).extracting(rows -> rows.workflow().runSeq()).containsExactly(1, 2, 3, 4);
        runs.get(0).showWorkflow("status=completed startedAt=10:00:00 completedAt=10:05:00 durationMs=300000");
        runs.get(1).showWorkflow("status=failed startedAt=11:00:00 failedAt=11:01:00 durationMs=60000");
        runs.get(2).showWorkflow("status=cancelled startedAt=12:00:00 cancelledAt=12:09:00 durationMs=540000");
        runs.get(3).showWorkflow("status=running startedAt=13:00:00");
    }

    @Test
    void queuedAfterAnEndIsANewRun() {
        List<Rows> runs = events().at("10:00")
                .started()
                .at("10:05")
                .completed()
                .at("11:00")
                .queued()
                .at("11:02")
                .started()
                .runs();
        assertThat(runs).hasSize(2);
        runs.get(1).showWorkflow("status=running startedAt=11:02:00");
    }

    @Test
    void aNewRunKnowsNothingOfTheStepsOfTheLast() {
        Rows second = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .stepCompleted("charge", 1)
                .sleepStarted(60_000)
                .at("10:02")
                .completed("charge")
                .at("11:00")
                .started()
                .stepStarted("charge", 1)
                .runs()
                .get(1);
        second.showWorkflow("status=running currentStep=charge totalStepsExecuted=1 startedAt=11:00:00");
        second.showSteps("stepName=charge status=running currentAttempt=1 startedAt=11:00:00");
        second.showAttempts("stepName=charge attemptNumber=1 startedAt=11:00:00 startEventId=#7");
        assertThat(second.rows().sleeps()).isEmpty();
    }

    @Test
    void aStartUnderAnotherExecutionIdIsANewRunAlthoughTheLastIsOpen() {
        List<Rows> runs = events().execution("a")
                .at("10:00")
                .started()
                .at("10:01")
                .stepStarted("charge", 1)
                .execution("b")
                .at("11:00")
                .started()
                .runs();
        assertThat(runs).hasSize(2);
        runs.get(0)
                .showWorkflow(
                        "executionId=a status=running currentStep=charge totalStepsExecuted=1 startedAt=10:00:00");
        runs.get(1).showWorkflow("executionId=b status=running startedAt=11:00:00");
    }

    @Test
    void anotherStartOfAnOpenRunIsTheSameRun() {
        List<Rows> runs = events().execution("a")
                .at("10:00")
                .queued()
                .at("10:01")
                .started()
                .at("10:02")
                .started()
                .runs();
        assertThat(runs).hasSize(1);
        runs.get(0).showWorkflow("executionId=a status=running startedAt=10:01:00");
    }

    @Test
    void aStartThatNamesNoExecutionIsTheSameRunWhileItIsOpen() {
        List<Rows> runs = events().execution("a")
                .at("10:00")
                .started()
                .execution(null)
                .at("10:02")
                .started()
                .runs();
        assertThat(runs).hasSize(1);
    }

    @Test
    void theExecutionIdMayFirstBeTaughtByALaterEvent() {
        List<Rows> runs = events().at("10:00")
                .started()
                .execution("a")
                .at("10:01")
                .stepStarted("charge", 1)
                .execution("b")
                .at("10:02")
                .started()
                .runs();
        assertThat(runs).extracting(rows -> rows.workflow().executionId()).containsExactly("a", "b");
    }

    @Test
    void anyOtherEventUnderAnotherExecutionIdStaysWithTheOpenRun() {
        List<Rows> runs = events().execution("a")
                .at("10:00")
                .started()
                .execution("b")
                .at("10:01")
                .resumed()
                .runs();
        assertThat(runs).hasSize(1);
        runs.get(0).showWorkflow("executionId=a status=running startedAt=10:00:00");
    }

    @Test
    void aLateStartRenumbersTheRuns() {
        List<WorkflowEvent> events = events().at("10:00")
                .started()
                .at("10:05")
                .completed()
                .at("11:00")
                .started()
                .at("11:05")
                .completed()
                .at("12:00")
                .started()
                .list();
        List<WorkflowEvent> withoutTheSecond = new ArrayList<>(events);
        WorkflowEvent late = withoutTheSecond.remove(2);
        assertThat(Rows.all(withoutTheSecond)).hasSize(2);

        RunState newest = RunFold.fold(withoutTheSecond).get(1);
        assertThat(RunFold.isNewer(newest, late.order())).isFalse();
        List<Rows> renumbered = Rows.all(events);
        assertThat(renumbered).extracting(rows -> rows.workflow().runSeq()).containsExactly(1, 2, 3);
        renumbered.get(1).showWorkflow("status=completed startedAt=11:00:00 completedAt=11:05:00 durationMs=300000");
    }

    @Test
    void allRunsOfAWorkflowIdShareItsId() {
        List<Rows> runs =
                events().at("10:00").started().completed().at("11:00").started().runs();
        assertThat(runs).extracting(rows -> rows.workflow().id()).containsExactly(Rows.KEY.id(), Rows.KEY.id());
    }

    @Test
    void theNameIsTheOneOfTheStart() {
        assertThat(events().workflow("first seen")
                        .at("10:00")
                        .stepStarted("charge", 1)
                        .workflow("as started")
                        .at("10:01")
                        .started()
                        .workflow("later")
                        .at("10:02")
                        .resumed()
                        .rows()
                        .workflow()
                        .workflowName())
                .isEqualTo("as started");
    }
}
