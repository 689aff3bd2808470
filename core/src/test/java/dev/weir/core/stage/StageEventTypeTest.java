package dev.weir.core.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.core.event.EventType;
import org.junit.jupiter.api.Test;

class StageEventTypeTest {

    @Test
    void isKnownByItsNameOnTheWire() {
        assertThat(StageEventType.of("stage_started")).isEqualTo(StageEventType.STARTED);
        assertThat(StageEventType.of("stage_completed")).isEqualTo(StageEventType.COMPLETED);
        assertThat(StageEventType.of("stage_scheduled")).isNull();
    }

    @Test
    void ranksBehindTheEventsOfRuns() {
        assertThat(StageEventType.STARTED.rank()).isEqualTo(100);
        assertThat(StageEventType.COMPLETED.rank()).isEqualTo(101);
        assertThat(EventType.values()).hasSizeLessThan(100);
    }

    @Test
    void sourcesAreSpeltAsOnTheWire() {
        assertThat(StageSource.STAGE.label()).isEqualTo("stage");
        assertThat(StageSource.STEP.label()).isEqualTo("step");
    }
}
