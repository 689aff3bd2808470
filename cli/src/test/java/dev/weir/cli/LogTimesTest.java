package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.core.run.RunRows;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogTimesTest {
    private final AtomicInteger guesses = new AtomicInteger();
    private final LogTimes guessing = new LogTimes(Optional.empty(), guesses::incrementAndGet);
    private static final LogTimes BERLIN = new LogTimes(Optional.of(ZoneId.of("Europe/Berlin")), () -> {
        throw new AssertionError("nothing is left to guess");
    });

    @ParameterizedTest
    @CsvSource({
        "2026-01-31T12:00:00Z, 2026-01-31T12:00:00Z",
        "2026-01-31T12:00:00.000+01:00, 2026-01-31T11:00:00Z",
        "2026-01-31 12:00:00+01:00, 2026-01-31T11:00:00Z",
        "2026-01-31 12:00:00.123456+0530, 2026-01-31T06:30:00.123456Z",
        "2026-01-31 12:00:00 +0100, 2026-01-31T11:00:00Z",
        "2026/01/31 12:00 UTC, 2026-01-31T12:00:00Z",
        "2026-01-31 12:00:00 gmt, 2026-01-31T12:00:00Z",
        "' 2026-01-31 12:00:00Z ', 2026-01-31T12:00:00Z",
        "1769860800, 2026-01-31T12:00:00Z",
        "1769860800123, 2026-01-31T12:00:00.123Z",
        "1769860800123456, 2026-01-31T12:00:00.123456Z",
    })
    void readsTimesWithAZone(String text, String time) throws Unusable {
        assertThat(RunRows.instant(guessing.parse(text))).hasToString(time);
        assertThat(guesses).hasValue(0);
        assertThat(RunRows.instant(BERLIN.parse(text))).hasToString(time);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-31T12:00:00, 2026-01-31T11:00:00Z",
        "2026-07-31 12:00:00.25, 2026-07-31T10:00:00.250Z",
        "2026-01-31, 2026-01-30T23:00:00Z",
        "1969-12-31 12:00:00.25, 1969-12-31T11:00:00.250Z",
        "2026-03-29 02:30:00, 2026-03-29T01:30:00Z", // does not exist there: an hour later
        "2026-10-25 02:30:00, 2026-10-25T00:30:00Z", // is there twice: the first
    })
    void readsTimesWithoutAZoneAsOfTheOneThatIsGiven(String text, String time) throws Unusable {
        assertThat(RunRows.instant(BERLIN.parse(text))).hasToString(time);
    }

    @Test
    void takesTimesWithoutAZoneAsUtcAndSaysSoOnce() throws Unusable {
        assertThat(RunRows.instant(guessing.parse("2026-01-31 12:00:00.25"))).hasToString("2026-01-31T12:00:00.250Z");
        assertThat(RunRows.instant(guessing.parse("2026-07-31"))).hasToString("2026-07-31T00:00:00Z");
        assertThat(guesses).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "31.01.2026 12:00", "2026-13-31 12:00:00Z", "2026-01-31 12:00:00 CET", "12345"})
    void refusesWhatIsNoTime(String text) {
        assertThatThrownBy(() -> BERLIN.parse(text))
                .isInstanceOf(Unusable.class)
                .hasMessage("\"" + text + "\" is no time: write it as 2026-01-31T12:00:00+01:00.");
    }
}
