package dev.weir.core.run;

import static dev.weir.core.run.Events.events;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.stage.StageInFlight;
import dev.weir.core.stage.StagePass;
import dev.weir.core.stage.StageRow;
import dev.weir.core.stage.StageSource;
import dev.weir.core.stage.StepStages;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A step is a stage whose passes are its attempts. */
class StepsAsStagesTest {

    private static List<StageRow> rows(Events story) {
        List<RunState> runs = RunFold.fold(story.list());
        return StepStages.of(Rows.KEY, runs.get(runs.size() - 1));
    }

    private static StageRow row(Events story) {
        List<StageRow> rows = rows(story);
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    private static Instant time(String text) {
        return RunRows.instant(Events.time(text));
    }

    private static Events retried() {
        return events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .retryScheduled("charge", 1)
                .at("10:05")
                .stepStarted("charge", 2);
    }

    @Test
    void attemptsArePasses() {
        StageRow row = row(retried().at("10:08").stepCompleted("charge", 2));
        assertThat(row)
                .isEqualTo(new StageRow(
                        StageSource.STEP,
                        Rows.KEY.env(),
                        Rows.KEY.serviceKey(),
                        Rows.KEY.workflowId(),
                        1,
                        "order",
                        "charge",
                        time("10:00"),
                        time("10:05"),
                        time("10:08"),
                        time("10:08"),
                        2,
                        1,
                        List.of(
                                new StagePass(1, time("10:00"), time("10:01")),
                                new StagePass(2, time("10:05"), time("10:08"))),
                        4 * 60_000,
                        null,
                        null,
                        null,
                        false,
                        false,
                        false));
        assertThat(row.firstPassMs()).isEqualTo(8 * 60_000);
        assertThat(row.reworkMs()).isEqualTo(3 * 60_000);
    }

    @Test
    void aStepThatRunsOrWaitsForItsNextAttemptIsInFlight() {
        StageRow running = row(retried());
        assertThat(running.openNow()).isTrue();
        assertThat(running.neverCompleted()).isTrue();
        StageRow waiting = row(retried().at("10:06").retryScheduled("charge", 2));
        assertThat(waiting.openNow()).isTrue();
        assertThat(StageInFlight.openNow(List.of(waiting), time("10:10")))
                .extracting(StageInFlight::since)
                .containsExactly(time("10:05"));
    }

    @Test
    void aFailedStepIsAbandoned() {
        StageRow row = row(retried().at("10:06").stepFailed("charge", 2, false));
        assertThat(row.abandoned()).isTrue();
        assertThat(row.openNow()).isFalse();
        assertThat(row.neverCompleted()).isFalse();
    }

    @Test
    void aStepOfACancelledRunIsAbandoned() {
        StageRow row = row(retried().at("10:06").cancelled());
        assertThat(row.abandoned()).isTrue();
        assertThat(row.openNow()).isFalse();
        assertThat(row.passes().get(1).endedAt()).isNull();
    }

    @Test
    void aStepThatItsCompletedRunLeftOpenIsNeither() {
        StageRow row = row(retried().at("10:06").completed());
        assertThat(row.abandoned()).isFalse();
        assertThat(row.openNow()).isFalse();
        assertThat(row.neverCompleted()).isFalse();
        assertThat(row.completions()).isZero();
    }

    @Test
    void aStepThatWasNeverTriedIsNoStage() {
        assertThat(rows(events().at("10:00").started().timeoutSet("charge"))).isEmpty();
    }

    @Test
    void eachRunHasItsOwn() {
        StageRow row = row(retried().failed().at("11:00").started().stepStarted("charge", 1));
        assertThat(row.runSeq()).isEqualTo(2);
        assertThat(row.starts()).isEqualTo(1);
        assertThat(row.firstStartedAt()).isEqualTo(time("11:00"));
    }

    @Test
    void anAttemptWhoseStartWasLostIsAPassWithoutOne() {
        StageRow row = row(events().at("10:00").stepCompleted("charge", 2));
        assertThat(row.starts()).isZero();
        assertThat(row.completions()).isEqualTo(1);
        assertThat(row.firstStartedAt()).isNull();
        assertThat(row.lastStartedAt()).isNull();
        assertThat(row.passes()).containsExactly(new StagePass(1, null, time("10:00")));
    }
}
