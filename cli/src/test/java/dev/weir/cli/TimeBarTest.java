package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimeBarTest {
    private static Instant at(long ms) {
        return Instant.ofEpochMilli(1_000_000 + ms);
    }

    @Test
    void drawsToScaleAndLosesNothingShort() {
        TimeBar bar = new TimeBar(at(0), at(1_000), 10)
                .fill(at(0), at(1), TimeBar.WORK)
                .fill(at(200), at(500), TimeBar.FAILED)
                .fill(at(400), at(800), TimeBar.GAP)
                .fill(at(999), at(5_000), TimeBar.WORK);

        assertThat(bar).hasToString("█ ▓▓▓··· █");
    }

    @Test
    void standsForNoTimeToo() {
        assertThat(new TimeBar(at(0), at(0), 3).fill(at(0), at(0), TimeBar.WORK))
                .hasToString("█  ");
    }
}
