package dev.weir.core.signal;

import static dev.weir.core.run.Events.events;
import static dev.weir.core.run.Events.time;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.Events;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Of runs that have ended, and where to go from there. */
class SignalAtTheEndTest {

    @Test
    void completed() {
        Events run = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .stepCompleted("charge", 1)
                .at("10:02")
                .completed("charge", "ship");
        assertSignal(run, SignalKind.SUCCEEDED, SignalPhase.ANALYZE, "Completed after 2 min.", "10:02");
        assertThat(Told.signal(run).diagnostics()).isEqualTo(new Diagnostics(null, null, null, null, 0, 2, null));
    }

    @Test
    void cancelledAndWhy() {
        Events run = events().at("10:00").started().at("10:02").cancelled().reason("no longer\n needed");
        assertSignal(run, SignalKind.CANCELED, SignalPhase.UNKNOWN, "Cancelled: no longer needed", "10:02");
        assertThat(Told.signal(events().at("10:00").started().cancelled()).summary())
                .isEqualTo("Cancelled.");
    }

    @Test
    void failedAndWhy() {
        Events run = events().at("10:00")
                .started()
                .stepStarted("reserve", 1)
                .stepCompleted("reserve", 1)
                .stepStarted("charge", 2)
                .maxAttempts(5)
                .stepFailed("charge", 2, false)
                .at("10:02")
                .failed()
                .error("card declined", "E_CARD");
        assertSignal(run, SignalKind.FAILED, SignalPhase.ANALYZE, "Failed in charge: card declined", "10:02");
        assertThat(Told.signal(run).diagnostics()).isEqualTo(new Diagnostics("charge", 2, 2, 5, 0, 1, "E_CARD"));
    }

    @Test
    void whatTheEndDoesNotSayItsStepMay() {
        Events run = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .stepFailed("charge", 1, false)
                .error("card declined", "E_CARD")
                .failed();
        assertThat(Told.signal(run).summary()).isEqualTo("Failed in charge: card declined");
        assertThat(Told.signal(run).diagnostics().errorCode()).isEqualTo("E_CARD");
        assertThat(SignalFold.textEvents(Told.newest(run.list())))
                .containsExactlyInAnyOrder(Events.id(3), Events.id(4));
    }

    @Test
    void aFailureOfWhichNothingIsKnown() {
        Signal signal = Told.signal(events().at("10:00").failed());
        assertThat(signal.summary()).isEqualTo("Failed.");
        assertThat(signal.diagnostics().errorCode()).matches("v1:[0-9a-f]{16}");
    }

    @Test
    void aReopenedRunAndANewRunAreTold() {
        Events run = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .failed();
        assertThat(Told.signal(run).kind()).isEqualTo(SignalKind.FAILED);
        assertThat(Told.signal(run.at("10:02").resumed()).kind()).isEqualTo(SignalKind.PHASE);
        assertThat(Told.signal(run.at("10:03").completed()).kind()).isEqualTo(SignalKind.SUCCEEDED);
        assertThat(Told.signal(run.at("10:04").queued()).kind()).isEqualTo(SignalKind.QUEUED);
    }

    @Test
    void onlyFailedAndCancelledRunsNeedTexts() {
        assertThat(texts(events().at("10:00").started())).isEmpty();
        assertThat(texts(events().at("10:00").started().completed())).isEmpty();
        assertThat(texts(events().at("10:00").started().cancelled())).containsExactly(Events.id(2));
    }

    private static Set<UUID> texts(Events events) {
        return SignalFold.textEvents(Told.newest(events.list()));
    }

    @Test
    void longTextsAreCutBetweenCharacters() {
        String message = "x".repeat(198) + "📨".repeat(500_000);
        Signal signal = Told.signal(events().at("10:00")
                .started()
                .stepStarted("n".repeat(500), 1)
                .failed()
                .error(message, "n".repeat(500), 1));
        assertThat(signal.summary())
                .isEqualTo("Failed in " + "n".repeat(79) + "…: " + "x".repeat(198) + "…")
                .hasSizeLessThanOrEqualTo(Signal.LONGEST_SUMMARY);
    }

    @Test
    void actionsLeadToRuns() {
        List<WorkflowEvent> history = events().at("09:00")
                .started()
                .at("09:01")
                .completed()
                .at("10:00")
                .started()
                .stepStarted("a/b", 1)
                .failed()
                .error("no", "a/b", 1)
                .list();
        Outcome previous = new Outcome(SignalKind.SUCCEEDED, time("09:01"), "order-1", 1, 60_000L);
        Signal signal =
                SignalFold.of(Told.KEY, Told.newest(history), false, previous, Told.PHASES, Told.texts(history));
        assertThat(signal.lastKnownOutcome()).isEqualTo(previous);
        assertThat(signal.nextActions())
                .containsExactly(
                        new NextAction("See the step that failed", "/runs/production/shop/order-1?run=2&step=a%2Fb"),
                        new NextAction("See the previous run", "/runs/production/shop/order-1?run=1"),
                        new NextAction(
                                "See all failures of order",
                                "/runs?env=production&service=shop&name=order&status=failed&from=all"));
        assertThat(Told.signal(events().at("10:00").started()).nextActions())
                .containsExactly(
                        new NextAction("See the run", "/runs/production/shop/order-1?run=1"),
                        new NextAction(
                                "See all runs of order", "/runs?env=production&service=shop&name=order&from=all"));
    }

    private static void assertSignal(Events events, SignalKind kind, SignalPhase phase, String summary, String since) {
        assertThat(Told.signal(events))
                .extracting(Signal::kind, Signal::phase, Signal::summary, Signal::since)
                .containsExactly(kind, phase, summary, time(since));
    }
}
