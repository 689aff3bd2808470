package dev.weir.core.session;

import static dev.weir.core.session.Story.story;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TracesTest {

    @ParameterizedTest
    @CsvSource({
        "gateway_receive_stream_request,gateway",
        "orchestrator_swap,orchestrator",
        "runner_send_first_processed_segment,runner",
        "app_param_update,app",
        "gatewayish,other",
        "custom,other",
        "Gateway_x,other",
    })
    void areOfTheCategoryThatTheirNameBeginsWith(String traceType, String category) {
        assertThat(TraceCategory.of(traceType).label()).isEqualTo(category);
    }

    @Test
    void onlyTheFirstOfEachTypeIsAnEdge() {
        SessionRows rows = story().at("10:00")
                .trace(Story.PLAYABLE)
                .at("10:01")
                .trace("app_ready")
                .at("10:02")
                .trace(Story.PLAYABLE)
                .trace("app_ready")
                .rows();
        assertThat(rows.edges())
                .containsExactly(
                        new SessionEdge(SessionEventType.PLAYABLE, Story.PLAYABLE, Story.micros("10:00")),
                        new SessionEdge(SessionEventType.OTHER_TRACE, "app_ready", Story.micros("10:01")));
        assertThat(rows.session().firstPlayableTs()).isEqualTo(Story.time("10:00"));
    }

    @Test
    void namesWithoutEndDoNotFillTheStateNorHideSignals() {
        Story story = story().at("10:00");
        for (int i = 0; i < 1000; i++) {
            story.trace("app_" + i);
        }
        SessionState state = story.trace(Story.CLOSED).state();
        assertThat(state.edges()).hasSize(41);
        assertThat(state.isClosed()).isTrue();
        assertThat(state.first(SessionEventType.CLOSED)).isEqualTo(Story.micros("10:00"));
    }

    @Test
    void amongEqualTimesTheCloseComesLast() {
        SessionRow row = story().at("10:00")
                .unordered()
                .trace(Story.CLOSED)
                .error("whip disconnected")
                .status(1)
                .row();
        assertThat(row.eventsAfterClose()).isZero();
        assertThat(row.errorsAfterClose()).isZero();
    }
}
