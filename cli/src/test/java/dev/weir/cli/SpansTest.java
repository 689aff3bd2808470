package dev.weir.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpansTest {
    @ParameterizedTest
    @CsvSource({
        "0,0 ms",
        "999,999 ms",
        "1000,1.0 s",
        "59999,59.9 s",
        "60000,1 min 00 s",
        "3599999,59 min 59 s",
        "3600000,1 h 00 min",
        "86399999,23 h 59 min",
        "93600000,1 d 2 h"
    })
    void saysDurations(long ms, String words) {
        assertThat(Spans.duration(ms)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-04T00:00:00Z,00:00:00",
        "2026-03-03T23:59:59Z,03 Mar 23:59",
        "2024-03-03T23:59:59Z,2024-03-03 23:59"
    })
    void saysMoments(Instant at, String words) {
        assertThat(Spans.moment(at, Instant.parse("2026-03-04T10:00:00Z"))).isEqualTo(words);
    }
}
