package dev.weir.core.run;

import static dev.weir.core.run.Events.events;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How an open run fares, and how it is said. */
class HealthTest {
    private static final HealthRules RULES = new HealthRules(30_000, 60_000, 3_600_000);
    private static final Usual QUICK = new Usual(33_000, 90_000, 12);

    @Test
    void runningIsFine() {
        Events run = events().at("10:00").started().stepStarted("charge", 1).maxAttempts(5);
        assertHealth(run, "10:01", HealthState.OK, "Running charge.");
        assertThat(health(run, "10:01", null))
                .extracting(Health::until, Health::attempt, Health::maxAttempts)
                .containsExactly(null, 1, 5);
        assertHealth(events().at("10:00").started(), "10:01", HealthState.OK, "Running.");
    }

    @Test
    void aLaterAttemptIsRetrying() {
        Events run = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .stepFailed("charge", 1, true)
                .at("10:01")
                .stepStarted("charge", 2)
                .maxAttempts(5);
        assertHealth(run, "10:02", HealthState.RETRYING, "charge is in attempt 2 of 5.");
    }

    @Test
    void whatIsDoneAgainIsNotRetrying() {
        Events run = events().at("10:00")
                .started()
                .stepStarted("qc", 1)
                .stepCompleted("qc", 1)
                .at("10:01")
                .stepStarted("qc", 2);
        assertHealth(run, "10:02", HealthState.OK, "Running qc again, pass 2.");
    }

    @Test
    void aStepThatWaitsForItsNextAttemptIsRetryingUntilItIsOverdue() {
        Events run = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .stepFailed("charge", 1, true)
                .retryScheduled("charge", 1)
                .nextAttemptAt("10:05");
        assertHealth(run, "10:01", HealthState.RETRYING, "charge failed in attempt 1 and is tried again at 10:05 UTC.");
        assertThat(health(run, "10:01", null).until()).isEqualTo(RunRows.instant(Events.time("10:05")));
        assertHealth(
                run, "10:05:30", HealthState.RETRYING, "charge failed in attempt 1 and is tried again at 10:05 UTC.");
        assertHealth(run, "10:05:31", HealthState.OVERDUE, "charge should have been tried again 31 s ago.");
    }

    @Test
    void aRunThatIsPausedForARetryIsRetrying() {
        Events run = events().at("10:00").started().paused("retry").resumeAt("10:10");
        assertHealth(run, "10:01", HealthState.RETRYING, "The run failed and is tried again at 10:10 UTC.");
        assertHealth(run, "10:40", HealthState.OVERDUE, "The run should have been tried again 30 min ago.");
    }

    @Test
    void aSleeperWaitsUntilItIsOverdue() {
        Events run = events().at("10:00").started().paused("sleep").resumeAt("15:00");
        assertHealth(run, "14:59", HealthState.WAITING, "Sleeping until 15:00 UTC.");
        assertHealth(run, "15:00:30", HealthState.WAITING, "Sleeping until 15:00 UTC.");
        assertHealth(run, "15:24", HealthState.OVERDUE, "Should have resumed 24 min ago.");
        assertHealth(run, "18:30", HealthState.OVERDUE, "Should have resumed 3 h ago.");
    }

    @Test
    void aSleepWithoutAPauseCountsToo() {
        Events run = events().at("10:00").started().sleepStarted(600_000);
        assertHealth(run, "10:01", HealthState.WAITING, "Sleeping until 10:10 UTC.");
    }

    @Test
    void whatWaitsForSomebodyIsNeverOverdue() {
        assertHealth(
                events().at("01:00").started().paused(null),
                "23:00",
                HealthState.WAITING,
                "Paused until it is resumed.");
    }

    @Test
    void silenceStallsWhenItIsLongerThanUsual() {
        Events run = events().at("10:00").started();
        assertThat(health(run, "10:01:30", QUICK).state()).isEqualTo(HealthState.OK);
        assertThat(health(run, "10:01:31", QUICK))
                .extracting(Health::state, Health::reason)
                .containsExactly(HealthState.STALLED, "No event for 91 s; order usually takes 33 s.");
        assertThat(health(run, "10:00:59", new Usual(5, 9, 5)).state()).isEqualTo(HealthState.OK);
        assertThat(health(run, "10:01:01", new Usual(5, 9, 5)).reason())
                .isEqualTo("No event for 61 s; order usually takes 5 ms.");
        assertHealth(run, "11:00", HealthState.OK, "Running.");
        assertHealth(run, "11:00:01", HealthState.STALLED, "No event for 60 min.");
    }

    @Test
    void aLaterAttemptThatIsSilentIsStalled() {
        Events run = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .stepFailed("charge", 1, true)
                .stepStarted("charge", 2);
        assertThat(health(run, "10:30", QUICK).state()).isEqualTo(HealthState.STALLED);
    }

    @Test
    void theQueueIsWaitedIn() {
        Events run = events().at("10:00").queued();
        assertHealth(run, "10:30", HealthState.WAITING, "Queued since 10:00 UTC.");
        assertHealth(run, "13:00", HealthState.STALLED, "Queued for 3 h and not started.");
    }

    @Test
    void anotherDayIsNamed() {
        Events run = events().at("23:00").started().paused("sleep").resumeAt("23:30");
        RunState state = state(run);
        long dayBefore = Events.time("12:00") - 86_400_000_000L;
        assertThat(Health.of(HealthFacts.of(state), "order", null, RULES, dayBefore)
                        .reason())
                .isEqualTo("Sleeping until 1 Mar 23:30 UTC.");
        long yearBefore = Events.time("12:00") - 100 * 86_400_000_000L;
        assertThat(Health.of(HealthFacts.of(state), "order", null, RULES, yearBefore)
                        .reason())
                .isEqualTo("Sleeping until 1 Mar 2026 23:30 UTC.");
    }

    @ParameterizedTest
    @EnumSource(
            value = RunStatus.class,
            names = {"COMPLETED", "FAILED", "CANCELLED"})
    void whatHasEndedHasNone(RunStatus status) {
        Events run = events().at("10:00").started();
        RunState ended = state(
                switch (status) {
                    case COMPLETED -> run.completed();
                    case FAILED -> run.failed();
                    default -> run.cancelled();
                });
        assertThat(Health.of(HealthFacts.of(ended), "order", null, RULES, Events.time("23:00")))
                .isNull();
    }

    private static void assertHealth(Events run, String now, HealthState state, String reason) {
        assertThat(health(run, now, null))
                .extracting(Health::state, Health::reason)
                .containsExactly(state, reason);
    }

    private static Health health(Events run, String now, Usual usual) {
        return Health.of(HealthFacts.of(state(run)), "order", usual, RULES, Events.time(now));
    }

    private static RunState state(Events run) {
        List<RunState> runs = RunFold.fold(run.list());
        return runs.get(runs.size() - 1);
    }
}
