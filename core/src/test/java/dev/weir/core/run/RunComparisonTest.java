package dev.weir.core.run;

import static dev.weir.core.run.Events.events;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RunComparisonTest {
    private static final Events GOOD = events().at("10:00")
            .started()
            .stepStarted("reserve", 1)
            .stepCompleted("reserve", 1)
            .durationMs(200)
            .stepStarted("charge", 1)
            .stepCompleted("charge", 1)
            .durationMs(300)
            .stepStarted("ship", 1)
            .stepCompleted("ship", 1)
            .durationMs(100)
            .at("10:05")
            .completed();

    private static Events failedWhileCharging() {
        return events().at("11:00")
                .started()
                .stepStarted("check", 1)
                .stepCompleted("check", 1)
                .stepStarted("reserve", 1)
                .stepCompleted("reserve", 1)
                .durationMs(900)
                .stepStarted("quote", 1)
                .stepCompleted("quote", 1)
                .stepStarted("charge", 1)
                .stepFailed("charge", 1, true)
                .stepStarted("charge", 2)
                .stepFailed("charge", 2, false)
                .error("card declined", "charge", 2)
                .at("11:05")
                .failed();
    }

    private static RunRows rows(Events story) {
        return Rows.newest(story.list()).rows();
    }

    private static RunComparison compared(Events here, Events there) {
        return RunComparison.of(rows(here).steps(), rows(there).steps(), Object::equals);
    }

    @Test
    void stepsAreInOneOrderWithWhatDiffers() {
        RunComparison compared = compared(failedWhileCharging(), GOOD);
        assertThat(compared.steps().stream().map(pair -> pair.stepName() + " " + pair.differs()))
                .containsExactly(
                        "check [missing]",
                        "reserve [duration]",
                        "quote [missing]",
                        "charge [status, duration, attempts]",
                        "ship [missing]");
        assertThat(compared.partsAt()).isEqualTo("check");
        assertThat(compared.steps().get(3).here())
                .isEqualTo(new RunComparison.StepSide(StepStatus.FAILED, 0L, 2, "card declined"));
        assertThat(compared.steps().get(4).here()).isNull();
    }

    @Test
    void itIsSaidWhereTheyPart() {
        Events here = events().at("11:00")
                .started()
                .stepStarted("reserve", 1)
                .stepCompleted("reserve", 1)
                .durationMs(200)
                .stepStarted("charge", 1)
                .stepFailed("charge", 1, false)
                .at("11:05")
                .failed();
        RunComparison compared = compared(here, GOOD);
        assertThat(compared.sentence(rows(here).workflow(), rows(GOOD).workflow(), true))
                .isEqualTo(
                        "It parts from order-1, which completed 60 min before, at charge: failed here, completed there."
                                + " Their inputs differ.");
    }

    @Test
    void runsThatWentTheSameWayDoNotPart() {
        RunComparison compared = compared(GOOD, GOOD);
        assertThat(compared.partsAt()).isNull();
        assertThat(compared.steps()).allMatch(pair -> pair.differs().isEmpty()).hasSize(3);
        assertThat(compared.sentence(rows(GOOD).workflow(), rows(GOOD).workflow(), false))
                .isEqualTo("Every step ended as in order-1, which completed.");
    }

    @Test
    void withoutAGoodRunThereIsNothingToCompareWith() {
        Events here = failedWhileCharging();
        RunComparison compared = RunComparison.of(rows(here).steps(), List.of(), Object::equals);
        assertThat(compared.sentence(rows(here).workflow(), null, false))
                .isEqualTo("No run of order has completed, so there is nothing to compare with.");
    }

    @Test
    void aBlinkIsNoDifference() {
        assertThat(durations(10, 90)).isEmpty();
        assertThat(durations(1000, 1400)).isEmpty();
        assertThat(durations(1000, 1600)).containsExactly("duration");
        assertThat(durations(1600, 1000)).containsExactly("duration");
    }

    private static List<String> durations(long here, long there) {
        return compared(oneStep(here), oneStep(there)).steps().get(0).differs();
    }

    private static Events oneStep(long ms) {
        return events().at("10:00")
                .started()
                .stepStarted("only", 1)
                .stepCompleted("only", 1)
                .durationMs(ms)
                .completed();
    }
}
