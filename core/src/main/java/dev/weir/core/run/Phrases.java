package dev.weir.core.run;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times and durations as sentences say them. */
final class Phrases {
    private static final long SECOND = 1000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final DateTimeFormatter TODAY =
            DateTimeFormatter.ofPattern("HH:mm 'UTC'", Locale.ENGLISH).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter OTHER_DAY =
            DateTimeFormatter.ofPattern("d MMM HH:mm 'UTC'", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    private Phrases() {}

    static String duration(long ms) {
        if (ms < 10 * SECOND) {
            return ms < SECOND ? ms + " ms" : String.format(Locale.ROOT, "%.1f s", ms / 1000.0);
        }
        if (ms < 2 * MINUTE) {
            return ms / SECOND + " s";
        }
        if (ms < 2 * HOUR) {
            return ms / MINUTE + " min";
        }
        return ms < 2 * DAY ? ms / HOUR + " h" : ms / DAY + " days";
    }

    /** Time of day alone means today. */
    static String time(long micros, long nowMicros) {
        Instant at = RunRows.instant(micros);
        return (day(at).equals(day(RunRows.instant(nowMicros))) ? TODAY : OTHER_DAY).format(at);
    }

    private static LocalDate day(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC);
    }
}
