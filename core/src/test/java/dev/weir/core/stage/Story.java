package dev.weir.core.stage;

import dev.weir.core.event.RunKey;
import java.time.Instant;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A history of stages, written down: {@code story().at("10:00").start("QC").at("10:05").complete("QC")}. Times are of one
 * day. Event number n has the UUIDv7 n, so that events of the same time are in the order in which they are written down.
 */
final class Story {
    static final RunKey KEY = new RunKey(new UUID(0, 1), "production", "studio", "title-1");

    private static final Instant MIDNIGHT = Instant.parse("2026-03-01T00:00:00Z");

    private final List<StageEvent> events = new ArrayList<>();
    private long now = micros("00:00");
    private boolean ordered = true;
    private @Nullable String name;

    static Story story() {
        return new Story();
    }

    static Instant time(String text) {
        return MIDNIGHT.plusNanos(LocalTime.parse(text).toNanoOfDay());
    }

    private static long micros(String text) {
        Instant time = time(text);
        return time.getEpochSecond() * 1_000_000 + time.getNano() / 1000;
    }

    Story at(String time) {
        now = micros(time);
        return this;
    }

    Story named(@Nullable String workflowName) {
        name = workflowName;
        return this;
    }

    /** From here on ids say nothing of time. */
    Story unordered() {
        ordered = false;
        return this;
    }

    Story start(String stage) {
        return add(StageEventType.STARTED, stage, null);
    }

    Story start(String stage, String slaDue) {
        return add(StageEventType.STARTED, stage, micros(slaDue));
    }

    Story complete(String stage) {
        return add(StageEventType.COMPLETED, stage, null);
    }

    private Story add(StageEventType type, String stage, @Nullable Long slaDue) {
        UUID id = new UUID(ordered ? 0x7000L : 0x4000L, 0x8000_0000_0000_0000L | events.size() + 1);
        events.add(new StageEvent(id, type, now, name, stage, slaDue));
        return this;
    }

    List<StageEvent> events() {
        return events;
    }

    StageState state() {
        return Objects.requireNonNull(StageFold.fold(events));
    }

    List<StageRow> rows() {
        return StageRows.of(KEY, state(), false);
    }

    /** Of the only stage. */
    StageRow row() {
        List<StageRow> rows = rows();
        if (rows.size() != 1) {
            throw new AssertionError("Not one stage: " + rows);
        }
        return rows.get(0);
    }

    /** The passes of the only stage: {@code 10:00–10:05}, with a dash for what is missing. */
    String passes() {
        List<String> passes = new ArrayList<>();
        for (StagePass pass : row().passes()) {
            passes.add(pass.number() + " " + clock(pass.startedAt()) + "–" + clock(pass.endedAt()));
        }
        return String.join(", ", passes);
    }

    private static String clock(@Nullable Instant time) {
        return time == null ? "" : time.toString().substring(11, 16);
    }
}
