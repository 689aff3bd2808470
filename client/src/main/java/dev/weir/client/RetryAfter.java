package dev.weir.client;

import java.net.http.HttpHeaders;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** How long a server asks to be left alone, as seconds or as a date (RFC 9110, 10.2.3). */
final class RetryAfter {

    /** A server that asks for more is more likely misconfigured than wise. */
    private static final Duration LONGEST = Duration.ofHours(1);

    private RetryAfter() {}

    /** Null if it does not ask. A date is compared with the server's own clock if the answer shows it. */
    static @Nullable Duration of(HttpHeaders headers, Instant now) {
        String value = headers.firstValue("Retry-After").map(String::strip).orElse("");
        Duration wait;
        if (!value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9')) {
            wait = value.length() > 9 ? LONGEST : Duration.ofSeconds(Long.parseLong(value));
        } else {
            Instant until = date(value);
            if (until == null) {
                return null;
            }
            Instant servers = date(headers.firstValue("Date").orElse(""));
            wait = Duration.between(servers != null ? servers : now, until);
        }
        return wait.isNegative() ? Duration.ZERO : wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
    }

    private static @Nullable Instant date(String value) {
        try {
            return ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }
}
