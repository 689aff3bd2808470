package dev.weir.core.run;

import static dev.weir.core.run.Events.events;

import org.junit.jupiter.api.Test;

class SleepsTest {

    @Test
    void anOpenSleepShowsHowLongItIsMeantToLast() {
        started()
                .sleepStarted(60_000)
                .resumeAt("10:01")
                .rows()
                .showSleeps("durationMs=60000 startedAt=10:00:00 resumeAt=10:01:00 startEventId=#2");
    }

    @Test
    void whatTheStartDoesNotSayFollowsFromTheRest() {
        started()
                .sleepStarted(60_000)
                .rows()
                .showSleeps("durationMs=60000 startedAt=10:00:00 resumeAt=10:01:00 startEventId=#2");
        started()
                .sleepStarted(null)
                .resumeAt("10:02")
                .rows()
                .showSleeps("durationMs=120000 startedAt=10:00:00 resumeAt=10:02:00 startEventId=#2");
    }

    @Test
    void theDurationIsComputedSinceTheReportedOneCanBeZero() {
        started().sleepStarted(60_000).at("10:01:05").sleepCompleted(0).rows().showSleeps("""
                        durationMs=65000 startedAt=10:00:00 resumeAt=10:01:00 completedAt=10:01:05 completed=true
                        startEventId=#2 completeEventId=#3""");
    }

    @Test
    void aSleepOf25DaysDoesNotOverflow() {
        events().at("10:00")
                .started()
                .sleepStarted(null)
                .durationMs(25L * 24 * 3600 * 1000)
                .rows()
                .showSleeps("durationMs=2160000000 startedAt=10:00:00 resumeAt=2026-03-26T10:00:00 startEventId=#2");
    }

    @Test
    void atMostOneSleepIsOpen() {
        started().sleepStarted(60_000).at("10:05").sleepStarted(30_000).rows().showSleeps("""
                - durationMs=300000 startedAt=10:00:00 resumeAt=10:01:00 completedAt=10:05:00 completed=true
                  startEventId=#2 inferred=true
                - durationMs=30000 startedAt=10:05:00 resumeAt=10:05:30 startEventId=#3""");
    }

    @Test
    void eachSleepIsClosedByItsOwnCompletion() {
        started()
                .sleepStarted(60_000)
                .at("10:01")
                .sleepCompleted(60_000)
                .at("10:05")
                .sleepStarted(30_000)
                .at("10:05:30")
                .sleepCompleted(30_000)
                .rows()
                .showSleeps("""
                - durationMs=60000 startedAt=10:00:00 resumeAt=10:01:00 completedAt=10:01:00 completed=true
                  startEventId=#2 completeEventId=#3
                - durationMs=30000 startedAt=10:05:00 resumeAt=10:05:30 completedAt=10:05:30 completed=true
                  startEventId=#4 completeEventId=#5""");
    }

    @Test
    void anEndOfAnyKindClosesAnOpenSleep() {
        String closed = """
                durationMs=30000 startedAt=10:00:00 resumeAt=10:01:00 completedAt=10:00:30 completed=true
                startEventId=#2 inferred=true""";
        asleep().completed().rows().showSleeps(closed);
        asleep().failed().rows().showSleeps(closed);
        asleep().cancelled().rows().showSleeps(closed);
    }

    @Test
    void aSleepThatStartsAfterTheEndIsNotOpen() {
        started().at("10:01").completed().sleepStarted(60_000).rows().showSleeps("""
                        durationMs=0 startedAt=10:01:00 resumeAt=10:02:00 completedAt=10:01:00 completed=true
                        startEventId=#3 inferred=true""");
    }

    @Test
    void aCompletionWhoseStartWasLostMakesASleep() {
        started().at("10:01").sleepCompleted(20_000).rows().showSleeps("""
                        durationMs=20000 startedAt=10:00:40 resumeAt=10:01:00 completedAt=10:01:00 completed=true
                        completeEventId=#2 inferred=true""");
    }

    @Test
    void everyCompletionWhoseStartWasLostMakesASleep() {
        started()
                .at("10:01")
                .sleepCompleted(20_000)
                .at("10:03")
                .sleepCompleted(30_000)
                .rows()
                .showSleeps("""
                - durationMs=20000 startedAt=10:00:40 resumeAt=10:01:00 completedAt=10:01:00 completed=true
                  completeEventId=#2 inferred=true
                - durationMs=30000 startedAt=10:02:30 resumeAt=10:03:00 completedAt=10:03:00 completed=true
                  completeEventId=#3 inferred=true""");
    }

    @Test
    void aCompletionAfterTheEndIsOfTheSleepThatTheEndClosed() {
        asleep().failed().at("10:01").sleepCompleted(60_000).rows().showSleeps("""
                        durationMs=30000 startedAt=10:00:00 resumeAt=10:01:00 completedAt=10:00:30 completed=true
                        startEventId=#2 inferred=true""");
    }

    private static Events started() {
        return events().at("10:00").started();
    }

    private static Events asleep() {
        return started().sleepStarted(60_000).at("10:00:30");
    }
}
