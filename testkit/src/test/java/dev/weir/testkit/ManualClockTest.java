package dev.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class ManualClockTest {
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    @Test
    void itMovesOnlyWhenItIsMoved() {
        ManualClock clock = new ManualClock(START);
        assertThat(clock.instant()).isEqualTo(START);
        clock.advance(Duration.ofSeconds(90));
        assertThat(clock.instant()).isEqualTo(Instant.parse("2026-03-01T10:01:30Z"));
        clock.set(START);
        assertThat(clock.millis()).isEqualTo(START.toEpochMilli());
    }

    @Test
    void itShowsTheSameTimeInAnotherZone() {
        ManualClock clock = new ManualClock(START);
        Clock chatham = clock.withZone(ZoneId.of("Pacific/Chatham"));
        clock.advance(Duration.ofHours(1));
        assertThat(chatham.instant()).isEqualTo(clock.instant());
        assertThat(chatham.getZone()).isEqualTo(ZoneId.of("Pacific/Chatham"));
        assertThat(clock.getZone()).isEqualTo(ZoneOffset.UTC);
    }
}
