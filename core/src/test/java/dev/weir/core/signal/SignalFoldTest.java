package dev.weir.core.signal;

import static dev.weir.core.run.Events.events;
import static dev.weir.core.run.Events.time;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.run.Events;
import org.junit.jupiter.api.Test;

/** Of runs that go on. */
class SignalFoldTest {

    @Test
    void queued() {
        Events run = events().at("10:00").queued();
        assertSignal(run, SignalKind.QUEUED, SignalPhase.UNKNOWN, "Waiting in the queue.", "10:00");
    }

    @Test
    void startedUntilAStepBegins() {
        Events run = events().at("10:00").queued().at("10:01").started().timeoutSet("charge");
        assertSignal(run, SignalKind.STARTED, SignalPhase.UNKNOWN, "Started; no step has begun yet.", "10:01");
    }

    @Test
    void aStepIsAPhase() {
        Events run = events().at("10:00")
                .started()
                .at("10:01")
                .stepStarted("charge", 1)
                .maxAttempts(5);
        assertSignal(run, SignalKind.PHASE, SignalPhase.ANALYZE, "At charge.", "10:01");
        assertThat(Told.signal(run).diagnostics()).isEqualTo(new Diagnostics("charge", 1, 1, 5, 0, null, null));
    }

    @Test
    void theEndOfAStepAloneIsNoNews() {
        Signal before = Told.signal(events().at("10:00")
                .started()
                .stepStarted("reserve", 1)
                .at("10:01")
                .stepStarted("charge", 1));
        Signal after = Told.signal(events().at("10:00")
                .started()
                .stepStarted("reserve", 1)
                .at("10:01")
                .stepStarted("charge", 1)
                .at("10:02")
                .stepCompleted("reserve", 1)
                .stepCompleted("charge", 1));
        assertThat(after).isEqualTo(before);
    }

    @Test
    void aStepThatIsDoneIsNotSaidToRun() {
        Events run = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .stepCompleted("charge", 1);
        assertSignal(run, SignalKind.PHASE, SignalPhase.ANALYZE, "At charge.", "10:00");
    }

    @Test
    void amongStepsSideBySideItIsAtTheLatestThatRuns() {
        Events run = events().at("10:00")
                .started()
                .stepStarted("reserve", 1)
                .at("10:01")
                .stepStarted("charge", 1)
                .at("10:02")
                .stepCompleted("charge", 1);
        assertSignal(run, SignalKind.PHASE, SignalPhase.FETCH, "At reserve.", "10:00");
    }

    @Test
    void aLaterAttemptIsTold() {
        Events run = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .stepFailed("charge", 1, true)
                .retryScheduled("charge", 1)
                .at("10:01")
                .stepStarted("charge", 2)
                .maxAttempts(5);
        assertSignal(run, SignalKind.PHASE, SignalPhase.ANALYZE, "At charge, attempt 2 of 5.", "10:01");
        assertThat(Told.signal(run).diagnostics().retryCount()).isEqualTo(1);
    }

    @Test
    void aStepThatFailedForGoodInARunThatGoesOn() {
        Events run = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .stepFailed("charge", 1, false);
        assertSignal(run, SignalKind.PHASE, SignalPhase.ANALYZE, "charge failed; the run goes on.", "10:01");
    }

    @Test
    void aStepThatWaitsForItsNextAttemptBlocks() {
        Events run = events().at("10:00")
                .started()
                .stepStarted("charge", 2)
                .maxAttempts(5)
                .at("10:01")
                .stepFailed("charge", 2, true)
                .retryScheduled("charge", 2)
                .nextAttemptAt("14:03");
        assertSignal(
                run,
                SignalKind.BLOCKED,
                SignalPhase.ANALYZE,
                "charge failed in attempt 2 of 5 and is tried again at 14:03 UTC.",
                "10:01");
        assertThat(Told.signal(run).until()).isEqualTo(time("14:03"));
        assertThat(Told.signal(run.paused("retry").resumeAt("14:03"))).isEqualTo(Told.signal(run));
    }

    @Test
    void aStepThatWaitsBlocksNothingWhileAnotherRuns() {
        Events run = events().at("10:00")
                .started()
                .stepStarted("reserve", 1)
                .stepStarted("charge", 1)
                .at("10:01")
                .retryScheduled("charge", 1)
                .nextAttemptAt("14:03");
        assertSignal(run, SignalKind.PHASE, SignalPhase.FETCH, "At reserve.", "10:00");
    }

    @Test
    void aRetryWithoutATimeIsDueAtOnce() {
        Events run = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .stepFailed("charge", 1, true);
        assertSignal(
                run,
                SignalKind.BLOCKED,
                SignalPhase.ANALYZE,
                "charge failed in attempt 1 and waits to be tried again.",
                "10:01");
        assertThat(Told.signal(run).until()).isEqualTo(time("10:01"));
    }

    @Test
    void aRunThatIsPausedForARetryOfNobodyKnowsWhat() {
        Events run = events().at("10:00").started().at("10:05").paused("retry").resumeAt("10:10");
        assertSignal(
                run,
                SignalKind.BLOCKED,
                SignalPhase.UNKNOWN,
                "The run failed and is tried again at 10:10 UTC.",
                "10:05");
    }

    @Test
    void asleep() {
        Events run = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .stepCompleted("charge", 1)
                .at("10:01")
                .paused("sleep")
                .resumeAt("14:03");
        assertSignal(run, SignalKind.BLOCKED, SignalPhase.ANALYZE, "Sleeping until 14:03 UTC.", "10:01");
        Events sleep = events().at("10:00").started().at("10:01").sleepStarted(600_000);
        assertSignal(sleep, SignalKind.BLOCKED, SignalPhase.UNKNOWN, "Sleeping until 10:11 UTC.", "10:01");
        Events paused = events().at("10:00").started().at("10:01").paused(null);
        assertSignal(paused, SignalKind.BLOCKED, SignalPhase.UNKNOWN, "Paused until it is resumed.", "10:01");
        assertThat(Told.signal(paused).until()).isNull();
    }

    @Test
    void anotherDayIsNamed() {
        Events run = events().at("23:00").started().sleepStarted(7_200_000);
        assertThat(Told.signal(run).summary()).isEqualTo("Sleeping until 2 Mar 01:00 UTC.");
    }

    private static void assertSignal(Events events, SignalKind kind, SignalPhase phase, String summary, String since) {
        assertThat(Told.signal(events))
                .extracting(Signal::kind, Signal::phase, Signal::summary, Signal::since)
                .containsExactly(kind, phase, summary, time(since));
    }
}
