package dev.weir.core.run;

import static dev.weir.core.run.Events.events;

import org.junit.jupiter.api.Test;

class DurationsTest {

    @Test
    void aStepsReportedDurationIsItsTotalAndAnAttemptsOwnIsComputed() {
        Rows rows = retried()
                .at("10:03:30")
                .stepCompleted("charge", 2)
                .durationMs(209_000)
                .rows();
        rows.showSteps("""
                stepName=charge status=completed currentAttempt=2 retryCount=1
                startedAt=10:00:00 completedAt=10:03:30 durationMs=30000 totalDurationMs=209000""");
        rows.showAttempts("""
                - stepName=charge attemptNumber=1 result=failure startedAt=10:00:00 endedAt=10:01:00 durationMs=60000
                  retryScheduled=true startEventId=#2 endEventId=#3
                - stepName=charge attemptNumber=2 result=success startedAt=10:03:00 endedAt=10:03:30 durationMs=30000
                  startEventId=#4 endEventId=#5""");
    }

    @Test
    void withoutAReportTheTotalIsFromTheFirstStartToTheEnd() {
        retried().at("10:03:30").stepCompleted("charge", 2).rows().showSteps("""
                        stepName=charge status=completed currentAttempt=2 retryCount=1
                        startedAt=10:00:00 completedAt=10:03:30 durationMs=30000 totalDurationMs=210000""");
        retried().at("10:03:30").stepFailed("charge", 2, false).rows().showSteps("""
                        stepName=charge status=failed currentAttempt=2 retryCount=1
                        startedAt=10:00:00 durationMs=30000 totalDurationMs=210000""");
    }

    @Test
    void aRunsDurationIsFromItsFirstStartToItsEndWhateverWasReported() {
        events().at("10:00")
                .queued()
                .at("10:01")
                .started()
                .at("10:02")
                .paused("sleep")
                .at("11:00")
                .resumed()
                .at("11:01")
                .completed()
                .durationMs(60_000)
                .rows()
                .showWorkflow("""
                        status=completed startedAt=10:01:00 completedAt=11:01:00 durationMs=3600000
                        reportedDurationMs=60000""");
    }

    @Test
    void failedAndCancelledRunsHaveADurationToo() {
        events().at("10:00")
                .started()
                .at("10:01")
                .failed()
                .rows()
                .showWorkflow("status=failed startedAt=10:00:00 failedAt=10:01:00 durationMs=60000");
        events().at("10:00")
                .started()
                .at("10:01")
                .cancelled()
                .rows()
                .showWorkflow("status=cancelled startedAt=10:00:00 cancelledAt=10:01:00 durationMs=60000");
    }

    @Test
    void millisecondsAreCountedFromMicroseconds() {
        events().at("10:00:00.000900")
                .started()
                .at("10:00:00.002100")
                .completed()
                .rows()
                .showWorkflow("""
                        status=completed startedAt=10:00:00.000900 completedAt=10:00:00.002100 durationMs=2""");
    }

    @Test
    void noDurationIsNegativeWhenAnEarlierAttemptStartsAfterTheEnd() {
        events().at("10:00")
                .started()
                .at("10:01")
                .stepCompleted("charge", 2)
                .at("10:02")
                .stepStarted("charge", 1)
                .rows()
                .showSteps("""
                        stepName=charge status=completed currentAttempt=2 startedAt=10:02:00 completedAt=10:01:00""");
    }

    private static Events retried() {
        return events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .retryScheduled("charge", 1)
                .at("10:03")
                .stepStarted("charge", 2);
    }
}
