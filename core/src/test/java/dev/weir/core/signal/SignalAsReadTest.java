package dev.weir.core.signal;

import static dev.weir.core.run.Events.events;
import static dev.weir.core.run.Events.time;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.run.Events;
import org.junit.jupiter.api.Test;

/** What only the clock knows. */
class SignalAsReadTest {
    private static final long IDLE_MS = 3_600_000;

    private static Signal read(Events events, String lastEventAt, String now) {
        return Told.signal(events).asReadAt(time(now), time(lastEventAt), IDLE_MS);
    }

    @Test
    void anOpenRunThatIsSilentForTheIdleTimeIsUnavailable() {
        Events run = events().at("10:00").started().stepStarted("charge", 1);
        assertThat(read(run, "10:30", "11:30").kind()).isEqualTo(SignalKind.PHASE);
        Signal silent = read(run, "10:30", "11:30:01");
        assertThat(silent.kind()).isEqualTo(SignalKind.UNAVAILABLE);
        assertThat(silent.summary()).isEqualTo("No event since 10:30 UTC. Last known: At charge.");
        assertThat(silent.since()).isEqualTo(time("10:30"));
        assertThat(silent.phase()).isEqualTo(SignalPhase.ANALYZE);
    }

    @Test
    void whoWaitsUntilATimeIsNotExpectedToSpeakBefore() {
        Events run = events().at("10:00").started().paused("sleep").resumeAt("20:00");
        assertThat(read(run, "10:00", "21:00").kind()).isEqualTo(SignalKind.BLOCKED);
        assertThat(read(run, "10:00", "21:00:01").summary())
                .isEqualTo("No event since 10:00 UTC. Last known: Sleeping until 20:00 UTC.");
    }

    @Test
    void whoWaitsForSomebodyIsNeverUnavailable() {
        assertThat(read(events().at("01:00").started().paused(null), "01:00", "23:00")
                        .kind())
                .isEqualTo(SignalKind.BLOCKED);
    }

    @Test
    void aRetryThatNobodyGaveATimeIsExpectedSoon() {
        Events run = events().at("10:00").started().stepStarted("charge", 1).stepFailed("charge", 1, true);
        assertThat(read(run, "10:00", "11:00:01").kind()).isEqualTo(SignalKind.UNAVAILABLE);
    }

    @Test
    void whatHasEndedStaysAsItIs() {
        Events run = events().at("10:00").started().completed();
        assertThat(read(run, "10:00", "23:00")).isEqualTo(Told.signal(run));
    }

    @Test
    void theSentenceStaysWithinItsBound() {
        Events run = events().at("10:00").started().stepStarted("📨".repeat(200), 1);
        assertThat(read(run, "10:00", "23:00").summary()).hasSizeLessThanOrEqualTo(Signal.LONGEST_SUMMARY);
    }

    @Test
    void timeThatHasPassedIsNoLongerLeft() {
        Signal signal = Told.signal(events().at("10:00").started()).withEta(90);
        assertThat(eta(signal, "10:00")).isEqualTo(90);
        assertThat(eta(signal, "09:59")).isEqualTo(90);
        assertThat(eta(signal, "10:01")).isEqualTo(30);
        assertThat(eta(signal, "10:05")).isZero();
        assertThat(signal.asReadAt(time("12:00"), time("10:00"), IDLE_MS).etaSeconds())
                .isNull();
    }

    private static Integer eta(Signal signal, String now) {
        return signal.asReadAt(time(now), time("10:00"), IDLE_MS).etaSeconds();
    }

    @Test
    void nothingEndsBeforeItWakesUp() {
        Events run = events().at("10:00").started().paused("sleep").resumeAt("10:10");
        assertThat(Told.signal(run).withEta(90).etaSeconds()).isEqualTo(600);
        assertThat(Told.signal(run).withEta(900).etaSeconds()).isEqualTo(900);
        assertThat(Told.signal(run).withEta(null).etaSeconds()).isNull();
    }

    @Test
    void whatHasNotBegunOrHasEndedHasNoTimeLeft() {
        assertThat(Told.signal(events().at("10:00").queued()).withEta(90).etaSeconds())
                .isNull();
        assertThat(Told.signal(events().at("10:00").started().failed())
                        .withEta(90)
                        .etaSeconds())
                .isNull();
    }
}
