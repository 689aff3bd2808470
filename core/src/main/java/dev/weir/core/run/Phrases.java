package dev.weir.core.run;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times and durations as sentences say them: of the health of runs, of signals, and whatever else speaks to people. */
public final class Phrases {
    private static final long SECOND = 1000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final DateTimeFormatter TODAY =
            DateTimeFormatter.ofPattern("HH:mm 'UTC'", Locale.ENGLISH).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter OTHER_DAY =
            DateTimeFormatter.ofPattern("d MMM HH:mm 'UTC'", Locale.ENGLISH).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter OTHER_YEAR = DateTimeFormatter.ofPattern(
                    "d MMM uuuu HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private Phrases() {}

    public static String duration(long ms) {
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

    /**
     * A time as it is said at another, which need not be now: what is stored says its times as of a moment of its own.
     * Time of day alone means the same day, and a date without a year the same year.
     */
    public static String time(long micros, long saidAtMicros) {
        Instant at = RunRows.instant(micros);
        LocalDate day = day(at);
        LocalDate today = day(RunRows.instant(saidAtMicros));
        if (day.equals(today)) {
            return TODAY.format(at);
        }
        return (day.getYear() == today.getYear() ? OTHER_DAY : OTHER_YEAR).format(at);
    }

    private static LocalDate day(Instant at) {
        return LocalDate.ofInstant(at, ZoneOffset.UTC);
    }
}
