package dev.weir.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {
    private static final long LAST_SECOND =
            Instant.parse("9999-12-31T00:00:00Z").getEpochSecond();
    private static final DateTimeFormatter TO_THE_SECOND =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss", Locale.ROOT);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1970-01-01T00:00:00Z           | 0",
                "1970-01-01T00:00Z              | 0",
                "1970-01-01T00:00:00.000001Z    | 1",
                "1970-01-01T00:00:00.000000999Z | 0",
                "1970-01-01T00:00:00.1Z         | 100000",
                "1970-01-01T00:00:00,25Z        | 250000",
                "1970-01-01T00:00:01.123456789Z | 1123456",
                "1970-01-01T00:00:01.12345678901234567890Z | 1123456",
                "1970-01-01t00:00:01z           | 1000000",
                "1970-01-01T02:00:00+02:00      | 0",
                "1970-01-01T02:00:00+0200       | 0",
                "1970-01-01T02:00:00+02         | 0",
                "1970-01-01T02:00+02            | 0",
                "1970-01-01T00:00:00-00:00      | 0",
                "1969-12-31T18:30:00-05:30      | 0",
                "1970-01-01T18:00:00+18:00      | 0",
                "1970-01-01T00:00:00-18:00      | 64800000000",
                "1969-12-31T23:59:59.999999Z    | -1",
                "0000-01-01T00:00:00Z           | -62167219200000000",
                "2000-02-29T00:00:00Z           | 951782400000000",
                "2024-02-29T23:59:59.999Z       | 1709251199999000",
                "9999-12-31T23:59:59.999999999Z | 253402300799999999",
            })
    void readsEveryForm(String text, long micros) {
        assertThat(Timestamps.parse(text)).isEqualTo(micros);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "1700000000000",
                "2026-01-01",
                "2026-01-01T00:00:00", // no zone: guessing one would shift a run by hours
                "2026-01-01T00:00:00.000",
                "2026-01-01T00:00",
                "2026-01-01 00:00:00Z",
                "2026-01-01T00:00:00 Z",
                "2026-01-01T00:00:00Z ",
                " 2026-01-01T00:00:00Z",
                "2026-01-01T00:00:00ZZ",
                "2026-01-01T00:00:00[Europe/Berlin]",
                "2026-01-01T00:00:00Z[UTC]",
                "2026-01-01T00:00:00.Z",
                "2026-01-01T00:00:00.+01:00",
                "2026-01-01T00:00.5Z", // half a minute, and nobody means that
                "2026-01-01T00:00:Z",
                "2026-01-01T00:00:0Z",
                "2026-01-01T0:00:00Z",
                "2026-1-01T00:00:00Z",
                "2026-00-01T00:00:00Z",
                "2026-13-01T00:00:00Z",
                "2026-01-00T00:00:00Z",
                "2026-01-32T00:00:00Z",
                "2026-04-31T00:00:00Z",
                "2026-02-29T00:00:00Z",
                "2100-02-29T00:00:00Z",
                "1900-02-29T00:00:00Z",
                "2026-01-01T24:00:00Z",
                "2026-01-01T00:60:00Z",
                "2026-01-01T23:59:60Z",
                "2026-01-01T00:00:00+",
                "2026-01-01T00:00:00+1",
                "2026-01-01T00:00:00+01:",
                "2026-01-01T00:00:00+01:0",
                "2026-01-01T00:00:00+010",
                "2026-01-01T00:00:00+01:60",
                "2026-01-01T00:00:00+01:00:00",
                "2026-01-01T00:00:00+18:01",
                "2026-01-01T00:00:00-18:59",
                "2026-01-01T00:00:00+19:00",
                "2026-01-01T00:00:00\u221201:00", // a typographic minus
                "-2026-01-01T00:00:00Z",
                "+12026-01-01T00:00:00Z",
                "12026-01-01T00:00:00Z",
                "\u0662\u0660\u0662\u0666-01-01T00:00:00Z", // digits of another script
                "2026-W01-1T00:00:00Z",
                "20260101T000000Z",
            })
    void saysNoToTheRest(String text) {
        assertThat(Timestamps.parse(text)).isEqualTo(Timestamps.INVALID);
    }

    @Test
    void agreesWithTheLibrary() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            OffsetDateTime time = randomTime(random);
            String text = randomForm(random, time);
            OffsetDateTime meant = OffsetDateTime.parse(colons(text).replace(',', '.'));
            check(text, micros(meant));
            check(time.toInstant().toString(), micros(time));
        }
    }

    /** Whatever one wrong character makes of a time, both read the same or neither does. */
    @Test
    void agreesWithTheLibraryOnDamagedTimes() {
        Random random = new Random(2);
        String characters = "0123456789+-:.TZ,tz x\u0663";
        int readable = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder(TO_THE_SECOND.format(randomTime(random)))
                    .append(random.nextBoolean() ? ".123456" : "")
                    .append(random.nextBoolean() ? "Z" : "+05:45");
            text.setCharAt(random.nextInt(text.length()), characters.charAt(random.nextInt(characters.length())));
            if (random.nextInt(4) == 0) {
                text.deleteCharAt(random.nextInt(text.length()));
            }
            long expected = byLibrary(text.toString());
            check(text.toString(), expected);
            readable += expected == Timestamps.INVALID ? 0 : 1;
        }
        assertThat(readable).isBetween(2_000, 18_000);
    }

    /** An assertion object for each of so many would take most of the time. */
    private static void check(String text, long expected) {
        if (Timestamps.parse(text) != expected) {
            assertThat(Timestamps.parse(text)).as(text).isEqualTo(expected);
        }
    }

    private static long byLibrary(String text) {
        try {
            return micros(OffsetDateTime.parse(colons(text).replace(',', '.')));
        } catch (DateTimeException e) {
            return Timestamps.INVALID;
        }
    }

    private static OffsetDateTime randomTime(Random random) {
        return Instant.ofEpochSecond(random.nextLong(LAST_SECOND), random.nextInt(1_000_000_000))
                .atOffset(ZoneOffset.ofTotalSeconds((random.nextInt(2 * 18 * 60 + 1) - 18 * 60) * 60));
    }

    private static String randomForm(Random random, OffsetDateTime time) {
        StringBuilder text = new StringBuilder(TO_THE_SECOND.format(time));
        if (random.nextInt(8) == 0) {
            text.setLength(text.length() - ":00".length());
        } else if (random.nextBoolean()) {
            String nanos = String.format(Locale.ROOT, "%09d", time.getNano());
            text.append(random.nextInt(8) == 0 ? ',' : '.').append(nanos, 0, 1 + random.nextInt(9));
        }
        String offset = time.getOffset().getId();
        boolean withoutColon = random.nextInt(3) == 0;
        return text.append(withoutColon ? offset.replace(":", "") : offset).toString();
    }

    /** The library wants the colon in an offset. */
    private static String colons(String text) {
        return text.replaceFirst("([+-]\\d\\d)(\\d\\d)$", "$1:$2");
    }

    private static long micros(OffsetDateTime time) {
        return time.toEpochSecond() * 1_000_000 + time.getNano() / 1000;
    }
}
