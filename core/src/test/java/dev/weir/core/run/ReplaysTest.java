package dev.weir.core.run;

import static dev.weir.core.run.Events.events;

import org.junit.jupiter.api.Test;

/** Cached completions: what an engine that comes back says of the steps that it finds already done. */
class ReplaysTest {
    private static final String CHARGE = """
            stepName=charge status=completed currentAttempt=1 result=value of #3
            startedAt=10:00:00 completedAt=10:01:00 durationMs=60000 totalDurationMs=60000""";
    private static final String CHARGE_ATTEMPT = """
            stepName=charge attemptNumber=1 result=success startedAt=10:00:00 endedAt=10:01:00 durationMs=60000
            startEventId=#2 endEventId=#3""";

    @Test
    void aReplayNeitherCountsNorOverwrites() {
        Rows rows =
                charged().at("11:00").resumed().stepReplayed("charge").value().rows();
        rows.showWorkflow("status=running completedSteps=[charge] totalStepsExecuted=1 startedAt=10:00:00");
        rows.showSteps(CHARGE);
        rows.showAttempts(CHARGE_ATTEMPT);
    }

    @Test
    void aReplayDoesNotChangeTheOrderOfCompletion() {
        charged()
                .at("10:02")
                .stepStarted("ship", 1)
                .at("10:03")
                .stepCompleted("ship", 1)
                .at("11:00")
                .resumed()
                .stepReplayed("ship")
                .stepReplayed("charge")
                .rows()
                .showWorkflow("status=running completedSteps=[charge, ship] totalStepsExecuted=2 startedAt=10:00:00");
    }

    @Test
    void aReplayOfWhatWasNeverSeenIsACompletedStepWithoutAnAttempt() {
        Rows rows =
                events().at("11:00").resumed().stepReplayed("charge").value().rows();
        rows.showWorkflow("""
                status=running completedSteps=[charge] startedAt=11:00:00 inferred=[started_at]""");
        rows.showSteps("""
                stepName=charge status=completed result=value of #2 cached=true completedAt=11:00:00""");
        rows.showNoAttempts();
    }

    @Test
    void aCachedCompletionThatHasAStartIsAnAttempt() {
        Rows rows = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .stepReplayed("charge")
                .rows();
        rows.showWorkflow("status=running completedSteps=[charge] totalStepsExecuted=1 startedAt=10:00:00");
        rows.showAttempts("""
                stepName=charge attemptNumber=1 result=success startedAt=10:00:00 endedAt=10:01:00 durationMs=60000
                startEventId=#2 endEventId=#3""");
    }

    @Test
    void aReplayDoesNotCloseAnAttemptThatWasNeverEnded() {
        Rows rows = events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:02")
                .stepStarted("charge", 2)
                .at("10:03")
                .stepCompleted("charge", 2)
                .at("11:00")
                .resumed()
                .stepReplayed("charge")
                .rows();
        rows.showSteps("""
                stepName=charge status=completed currentAttempt=2 startedAt=10:00:00 completedAt=10:03:00
                durationMs=60000 totalDurationMs=180000""");
        rows.showAttempts("""
                - stepName=charge attemptNumber=1 startedAt=10:00:00 startEventId=#2
                - stepName=charge attemptNumber=2 result=success startedAt=10:02:00 endedAt=10:03:00 durationMs=60000
                  startEventId=#3 endEventId=#4""");
    }

    @Test
    void aReplayAfterTheEndChangesNothing() {
        Rows rows = charged()
                .at("10:05")
                .completed()
                .at("11:00")
                .stepReplayed("charge")
                .rows();
        rows.showWorkflow("""
                status=completed completedSteps=[charge] totalStepsExecuted=1
                startedAt=10:00:00 completedAt=10:05:00 durationMs=300000""");
        rows.showSteps(CHARGE);
    }

    private static Events charged() {
        return events().at("10:00")
                .started()
                .stepStarted("charge", 1)
                .at("10:01")
                .stepCompleted("charge", 1)
                .durationMs(60_000)
                .value();
    }
}
