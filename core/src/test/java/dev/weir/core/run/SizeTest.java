package dev.weir.core.run;

import static dev.weir.core.run.Events.events;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.WorkflowEvent;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Very large runs fold, as a whole and batch by batch; the time limits only catch what would take minutes. */
class SizeTest {
    private static final int BATCH = 500;

    @Test
    @Timeout(60)
    void aRunOfTenThousandSteps() {
        Events story = events().at("10:00").started();
        for (int i = 1; i <= 10_000; i++) {
            story.stepStarted("step " + i, 1).stepCompleted("step " + i, 1);
        }
        RunState run = foldBothWays(story.completed().list());
        Workflow row =
                RunRows.of(Rows.KEY, run, Rows.SAVED, id -> EventText.NONE).workflow();
        assertThat(row.completedSteps())
                .hasSize(10_000)
                .startsWith("step 1", "step 2")
                .endsWith("step 10000");
        assertThat(row.totalStepsExecuted()).isEqualTo(10_000);
    }

    @Test
    @Timeout(20)
    void aRunOfTenThousandStepsEventByEvent() {
        Events story = events().at("10:00").started();
        for (int i = 1; i <= 10_000; i++) {
            story.stepStarted("step " + i, 1).stepCompleted("step " + i, 1);
        }
        RunState run = null;
        for (WorkflowEvent event : story.list()) {
            run = RunFold.apply(run, List.of(event)).get(0);
        }
        assertThat(run).isEqualTo(RunFold.fold(story.list()).get(0));
    }

    @Test
    @Timeout(60)
    void aStepOfFiftyThousandAttempts() {
        Events story = events().at("10:00");
        for (int i = 1; i <= 50_000; i++) {
            story.stepStarted("charge", i).retryScheduled("charge", i);
        }
        RunState run = foldBothWays(story.list());
        WorkflowStep step = RunRows.of(Rows.KEY, run, Rows.SAVED, id -> EventText.NONE)
                .steps()
                .get(0);
        assertThat(step.currentAttempt()).isEqualTo(50_000);
        assertThat(step.retryCount()).isEqualTo(50_000);
        assertThat(step.status()).isEqualTo(StepStatus.RETRYING);
    }

    @Test
    @Timeout(60)
    void tenThousandRunsOfOneWorkflowId() {
        Events story = events().at("10:00");
        for (int i = 1; i <= 10_000; i++) {
            story.started().completed();
        }
        assertThat(RunFold.fold(story.list())).hasSize(10_000);
    }

    private static RunState foldBothWays(List<WorkflowEvent> events) {
        RunState whole = RunFold.fold(events).get(0);
        RunState batched = null;
        for (int from = 0; from < events.size(); from += BATCH) {
            List<WorkflowEvent> batch = events.subList(from, Math.min(events.size(), from + BATCH));
            batched = RunFold.apply(batched, batch).get(0);
        }
        assertThat(batched).isEqualTo(whole);
        return whole;
    }
}
