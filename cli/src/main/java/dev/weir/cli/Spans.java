package dev.weir.cli;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Durations and moments in as few words as they need. */
final class Spans {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DAY_AND_TIME =
            DateTimeFormatter.ofPattern("dd MMM HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter YEAR_AND_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter EXACT =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final long DAY = 86_400_000;

    private Spans() {}

    static String duration(long ms) {
        long seconds = ms / 1_000;
        if (ms < 1_000) {
            return ms + " ms";
        } else if (ms < 60_000) {
            return String.format(Locale.ROOT, "%.1f s", Math.floor(ms / 100.0) / 10);
        } else if (seconds < 3_600) {
            return String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60);
        } else if (ms < DAY) {
            return String.format(Locale.ROOT, "%d h %02d min", seconds / 3_600, seconds / 60 % 60);
        }
        return String.format(Locale.ROOT, "%d d %d h", ms / DAY, seconds / 3_600 % 24);
    }

    /** Short while it is the same day, longer the farther away it is. */
    static String moment(Instant at, Instant now) {
        if (Math.floorDiv(at.toEpochMilli(), DAY) == Math.floorDiv(now.toEpochMilli(), DAY)) {
            return TIME.format(at);
        }
        boolean near = Math.abs(at.toEpochMilli() - now.toEpochMilli()) < 300 * DAY;
        return near ? DAY_AND_TIME.format(at) : YEAR_AND_TIME.format(at);
    }

    static String exact(Instant at) {
        return EXACT.format(at);
    }

    static String clock(Instant at) {
        return EXACT.format(at).substring(11);
    }
}
