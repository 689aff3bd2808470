package dev.weir.core.session;

import static dev.weir.core.session.Story.story;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SegmentsTest {

    @Test
    void aSessionWithoutAnOrchestratorIsOne() {
        Story story = story().at("10:00").trace(Story.REQUEST).at("10:01").trace(Story.NO_ORCHESTRATORS);
        assertThat(story.segments()).isEqualTo("10:00– - session_start");
        assertThat(story.row().orchestratorCount()).isZero();
        assertThat(story.row().identityMatch()).isEqualTo(IdentityMatch.NONE);
    }

    @Test
    void theFirstOneBeginsWithTheSessionAndTakesTheFirstOrchestrator() {
        Story story = story().at("10:00")
                .trace(Story.REQUEST)
                .at("10:01")
                .with("0xA", "https://a")
                .status(10)
                .at("10:02")
                .with(null, null)
                .trace(Story.CLOSED);
        assertThat(story.segments()).isEqualTo("10:00–10:02 0xa session_start");
        SegmentRow segment = story.rows().segments().get(0);
        assertThat(segment.sourceTraceType()).isEqualTo(Story.REQUEST);
        assertThat(segment.sourceEventUid()).isEqualTo(story.id(1));
        assertThat(segment.version()).isEqualTo(3);
        assertThat(segment.avgFps()).isEqualTo(10);
        assertThat(segment.workerId()).isNull();
        assertThat(segment.region()).isNull();
    }

    @Test
    void anotherOrchestratorBeginsAnotherAndEndsTheOneBefore() {
        Story story = story().gateway("gw-1")
                .at("10:00")
                .with("0xA", "https://a")
                .status(10)
                .gateway("gw-2")
                .at("10:01")
                .with("0xB", "https://b")
                .status(20)
                .at("10:02")
                .with("0xA", "https://a")
                .trace(Story.CLOSED);
        assertThat(story.segments())
                .isEqualTo("10:00–10:01 0xa session_start, 10:01–10:02 0xb orchestrator_change, "
                        + "10:02–10:02 0xa orchestrator_change");
        assertThat(story.row().inferredSwapCount()).isEqualTo(2);
        assertThat(story.row().orchestratorCount()).isEqualTo(2);
        assertThat(story.row().swapCount()).isZero();
        assertThat(story.row().sessionHasSwap()).isTrue();
        assertThat(story.row().orchestratorAddress()).isEqualTo("0xa");
        assertThat(story.rows().segments()).extracting(SegmentRow::gateway).containsExactly("gw-1", "gw-2", "gw-2");
        assertThat(story.rows().segments().get(1).sourceTraceType()).isEqualTo("ai_stream_status");
    }

    @Test
    void anExplicitSwapIsNoNewOrchestratorByItself() {
        Story story = story().at("10:00").with("0xA", null).status(1).trace(Story.SWAP);
        assertThat(story.segments()).isEqualTo("10:00– 0xa session_start");
        assertThat(story.row().swapCount()).isEqualTo(1);
        assertThat(story.row().inferredSwapCount()).isZero();
        assertThat(story.row().sessionHasSwap()).isTrue();
    }

    @Test
    void aSegmentAfterAnExplicitSwapSaysSo() {
        Story story = story().at("10:00")
                .with("0xA", null)
                .status(1)
                .trace(Story.SWAP)
                .at("10:01")
                .with("0xB", null)
                .status(1)
                .at("10:02")
                .with("0xC", null)
                .status(1);
        assertThat(story.segments())
                .isEqualTo("10:00–10:01 0xa session_start, 10:01–10:02 0xb orchestrator_swap, "
                        + "10:02– 0xc orchestrator_change");
    }

    @Test
    void caseAndMissingPartsAreNoChange() {
        Story story = story().at("10:00")
                .with("0xAbC", "https://a")
                .status(1)
                .with("0xaBc", "https://a")
                .status(1)
                .with("0xABC", null)
                .status(1)
                .with(null, "https://a")
                .status(1);
        assertThat(story.segments()).isEqualTo("10:00– 0xabc session_start");
        assertThat(story.state().sightings()).hasSize(1);
        assertThat(story.row().observedOrchestratorAddress()).isEqualTo("0xAbC");
        assertThat(story.row().sessionHasSwap()).isFalse();
    }

    @Test
    void aCloseBeforeTheLastSegmentIsNotItsEnd() {
        Story story = story().at("10:00")
                .with("0xA", null)
                .status(1)
                .at("10:01")
                .trace(Story.CLOSED)
                .at("10:02")
                .with("0xB", null)
                .status(1);
        assertThat(story.segments()).isEqualTo("10:00–10:02 0xa session_start, 10:02– 0xb orchestrator_change");
    }

    @Test
    void tenThousandSamplesLeaveTheStateAsSmallAsOne() {
        Story story = story().at("10:00").trace(Story.REQUEST).with("0xA", "https://a");
        for (int i = 0; i < 10_000; i++) {
            story.status(i % 30).metrics(i % 7);
        }
        SessionState state = story.state();
        assertThat(state.spans()).isEmpty();
        assertThat(state.span().samples().statuses()).isEqualTo(10_000);
        assertThat(state.edges()).hasSize(1);
        assertThat(state.toString().length()).isLessThan(2000);
    }

    @Test
    void tenThousandChangesShareWhatTheyHaveInCommon() {
        Story story = story().at("10:00");
        for (int i = 0; i < 10_000; i++) {
            story.with(i % 2 == 0 ? "0xA" : "0xB", null).status(i % 30);
        }
        assertThat(story.state().sightings()).hasSize(2);
        assertThat(story.row().inferredSwapCount()).isEqualTo(9_999);
        assertThat(story.row().statusSamples()).isEqualTo(10_000);
    }

    @Test
    void orchestratorsWithoutEndDoNotFillTheState() {
        Story story = story().at("10:00");
        for (int i = 0; i < 600; i++) {
            story.with("0x" + i, null).status(1);
        }
        story.at("10:01").with("0x7", null).status(1);
        assertThat(story.state().sightings()).hasSize(500);
        assertThat(story.row().orchestratorCount()).isEqualTo(500);
        assertThat(story.row().orchestratorAddress()).isEqualTo("0x7");
        assertThat(story.row().statusSamples()).isEqualTo(601);
    }
}
