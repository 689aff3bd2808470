package dev.weir.core.session;

import static dev.weir.core.session.Story.micros;
import static dev.weir.core.session.Story.story;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.RunKey;
import dev.weir.core.run.RunState;
import dev.weir.core.run.RunStatus;
import dev.weir.core.signal.LoggedText;
import dev.weir.core.signal.Phases;
import dev.weir.core.signal.Signal;
import dev.weir.core.signal.SignalFold;
import dev.weir.core.signal.SignalKind;
import org.junit.jupiter.api.Test;

class SessionRunTest {

    @Test
    void belongsToItsGateway() {
        assertThat(key(story().trace(Story.REQUEST)).serviceKey()).isEqualTo("live-video");
        assertThat(key(story().trace(Story.REQUEST).gateway("gw").status(1)).serviceKey())
                .isEqualTo("gw");
        assertThat(key(story().gateway("gw").service("studio").status(1)))
                .isEqualTo(new RunKey(Story.KEY.org(), "production", "studio", "stream|request"));
    }

    @Test
    void isNamedByPipelineIdElsePipelineElseType() {
        assertThat(run(story().status(1), "00:00").workflowName()).isEqualTo("ai_live_video_stream");
        assertThat(run(story().pipeline("sdxl", null).status(1), "00:00").workflowName())
                .isEqualTo("sdxl");
        Story both = story().pipeline("sdxl", "p-1").status(1);
        assertThat(run(both, "00:00").workflowName()).isEqualTo("p-1");
        assertThat(both.row().workflowId()).isEqualTo("p-1");
        assertThat(both.row().workflowType()).isEqualTo("ai_live_video_stream");
    }

    @Test
    void runsUntilItIsClosed() {
        Story story = story().at("10:00").trace(Story.REQUEST).trace(Story.PLAYABLE);
        RunState running = run(story, "10:01");
        assertThat(running.status()).isEqualTo(RunStatus.RUNNING);
        assertThat(running.endedAt()).isNull();
        assertThat(running.startedAt()).isEqualTo(micros("10:00"));
        RunState closed = run(story.at("10:02").trace(Story.CLOSED).at("10:03").error("late"), "10:03");
        assertThat(closed.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(closed.endedAt()).isEqualTo(micros("10:02"));
        assertThat(closed.statusInferred()).isFalse();
        assertThat(closed.errorMessage()).isNull();
    }

    @Test
    void itsSignalSpeaksOfNoSteps() {
        Story story = story().at("10:00").trace(Story.REQUEST).trace(Story.PLAYABLE);
        assertThat(signal(story, "10:01"))
                .extracting(Signal::kind, Signal::summary, Signal::since)
                .containsExactly(SignalKind.STARTED, "The session goes on.", micros("10:00"));
        assertThat(signal(story.at("10:02").trace(Story.CLOSED), "10:03").summary())
                .isEqualTo("Completed after 2 min.");
    }

    private static Signal signal(Story story, String now) {
        return SignalFold.of(key(story), run(story, now), true, null, Phases.DEFAULT, event -> LoggedText.NONE);
    }

    @Test
    void orUntilItIsIdleFromWhichAnEventBringsItBack() {
        Story story = story().at("10:00").trace(Story.REQUEST).trace(Story.PLAYABLE);
        assertThat(activity(story, "10:04:59")).isEqualTo(SessionActivity.OPEN);
        assertThat(activity(story, "10:05")).isEqualTo(SessionActivity.IDLE);
        RunState idle = run(story, "10:05");
        assertThat(idle.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(idle.statusInferred()).isTrue();
        assertThat(idle.endedAt()).isEqualTo(micros("10:00"));
        story.at("10:06").status(1);
        assertThat(activity(story, "10:07")).isEqualTo(SessionActivity.OPEN);
        assertThat(run(story, "10:07").status()).isEqualTo(RunStatus.RUNNING);
        assertThat(activity(story.trace(Story.CLOSED), "12:00")).isEqualTo(SessionActivity.CLOSED);
    }

    @Test
    void isTheSameForAllSamplesOfHalfAMinute() {
        Story story = story().at("10:00:02").trace(Story.REQUEST).trace(Story.PLAYABLE);
        RunState before = run(story, "10:01");
        assertThat(run(story.at("10:00:29.999").status(20).metrics(3), "10:01")).isEqualTo(before);
        RunState after = run(story.at("10:00:30").status(21).at("10:00:45").status(22), "10:01");
        assertThat(after.last().at()).isEqualTo(micros("10:00:30"));
        assertThat(run(story.at("10:00:46").trace(Story.CLOSED), "10:01").last().at())
                .isEqualTo(micros("10:00:46"));
    }

    @Test
    void hasFailedIfItDidNotStartAndHasNoExcuse() {
        Story story = story().at("10:00")
                .trace(Story.REQUEST)
                .error("connection reset")
                .error("whip disconnected");
        assertThat(run(story, "10:01").status()).isEqualTo(RunStatus.RUNNING);
        assertThat(run(story, "10:05").status()).isEqualTo(RunStatus.FAILED);
        RunState closed = run(story.trace(Story.CLOSED), "10:01");
        assertThat(closed.status()).isEqualTo(RunStatus.FAILED);
        assertThat(closed.errorMessage()).isEqualTo("connection reset");
    }

    @Test
    void anExcusedOneIsCompleted() {
        Story story = story().at("10:00")
                .trace(Story.REQUEST)
                .error("whip disconnected")
                .trace(Story.CLOSED);
        assertThat(run(story, "10:01").status()).isEqualTo(RunStatus.COMPLETED);
    }

    @Test
    void oneWhoseRequestWasLostIsOverAllTheSame() {
        RunState run = run(story().at("10:00").error("bad").trace(Story.CLOSED), "10:01");
        assertThat(run.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(run.statusInferred()).isTrue();
        assertThat(run.startedAt()).isNull();
        assertThat(run.firstActivityAt()).isEqualTo(micros("10:00"));
    }

    private static RunKey key(Story story) {
        return SessionRun.key(Story.KEY, story.state());
    }

    private static RunState run(Story story, String now) {
        return SessionRun.of(story.state(), micros(now), SessionRules.DEFAULT);
    }

    private static SessionActivity activity(Story story, String now) {
        return SessionActivity.of(story.state(), micros(now), SessionRules.DEFAULT);
    }
}
