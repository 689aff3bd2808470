package dev.weir.core.stage;

import dev.weir.core.event.EventOrder;
import dev.weir.core.event.Ids;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A state as nested arrays whose places are known, which any format can hold: {@code [created at, last event's time, rank
 * and id, workflow name, [stage, …]]} with stages {@code [name, [start, …], [completion, …], first, last and earliest SLA
 * due]}. Times are microseconds after the creation. What follows from these is left out, as are nulls at a stage's end.
 */
public final class StageArrays {

    /** Where a state is written to, value by value. */
    public interface Sink {
        void begin();

        void number(long value);

        void text(String value);

        void none();

        void end();
    }

    private static final Base64.Encoder TO_TEXT = Base64.getUrlEncoder().withoutPadding();

    private StageArrays() {}

    public static void write(StageState state, Sink sink) {
        sink.begin();
        sink.number(state.createdAt());
        sink.number(state.last().at() - state.createdAt());
        sink.number(state.last().rank());
        sink.text(text(state.last().id()));
        if (state.workflowName() == null) {
            sink.none();
        } else {
            sink.text(state.workflowName());
        }
        sink.begin();
        for (StageTimes stage : state.stages()) {
            write(stage, state.createdAt(), sink);
        }
        sink.end();
        sink.end();
    }

    private static void write(StageTimes stage, long createdAt, Sink sink) {
        sink.begin();
        sink.text(stage.name());
        write(stage.starts(), createdAt, sink);
        write(stage.completions(), createdAt, sink);
        if (stage.earliestSlaDue() != null) {
            write(stage.firstSlaDue(), createdAt, sink);
            write(stage.lastSlaDue(), createdAt, sink);
            write(stage.earliestSlaDue(), createdAt, sink);
        }
        sink.end();
    }

    private static void write(Times times, long createdAt, Sink sink) {
        sink.begin();
        for (int i = 0; i < times.size(); i++) {
            sink.number(times.get(i) - createdAt);
        }
        sink.end();
    }

    private static void write(@Nullable Long time, long createdAt, Sink sink) {
        if (time == null) {
            sink.none();
        } else {
            sink.number(time - createdAt);
        }
    }

    /** @param arrays lists of lists, texts, numbers and nulls, as {@link #write} gave them out */
    public static StageState read(List<?> arrays) {
        long createdAt = number(arrays.get(0));
        UUID id = id((String) arrays.get(3));
        EventOrder last = new EventOrder(
                createdAt + number(arrays.get(1)), Ids.isTimeOrdered(id), (int) number(arrays.get(2)), id);
        List<?> items = (List<?>) arrays.get(5);
        List<StageTimes> stages = new ArrayList<>(items.size());
        for (Object item : items) {
            stages.add(stage((List<?>) item, createdAt));
        }
        return new StageState((String) arrays.get(4), createdAt, last, List.copyOf(stages));
    }

    /** The sums follow from the moments, in whatever order starts and completions are taken. */
    private static StageTimes stage(List<?> item, long createdAt) {
        StageTimes stage = StageTimes.of((String) item.get(0));
        List<?> starts = (List<?>) item.get(1);
        List<?> completions = (List<?>) item.get(2);
        for (Object completion : completions) {
            stage = stage.completed(createdAt + number(completion));
        }
        for (Object start : starts) {
            stage = stage.started(createdAt + number(start), null);
        }
        boolean hasSla = item.size() > 3;
        return new StageTimes(
                stage.name(),
                stage.starts(),
                stage.completions(),
                hasSla ? time(item.get(3), createdAt) : null,
                hasSla ? time(item.get(4), createdAt) : null,
                hasSla ? time(item.get(5), createdAt) : null,
                stage.touchMs(),
                stage.inverted());
    }

    private static @Nullable Long time(@Nullable Object value, long createdAt) {
        return value == null ? null : Long.valueOf(createdAt + number(value));
    }

    private static long number(Object value) {
        return ((Number) value).longValue();
    }

    private static String text(UUID id) {
        ByteBuffer bytes =
                ByteBuffer.allocate(16).putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
        return TO_TEXT.encodeToString(bytes.array());
    }

    private static UUID id(String text) {
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(text));
        return new UUID(bytes.getLong(), bytes.getLong());
    }
}
