package dev.weir.core.session;

import static dev.weir.core.session.Story.story;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StartupOutcomeTest {
    private static final String BAD = "connection reset by peer";

    @Test
    void theFirstRuleThatFitsDecides() {
        assertThat(outcome(story().trace(Story.PLAYABLE))).isEqualTo(StartupOutcome.NOT_IN_DENOMINATOR);
        assertThat(outcome(known().error(BAD).trace(Story.NO_ORCHESTRATORS).trace(Story.PLAYABLE)))
                .isEqualTo(StartupOutcome.SUCCESS);
        assertThat(outcome(known().error(BAD).trace(Story.NO_ORCHESTRATORS))).isEqualTo(StartupOutcome.EXCUSED);
        assertThat(outcome(known().error("whip disconnected"))).isEqualTo(StartupOutcome.EXCUSED);
        assertThat(outcome(known().error("whip disconnected").error(BAD))).isEqualTo(StartupOutcome.UNEXCUSED);
        assertThat(outcome(known())).isEqualTo(StartupOutcome.UNEXCUSED);
    }

    @Test
    void flagsSayTheSame() {
        SessionRow row = known().error("user disconnected").row();
        assertThat(row.knownStream()).isTrue();
        assertThat(row.startupExcused()).isTrue();
        assertThat(row.startupSuccess()).isFalse();
        assertThat(row.startupUnexcused()).isFalse();
    }

    @Test
    void excusableIsWhatContainsAPatternInAnyCase() {
        for (String message : List.of(
                "No Orchestrators Available within 2s timeout",
                "x mediamtx ingest disconnected",
                "WHIP disconnected: bye",
                "missing video",
                "ICE connection state failed",
                "user disconnected")) {
            assertThat(known().error(message).row().excusableErrorCount())
                    .as(message)
                    .isEqualTo(1);
        }
        assertThat(known().error("whip  disconnected").row().excusableErrorCount())
                .isZero();
        assertThat(known().error(null).row().excusableErrorCount()).isZero();
    }

    @Test
    void patternsCanBeConfiguredAndAreAReasonToFoldAgain() {
        SessionRules rules = new SessionRules(List.of("Reset By PEER", ""), false, 1, 1);
        assertThat(known().rules(rules).error(BAD).error("whip disconnected").row())
                .returns(1, SessionRow::excusableErrorCount)
                .returns("whip disconnected", SessionRow::lastError);
        assertThat(SessionFold.version(rules)).isNotEqualTo(SessionFold.version(SessionRules.DEFAULT));
    }

    @Test
    void theLastErrorIsTheLastThatIsNotExcusable() {
        Story story = known().error("first").error("x".repeat(900)).error("whip disconnected");
        assertThat(story.row().lastError()).isEqualTo("x".repeat(500));
        assertThat(story.row().lastErrorEventUid()).isEqualTo(story.id(3));
    }

    @Test
    void errorsAfterTheCloseCountAndAreTold() {
        SessionRow row = known().at("10:05")
                .trace(Story.CLOSED)
                .at("10:06")
                .error(BAD)
                .error("whip disconnected")
                .row();
        assertThat(row.errorCount()).isEqualTo(2);
        assertThat(row.errorsAfterClose()).isEqualTo(2);
        assertThat(row.eventsAfterClose()).isEqualTo(2);
        assertThat(row.sessionEndTs()).isEqualTo(Story.time("10:06"));
        assertThat(row.closedTs()).isEqualTo(Story.time("10:05"));
        assertThat(row.startupOutcome()).isEqualTo(StartupOutcome.UNEXCUSED);
    }

    private static Story known() {
        return story().at("10:00").trace(Story.REQUEST);
    }

    private static StartupOutcome outcome(Story story) {
        return story.row().startupOutcome();
    }
}
