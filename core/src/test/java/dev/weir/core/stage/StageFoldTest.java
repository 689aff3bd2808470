package dev.weir.core.stage;

import static dev.weir.core.stage.Story.story;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The state is a function of the events: neither their arrival nor their repetition matters. */
class StageFoldTest {

    @Test
    void nothingFoldsToNothing() {
        assertThat(StageFold.fold(List.of())).isNull();
        assertThat(StageFold.apply(null, List.of())).isNull();
        StageState known = loop().state();
        assertThat(StageFold.apply(known, List.of())).isSameAs(known);
    }

    @Test
    void backwardsIsTheSame() {
        List<StageEvent> backwards = new ArrayList<>(loop().events());
        Collections.reverse(backwards);
        assertThat(StageFold.fold(backwards)).isEqualTo(loop().state());
    }

    @Test
    void anEventSentTwiceCountsOnce() {
        List<StageEvent> twice = new ArrayList<>(loop().events());
        twice.addAll(loop().events());
        assertThat(StageFold.fold(twice)).isEqualTo(loop().state());
    }

    @Test
    void onlyWhatIsNewerTakesTheFastPath() {
        List<StageEvent> events = loop().events();
        StageState state = StageFold.fold(events.subList(0, 2));
        assertThat(StageFold.isNewer(null, events.get(0).order())).isTrue();
        assertThat(StageFold.isNewer(state, events.get(0).order())).isFalse();
        assertThat(StageFold.isNewer(state, events.get(1).order())).isFalse();
        assertThat(StageFold.isNewer(state, events.get(2).order())).isTrue();
    }

    @Test
    void aStartPrecedesACompletionWhereNothingElseTells() {
        StageState state =
                story().unordered().at("10:00").complete("QC").start("QC").state();
        assertThat(state.last().rank()).isEqualTo(StageEventType.COMPLETED.rank());
        assertThat(state.stages().get(0).inverted()).isZero();
    }

    @Test
    void theFirstNameThatIsToldCounts() {
        assertThat(story().start("a")
                        .named("one")
                        .start("a")
                        .named("two")
                        .start("a")
                        .state()
                        .workflowName())
                .isEqualTo("one");
        assertThat(story().start("a").state().workflowName()).isNull();
    }

    @Test
    void keepsWhenItWasFirstAndLastHeardOf() {
        StageState state = loop().state();
        assertThat(state.createdAt()).isEqualTo(loop().events().get(0).at());
        assertThat(state.last()).isEqualTo(loop().events().get(5).order());
    }

    /** Whoever stores a state sees by identity what an event did not touch. */
    @Test
    void theFastPathKeepsWhatItDoesNotTouch() {
        List<StageEvent> events = loop().events();
        StageState before = StageFold.fold(events.subList(0, 5));
        StageState after = StageFold.apply(before, events.subList(5, 6));
        assertThat(after.stages().get(0)).isSameAs(before.stages().get(0));
        assertThat(after.stages().get(1)).isNotEqualTo(before.stages().get(1));
    }

    @Test
    @Timeout(20)
    void aStageOfTenThousandPassesEventByEvent() {
        Story story = story();
        for (int i = 0; i < 10_000; i++) {
            story.at("10:00").start("QC").complete("QC");
        }
        StageState state = null;
        for (StageEvent event : story.events()) {
            state = StageFold.apply(state, List.of(event));
        }
        assertThat(state).isEqualTo(story.state());
        assertThat(state.stages().get(0).passes()).isEqualTo(10_000);
    }

    @Test
    @Timeout(20)
    void aWorkflowOfTenThousandStages() {
        Story story = story();
        for (int i = 0; i < 10_000; i++) {
            story.start("stage " + i).complete("stage " + i);
        }
        List<StageRow> rows = story.rows();
        assertThat(rows).hasSize(10_000);
        assertThat(rows).allMatch(row -> row.completions() == 1);
        assertThat(StageFlow.of(rows).transitions()).hasSize(9_999);
    }

    private static Story loop() {
        return story().at("10:00")
                .start("encode")
                .at("10:05")
                .complete("encode")
                .start("QC")
                .at("10:10")
                .complete("QC")
                .start("encode")
                .at("10:20")
                .start("QC");
    }
}
