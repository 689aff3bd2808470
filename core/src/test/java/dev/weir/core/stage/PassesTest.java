package dev.weir.core.stage;

import static dev.weir.core.stage.Story.KEY;
import static dev.weir.core.stage.Story.story;
import static dev.weir.core.stage.Story.time;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of starts and completions. */
class PassesTest {
    private static final long MINUTE = 60_000;

    @Test
    void oneStartAndOneCompletion() {
        StageRow row =
                story().at("10:00").start("QC").at("10:05").complete("QC").row();
        assertThat(row)
                .isEqualTo(new StageRow(
                        StageSource.STAGE,
                        "production",
                        "studio",
                        "title-1",
                        1,
                        "studio",
                        "QC",
                        time("10:00"),
                        time("10:00"),
                        time("10:05"),
                        time("10:05"),
                        1,
                        1,
                        List.of(new StagePass(1, time("10:00"), time("10:05"))),
                        5 * MINUTE,
                        null,
                        null,
                        null,
                        false,
                        false,
                        false));
        assertThat(row.firstPassMs()).isEqualTo(5 * MINUTE);
        assertThat(row.spanMs()).isEqualTo(5 * MINUTE);
        assertThat(row.extraStarts()).isZero();
        assertThat(row.reworkMs()).isZero();
    }

    @Test
    void aWorkflowIsCalledWhatItsEventsSay() {
        assertThat(story().named("master").start("QC").row().workflowName()).isEqualTo("master");
    }

    @Test
    void reworkIsAnotherPass() {
        Story story = story().at("10:00")
                .start("QC")
                .at("10:05")
                .complete("QC")
                .at("11:00")
                .start("QC")
                .at("11:20")
                .complete("QC");
        StageRow row = story.row();
        assertThat(story.passes()).isEqualTo("1 10:00–10:05, 2 11:00–11:20");
        assertThat(row.firstPassMs()).isEqualTo(5 * MINUTE);
        assertThat(row.spanMs()).isEqualTo(80 * MINUTE);
        assertThat(row.touchMs()).isEqualTo(25 * MINUTE);
        assertThat(row.reworkMs()).isEqualTo(20 * MINUTE);
        assertThat(row.extraStarts()).isEqualTo(1);
        assertThat(row.openNow()).isFalse();
        assertThat(row.lastStartedAt()).isEqualTo(time("11:00"));
        assertThat(row.lastCompletedAt()).isEqualTo(time("11:20"));
    }

    @Test
    void twoStartsBeforeACompletionAreTwoPasses() {
        Story story = story().at("10:00")
                .start("QC")
                .at("10:01")
                .start("QC")
                .at("10:05")
                .complete("QC")
                .at("10:10")
                .complete("QC");
        assertThat(story.passes()).isEqualTo("1 10:00–10:05, 2 10:01–10:10");
        assertThat(story.row().touchMs()).isEqualTo(14 * MINUTE);
    }

    @Test
    void moreStartsThanCompletionsAreOpenAlthoughItWasCompleted() {
        Story story = story().at("10:00")
                .start("QC")
                .at("10:01")
                .start("QC")
                .at("10:05")
                .complete("QC");
        StageRow row = story.row();
        assertThat(story.passes()).isEqualTo("1 10:00–10:05, 2 10:01–");
        assertThat(row.openNow()).isTrue();
        assertThat(row.neverCompleted()).isFalse();
    }

    @Test
    void aStartThatWasNeverCompletedIsOpenInBothMeanings() {
        StageRow row = story().at("10:00").start("QC").row();
        assertThat(row.openNow()).isTrue();
        assertThat(row.neverCompleted()).isTrue();
        assertThat(row.abandoned()).isFalse();
        assertThat(row.firstPassMs()).isNull();
        assertThat(row.spanMs()).isNull();
    }

    @Test
    void whatIsOpenWhenItsRunEndedIsAbandoned() {
        StageState state =
                story().start("QC").start("encode").complete("encode").state();
        List<StageRow> rows = StageRows.of(KEY, state, true);
        assertThat(rows).extracting(StageRow::abandoned).containsExactly(true, false);
        assertThat(rows).extracting(StageRow::openNow).containsExactly(false, false);
        assertThat(rows).extracting(StageRow::neverCompleted).containsExactly(false, false);
    }

    @Test
    void aCompletionWithoutAStartIsAPassWithoutOne() {
        Story story = story().at("10:05").complete("QC");
        StageRow row = story.row();
        assertThat(story.passes()).isEqualTo("1 –10:05");
        assertThat(row.starts()).isZero();
        assertThat(row.completions()).isEqualTo(1);
        assertThat(row.openNow()).isFalse();
        assertThat(row.neverCompleted()).isFalse();
        assertThat(row.isInverted()).isFalse();
        assertThat(row.firstPassMs()).isNull();
        assertThat(row.extraStarts()).isZero();
    }

    @Test
    void aCompletionBeforeItsStartIsInvertedAndSaysNothingOfTime() {
        Story story = story().at("10:00").complete("QC").at("10:01").start("QC");
        StageRow row = story.row();
        assertThat(story.passes()).isEqualTo("1 10:01–10:00");
        assertThat(row.isInverted()).isTrue();
        assertThat(row.passes().get(0).isInverted()).isTrue();
        assertThat(row.passes().get(0).durationMs()).isNull();
        assertThat(row.firstPassMs()).isNull();
        assertThat(row.spanMs()).isNull();
        assertThat(row.touchMs()).isZero();
        assertThat(row.openNow()).isFalse();
        assertThat(story.state().stages().get(0).inverted()).isEqualTo(1);
    }

    @Test
    void anInvertedFirstPassLeavesTheNextOneAlone() {
        Story story = story().at("10:00")
                .complete("QC")
                .at("10:01")
                .start("QC")
                .at("11:00")
                .start("QC")
                .at("11:10")
                .complete("QC");
        assertThat(story.passes()).isEqualTo("1 10:01–10:00, 2 11:00–11:10");
        assertThat(story.row().touchMs()).isEqualTo(10 * MINUTE);
        assertThat(story.row().spanMs()).isEqualTo(69 * MINUTE);
    }

    @Test
    void aCompletionInTheSameMomentAsItsStartIsNotInverted() {
        StageRow row = story().at("10:00").complete("QC").start("QC").row();
        assertThat(row.isInverted()).isFalse();
        assertThat(row.firstPassMs()).isZero();
        assertThat(row.passes().get(0).durationMs()).isZero();
    }

    @Test
    void oneMicrosecondIsEnoughToBeInverted() {
        assertThat(story().at("10:00")
                        .complete("QC")
                        .at("10:00:00.000001")
                        .start("QC")
                        .row()
                        .isInverted())
                .isTrue();
    }

    @Test
    void severalStartsInOneMillisecondAllCount() {
        Story story = story().unordered()
                .at("10:00")
                .start("QC")
                .start("QC")
                .start("QC")
                .at("10:01")
                .complete("QC")
                .complete("QC");
        StageRow row = story.row();
        assertThat(row.starts()).isEqualTo(3);
        assertThat(row.extraStarts()).isEqualTo(2);
        assertThat(row.touchMs()).isEqualTo(2 * MINUTE);
        assertThat(row.openNow()).isTrue();
    }

    @Test
    void stagesAreShownAsTheyWereFirstSeen() {
        assertThat(story().start("b").start("a").complete("b").rows())
                .extracting(StageRow::workflowStage)
                .containsExactly("b", "a");
    }
}
