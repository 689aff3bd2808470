package dev.weir.core.stage;

import static dev.weir.core.stage.Story.story;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StageFlowTest {

    /** {@code from>to minutes}, with an arrow for what goes back. */
    private static List<String> transitions(Story story) {
        List<String> shown = new ArrayList<>();
        for (StageTransition step : StageFlow.of(story.rows()).transitions()) {
            shown.add(step.from() + (step.back() ? "<" : ">") + step.to() + " " + step.waitMs() / 60_000);
        }
        return shown;
    }

    private static Story pass(Story story, String stage, String from, String to) {
        return story.at(from).start(stage).at(to).complete(stage);
    }

    @Test
    void oneAfterAnother() {
        Story story = story();
        pass(story, "ingest", "10:00", "10:10");
        pass(story, "encode", "10:15", "10:40");
        pass(story, "QC", "10:40", "10:50");
        assertThat(StageFlow.of(story.rows()).variant()).containsExactly("ingest", "encode", "QC");
        assertThat(transitions(story)).containsExactly("ingest>encode 5", "encode>QC 0");
    }

    @Test
    void whatComesBackIsSentByTheStageBeforeIt() {
        Story story = story();
        pass(story, "encode", "10:00", "10:10");
        pass(story, "QC", "10:10", "10:20");
        pass(story, "encode", "10:30", "10:40");
        pass(story, "QC", "10:40", "10:50");
        pass(story, "QC", "11:00", "11:10");
        assertThat(StageFlow.of(story.rows()).variant()).containsExactly("encode", "QC", "encode", "QC", "QC");
        assertThat(transitions(story)).containsExactly("encode>QC 0", "QC<encode 10", "encode>QC 0", "QC<QC 10");
    }

    @Test
    void stagesBesideEachOtherFollowTheOneBeforeThem() {
        Story story = story();
        pass(story, "ingest", "10:00", "10:10");
        story.at("10:20").start("subtitles").at("10:21").start("dubbing");
        story.at("10:30").complete("dubbing").at("10:40").complete("subtitles");
        pass(story, "publish", "10:45", "10:50");
        assertThat(transitions(story))
                .containsExactly("ingest>subtitles 10", "ingest>dubbing 11", "subtitles>publish 5");
    }

    @Test
    void aCompletionAloneIsAMoment() {
        Story story = story().at("10:00").complete("register");
        pass(story, "analyse", "10:00", "10:10");
        story.at("10:10").complete("archive");
        assertThat(StageFlow.of(story.rows()).variant()).containsExactly("register", "analyse", "archive");
        assertThat(transitions(story)).containsExactly("register>analyse 0", "analyse>archive 0");
    }

    @Test
    void whatTiesIsOrderedByName() {
        Story one = story().at("10:00").complete("b").complete("a");
        Story two = story().at("10:00").complete("a").complete("b");
        assertThat(StageFlow.of(one.rows())).isEqualTo(StageFlow.of(two.rows()));
        assertThat(transitions(one)).containsExactly("a>b 0");
    }

    @Test
    void nothingFollowsWhatIsOpen() {
        Story story = story().at("10:00").start("ingest").at("10:10").start("encode");
        assertThat(StageFlow.of(story.rows()).variant()).containsExactly("ingest", "encode");
        assertThat(transitions(story)).isEmpty();
    }

    @Test
    void anInvertedPassIsAMomentAtItsStart() {
        Story story = story().at("10:00").complete("QC").at("10:05").start("QC");
        pass(story, "publish", "10:10", "10:20");
        assertThat(transitions(story)).containsExactly("QC>publish 5");
    }
}
