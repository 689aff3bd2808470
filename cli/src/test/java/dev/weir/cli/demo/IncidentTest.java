package dev.weir.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IncidentTest {
    private static final long DAY = 86_400_000;

    @ParameterizedTest
    @EnumSource
    void beginsAndEndsAgainAndAgain(Incident incident) {
        int begins = 0;
        long on = 0;
        boolean before = incident.isOn(20_500 * DAY);
        for (long at = 20_500 * DAY; at < 20_501 * DAY; at += 1_000) {
            boolean now = incident.isOn(at);
            begins += now && !before ? 1 : 0;
            on += now ? 1 : 0;
            before = now;
            assertThat(incident.isOn(incident.endOf(at)) && now).isFalse();
        }
        assertThat(begins).isBetween(20, 70);
        assertThat(on).isBetween(86_400L / 30, 86_400L / 3);
    }
}
