package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LifecycleTest {

    @ParameterizedTest
    @CsvSource({
        "start, stage_started",
        "STARTED, stage_started",
        "Begin, stage_started",
        "stage_started, stage_started",
        "'', stage_completed",
        "complete, stage_completed",
        "COMPLETED, stage_completed",
        "End, stage_completed",
        "FINISH, stage_completed",
        "finished, stage_completed",
        "stage_completed, stage_completed",
        "SCHEDULE, stage_scheduled",
        "scheduled, stage_scheduled",
        "pi_abort, stage_pi_abort",
        "Manual  Skip!, stage_manual_skip_",
    })
    void anyCaseWillDo(String transition, String type) {
        assertThat(Lifecycle.eventType(transition)).isEqualTo(type);
    }

    @Test
    void noTransitionIsACompletion() {
        assertThat(Lifecycle.eventType(null)).isEqualTo("stage_completed");
    }
}
