package dev.weir.cli;

import dev.weir.wire.Timestamps;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people's logs have them: ISO-8601, also with a space or slashes in it, or a number since 1970. */
final class LogTimes {
    private static final Pattern DATE_AND_TIME = Pattern.compile(
            "(\\d{4})[-/](\\d{2})[-/](\\d{2})(?:[ T_]+(\\d{2}:\\d{2}(?::\\d{2}(?:[.,]\\d+)?)?))?\\s*(.*)");
    private static final Pattern NUMBER = Pattern.compile("\\d{9,10}|\\d{12,13}|\\d{15,16}");

    private final Optional<ZoneId> zone;
    private final Runnable whenGuessed;
    private boolean isGuessed;

    /**
     * @param zone of times that name none; without it they are taken as UTC
     * @param whenGuessed is run when the first of them is
     */
    LogTimes(Optional<ZoneId> zone, Runnable whenGuessed) {
        this.zone = zone;
        this.whenGuessed = whenGuessed;
    }

    /** Says what it guesses. */
    static LogTimes of(LogOptions options, String file) {
        return new LogTimes(
                options.zone(),
                () -> options.say()
                        .accept("Times of " + Foreign.line(file)
                                + " that name no zone are taken as UTC; say --zone to choose another."));
    }

    /** @return microseconds since 1970 */
    long parse(String text) throws Unusable {
        long at = Timestamps.parse(text);
        if (at != Timestamps.INVALID) {
            return at;
        }
        String stripped = text.strip();
        if (NUMBER.matcher(stripped).matches()) {
            int digits = stripped.length();
            return Long.parseLong(stripped) * (digits <= 10 ? 1_000_000 : digits <= 13 ? 1_000 : 1);
        }
        Matcher parts = DATE_AND_TIME.matcher(stripped);
        if (!parts.matches()) {
            throw noTime(text);
        }
        String time = parts.group(4) == null ? "00:00" : parts.group(4);
        String local = parts.group(1) + "-" + parts.group(2) + "-" + parts.group(3) + "T" + time;
        String offset = parts.group(5);
        boolean isUtc = offset.equalsIgnoreCase("UTC") || offset.equalsIgnoreCase("GMT");
        at = Timestamps.parse(local + (offset.isEmpty() || isUtc ? "Z" : offset));
        if (at == Timestamps.INVALID) {
            throw noTime(text);
        }
        return offset.isEmpty() ? inZone(at) : at;
    }

    private long inZone(long localMicros) {
        if (zone.isEmpty()) {
            if (!isGuessed) {
                isGuessed = true;
                whenGuessed.run();
            }
            return localMicros;
        }
        LocalDateTime local = LocalDateTime.ofEpochSecond(
                Math.floorDiv(localMicros, 1_000_000),
                (int) Math.floorMod(localMicros, 1_000_000L) * 1000,
                ZoneOffset.UTC);
        return local.atZone(zone.get()).toEpochSecond() * 1_000_000 + Math.floorMod(localMicros, 1_000_000L);
    }

    private static Unusable noTime(String text) {
        return new Unusable(
                "bad_timestamp", "\"" + shown(text) + "\" is no time: write it as 2026-01-31T12:00:00+01:00.");
    }

    private static String shown(String text) {
        return Foreign.line(Foreign.cut(text, 40));
    }
}
