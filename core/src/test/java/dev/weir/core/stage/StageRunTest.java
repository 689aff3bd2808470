package dev.weir.core.stage;

import static dev.weir.core.stage.Story.KEY;
import static dev.weir.core.stage.Story.story;
import static dev.weir.core.stage.Story.time;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.run.AttemptResult;
import dev.weir.core.run.EventText;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunStatus;
import dev.weir.core.run.StepAttempt;
import dev.weir.core.run.StepStatus;
import dev.weir.core.run.Workflow;
import dev.weir.core.run.WorkflowStep;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A workflow that is known only by its stages, as a run. */
class StageRunTest {

    private static RunRows run(Story story) {
        return RunRows.of(KEY, StageRun.of(KEY, story.state()), Instant.EPOCH, id -> EventText.NONE);
    }

    private static Story twoDone() {
        return story().at("10:00")
                .start("encode")
                .at("10:05")
                .complete("encode")
                .start("QC")
                .at("10:20")
                .complete("QC");
    }

    @Test
    void isCompletedAtTheLastCompletion() {
        Workflow run = run(twoDone()).workflow();
        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(run.startedAt()).isEqualTo(time("10:00"));
        assertThat(run.completedAt()).isEqualTo(time("10:20"));
        assertThat(run.durationMs()).isEqualTo(20 * 60_000);
        assertThat(run.completedSteps()).containsExactly("encode", "QC");
        assertThat(run.currentStep()).isNull();
        assertThat(run.totalStepsExecuted()).isEqualTo(2);
        assertThat(run.workflowName()).isEqualTo("studio");
        assertThat(run.inferred()).containsExactly("status");
        assertThat(run.runSeq()).isEqualTo(1);
    }

    @Test
    void isCalledWhatItsEventsSay() {
        assertThat(run(story().named("master").start("QC")).workflow().workflowName())
                .isEqualTo("master");
    }

    @Test
    void aLaterStartReopensIt() {
        RunRows rows = run(twoDone().at("11:00").start("encode"));
        assertThat(rows.workflow().status()).isEqualTo(RunStatus.RUNNING);
        assertThat(rows.workflow().completedAt()).isNull();
        assertThat(rows.workflow().currentStep()).isEqualTo("encode");
        assertThat(rows.workflow().completedSteps()).containsExactly("QC");
        assertThat(rows.steps())
                .extracting(WorkflowStep::status)
                .containsExactly(StepStatus.RUNNING, StepStatus.COMPLETED);
        assertThat(rows.steps()).extracting(WorkflowStep::currentAttempt).containsExactly(2, 1);
        assertThat(rows.steps().get(0).startedAt()).isEqualTo(time("10:00"));
        assertThat(rows.steps().get(0).completedAt()).isNull();
        assertThat(rows.steps().get(1).completedAt()).isEqualTo(time("10:20"));
    }

    @Test
    void theLatestStartThatIsOpenIsCurrent() {
        assertThat(run(story().at("10:00")
                                .start("b")
                                .at("10:01")
                                .start("a")
                                .at("10:02")
                                .start("c")
                                .complete("c"))
                        .workflow()
                        .currentStep())
                .isEqualTo("a");
    }

    @Test
    void passesAreAttemptsAsTheyBegan() {
        RunRows rows = run(twoDone().at("11:00").start("encode"));
        assertThat(rows.attempts()).extracting(StepAttempt::stepName).containsExactly("encode", "QC", "encode");
        assertThat(rows.attempts()).extracting(StepAttempt::attemptNumber).containsExactly(1, 1, 2);
        assertThat(rows.attempts())
                .extracting(StepAttempt::result)
                .containsExactly(AttemptResult.SUCCESS, AttemptResult.SUCCESS, null);
        assertThat(rows.attempts()).extracting(StepAttempt::durationMs).containsExactly(300_000L, 900_000L, null);
    }

    @Test
    void withoutAStartItsBeginningIsInferred() {
        RunRows rows = run(story().at("10:00").complete("QC").at("10:10").complete("publish"));
        assertThat(rows.workflow().status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(rows.workflow().startedAt()).isEqualTo(time("10:00"));
        assertThat(rows.workflow().inferred()).containsExactly("started_at", "status");
        assertThat(rows.steps()).extracting(WorkflowStep::startedAt).containsExactly(null, null);
        assertThat(rows.steps()).extracting(WorkflowStep::createdAt).containsExactly(time("10:00"), time("10:10"));
    }

    @Test
    void anAttemptThatEndedBeforeItBeganHasNoStart() {
        RunRows rows = run(story().at("10:00").complete("QC").at("10:01").start("QC"));
        assertThat(rows.workflow().status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(rows.workflow().completedAt()).isEqualTo(time("10:00"));
        assertThat(rows.attempts()).extracting(StepAttempt::startedAt).containsExactly((Instant) null);
        assertThat(rows.attempts()).extracting(StepAttempt::endedAt).containsExactly(time("10:00"));
        assertThat(rows.steps().get(0).createdAt()).isEqualTo(time("10:00"));
    }
}
