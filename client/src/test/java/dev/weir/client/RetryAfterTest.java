package dev.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RetryAfterTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private static Duration of(String value, String date) {
        Map<String, List<String>> headers = new HashMap<>();
        headers.put("retry-after", List.of(value));
        if (date != null) {
            headers.put("date", List.of(date));
        }
        return RetryAfter.of(HttpHeaders.of(headers, (name, each) -> true), NOW);
    }

    @Test
    void seconds() {
        assertThat(of("0", null)).isEqualTo(Duration.ZERO);
        assertThat(of(" 120 ", null)).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void aDateIsComparedWithTheServersClockIfItIsShown() {
        assertThat(of("Sun, 01 Mar 2026 12:00:30 GMT", null)).isEqualTo(Duration.ofSeconds(30));
        assertThat(of("Sun, 01 Mar 2026 12:00:30 GMT", "Sun, 01 Mar 2026 12:00:20 GMT"))
                .isEqualTo(Duration.ofSeconds(10));
        assertThat(of("Sun, 01 Mar 2026 11:00:00 GMT", null)).isEqualTo(Duration.ZERO);
    }

    @Test
    void tooLongIsCutToAnHour() {
        assertThat(of("86400", null)).isEqualTo(Duration.ofHours(1));
        assertThat(of("99999999999999999999", null)).isEqualTo(Duration.ofHours(1));
        assertThat(of("Sun, 01 Mar 2037 12:00:00 GMT", null)).isEqualTo(Duration.ofHours(1));
    }

    @Test
    void nonsenseAsksForNothing() {
        assertThat(of("", null)).isNull();
        assertThat(of("soon", null)).isNull();
        assertThat(of("-5", null)).isNull();
        assertThat(of("1.5", null)).isNull();
        assertThat(RetryAfter.of(HttpHeaders.of(Map.of(), (name, each) -> true), NOW))
                .isNull();
    }
}
