package dev.weir.bench;

import dev.weir.bench.Title.Moment;
import dev.weir.core.stage.StageEventType;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.UUID;

/** The events of titles as they are sent. Not for several threads. */
final class StageEventText {
    private static final long DAY_MS = 86_400_000L;

    private final StringBuilder json = new StringBuilder(400);
    private long day = Long.MIN_VALUE;
    private String date = "";

    byte[] json(Title title, Moment moment, UUID id) {
        json.setLength(0);
        json.append("{\"eventId\":\"")
                .append(id)
                .append("\",\"type\":\"")
                .append(type(moment).wireName());
        json.append("\",\"timestamp\":\"");
        time(json, moment.at() / 1000);
        json.append("\",\"env\":\"")
                .append(title.env())
                .append("\",\"serviceKey\":\"")
                .append(title.service());
        json.append("\",\"workflowId\":\"")
                .append(title.id())
                .append("\",\"workflowName\":\"")
                .append(title.name());
        json.append("\",\"workflowStage\":\"").append(moment.stage()).append("\",\"status\":\"");
        json.append(moment.isStart() ? "in_progress" : "done").append('"');
        if (moment.slaDue() > 0) {
            json.append(",\"slaDueTimestamp\":\"");
            time(json, moment.slaDue() / 1000);
            json.append('"');
        }
        return json.append('}').toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    static StageEventType type(Moment moment) {
        return moment.isStart() ? StageEventType.STARTED : StageEventType.COMPLETED;
    }

    /** A UUIDv7 that is the title's and the moment's own. */
    static UUID id(long number, int place, long at) {
        return new UUID((at / 1000 << 16) | 0x7000L | place & 0xFFF, Long.MIN_VALUE | number << 12 | place);
    }

    /** By hand: the library's formatter would take most of the time in which twenty million are written. */
    void time(StringBuilder text, long ms) {
        long wanted = Math.floorDiv(ms, DAY_MS);
        if (wanted != day) {
            day = wanted;
            date = LocalDate.ofEpochDay(day).toString();
        }
        int rest = (int) Math.floorMod(ms, DAY_MS);
        text.append(date).append('T');
        two(text, rest / 3_600_000).append(':');
        two(text, rest / 60_000 % 60).append(':');
        two(text, rest / 1000 % 60).append('.').append((char) ('0' + rest / 100 % 10));
        two(text, rest % 100).append('Z');
    }

    private static StringBuilder two(StringBuilder text, int number) {
        return text.append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
    }
}
