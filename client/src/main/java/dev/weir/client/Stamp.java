package dev.weir.client;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.UUID;

/** The identity of an event and the moment at which it happened. */
record Stamp(UUID id, Instant time) {

    private static final DateTimeFormatter MICROSECONDS =
            new DateTimeFormatterBuilder().appendInstant(6).toFormatter();

    /** ISO-8601 in UTC, always with six digits, so that timestamps also compare as text. */
    String timestamp() {
        return MICROSECONDS.format(time);
    }
}
