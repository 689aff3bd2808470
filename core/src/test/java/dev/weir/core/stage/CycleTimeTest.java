package dev.weir.core.stage;

import static dev.weir.core.stage.Story.story;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CycleTimeTest {
    private static final double MINUTE = 60_000;

    @Test
    void percentilesLieBetweenTheValues() {
        assertThat(DurationStats.of(new long[] {4000, 1000, 3000, 2000, 5000}))
                .isEqualTo(new DurationStats(5, 3000.0, 4600.0, 4960.0, 3000.0));
        assertThat(DurationStats.of(new long[] {4, 1, 2, 3}).p50Ms()).isEqualTo(2.5);
        assertThat(DurationStats.of(new long[] {7})).isEqualTo(new DurationStats(1, 7.0, 7.0, 7.0, 7.0));
        assertThat(DurationStats.of(new long[0])).isEqualTo(new DurationStats(0, null, null, null, null));
    }

    @Test
    void theGivenValuesStayInTheirOrder() {
        long[] given = {2, 1};
        DurationStats.of(given);
        assertThat(given).containsExactly(2, 1);
    }

    @Test
    void tellsFirstPassesPassesAndSpansApart() {
        List<StageRow> rows = new ArrayList<>();
        rows.add(story().at("10:00")
                .start("QC")
                .at("10:10")
                .complete("QC")
                .at("11:00")
                .start("QC")
                .at("11:20")
                .complete("QC")
                .row());
        rows.add(story().at("10:00").start("QC").at("10:30").complete("QC").row());
        CycleTime time = CycleTime.of(rows);
        assertThat(time.firstPass())
                .isEqualTo(new DurationStats(2, 20 * MINUTE, 28 * MINUTE, 29.8 * MINUTE, 20 * MINUTE));
        assertThat(time.perPass())
                .isEqualTo(new DurationStats(3, 20 * MINUTE, 28 * MINUTE, 29.8 * MINUTE, 20 * MINUTE));
        assertThat(time.span()).isEqualTo(new DurationStats(2, 55 * MINUTE, 75 * MINUTE, 79.5 * MINUTE, 55 * MINUTE));
    }

    @Test
    void countsWhatItLeavesOut() {
        List<StageRow> rows = new ArrayList<>();
        rows.add(story().at("10:00").complete("QC").at("10:01").start("QC").row());
        rows.add(story().at("10:00").complete("QC").complete("QC").row());
        rows.add(story().at("10:00").start("QC").row());
        CycleTime time = CycleTime.of(rows);
        assertThat(time.firstPass().n()).isZero();
        assertThat(time.perPass().n()).isZero();
        assertThat(time.span().n()).isZero();
        assertThat(time.invertedFirstPasses()).isEqualTo(1);
        assertThat(time.invertedPasses()).isEqualTo(1);
        assertThat(time.passesWithoutStart()).isEqualTo(2);
    }
}
