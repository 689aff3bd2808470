package dev.weir.store;

import dev.weir.core.event.EventOrder;
import dev.weir.core.event.Ids;
import dev.weir.core.run.AttemptResult;
import dev.weir.core.run.AttemptState;
import dev.weir.core.run.FailedStep;
import dev.weir.core.run.PauseReason;
import dev.weir.core.run.RunState;
import dev.weir.core.run.RunStatus;
import dev.weir.core.run.SleepState;
import dev.weir.core.run.StepState;
import dev.weir.core.run.StepStatus;
import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads back what {@link RunStateJson} and the columns of a row of {@code runs} say. */
final class RunStateReader {
    /** The columns that {@link #read} needs, times as microseconds; all of them of one moment, the overflow too. */
    static final String COLUMNS = """
            r.id, r.run_seq, r.stamp, r.fold_version, r.stage_role, r.workflow_name, r.execution_id, r.status::text, r.pause_reason::text,
            r.error_message, r.error_step_name, r.reported_duration_ms, r.duration_ms, r.last_event_id, r.inferred, r.overflowed, r.state,
            micros(r.resume_at) AS resume_at, micros(r.created_at) AS created_at, micros(r.started_at) AS started_at,
            micros(coalesce(r.completed_at, r.failed_at, r.cancelled_at)) AS ended_at, micros(r.last_event_at) AS last_event_at,
            CASE WHEN r.overflowed THEN (
              SELECT json_agg(json_build_array(o.list, o.items) ORDER BY o.list, o.chunk)
              FROM run_overflow o WHERE o.id = r.id AND o.run_seq = r.run_seq
            ) END AS overflow
            """;

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final StepStatus[] STEP_STATUSES = StepStatus.values();
    private static final AttemptResult[] RESULTS = AttemptResult.values();

    private final long createdAt;

    private RunStateReader(long createdAt) {
        this.createdAt = createdAt;
    }

    static RunState read(ResultSet row) throws SQLException {
        return new RunStateReader(row.getLong("created_at")).state(row);
    }

    /**
     * @param inline the steps in the row, null if there are none
     * @param chunks those in its overflow, null if there is none
     */
    static List<StepFigures> stepFigures(long createdAt, @Nullable String inline, @Nullable String chunks) {
        RunStateReader reader = new RunStateReader(createdAt);
        List<StepFigures> figures = new ArrayList<>();
        Consumer<JsonNode> add = item -> figures.add(
                StepFigures.of(reader.step(item), STEP_STATUSES[item.get(1).asInt()]));
        if (inline != null) {
            MAPPER.readTree(inline).forEach(add);
        }
        if (chunks != null) {
            MAPPER.readTree(chunks).forEach(chunk -> chunk.forEach(add));
        }
        return figures;
    }

    private RunState state(ResultSet row) throws SQLException {
        JsonNode json = MAPPER.readTree(row.getString("state"));
        String chunks = row.getString("overflow");
        JsonNode overflow = chunks == null ? MAPPER.createArrayNode() : MAPPER.readTree(chunks);
        List<String> inferred = texts(row.getArray("inferred"));
        List<StepState> steps = new ArrayList<>();
        List<AttemptState> attempts = new ArrayList<>();
        List<SleepState> sleeps = new ArrayList<>();
        items(json, overflow, "s", item -> steps.add(step(item)));
        items(json, overflow, "a", item -> attempts.add(attempt(item, steps)));
        items(json, overflow, "z", item -> sleeps.add(sleep(item)));
        List<String> named = new ArrayList<>();
        json.path("m")
                .forEach(name ->
                        named.add(name.isNumber() ? steps.get(name.asInt()).name() : name.asString()));
        String pauseReason = row.getString("pause_reason");
        UUID lastId = row.getObject("last_event_id", UUID.class);
        return new RunState(
                row.getInt("run_seq"),
                row.getString("workflow_name"),
                json.has("nf"),
                row.getString("execution_id"),
                RunStatus.of(row.getString("status")),
                inferred.contains("status"),
                pauseReason == null ? null : PauseReason.of(pauseReason),
                time(json.get("pa")),
                nullable(row, "resume_at"),
                createdAt,
                inferred.contains("started_at") ? null : nullable(row, "started_at"),
                time(json.get("fa")),
                nullable(row, "ended_at"),
                nullable(row, "reported_duration_ms"),
                id(json.get("i")),
                id(json.get("e")),
                row.getString("error_message"),
                row.getString("error_step_name"),
                integer(json.get("et")),
                json.path("k").asInt(0),
                new EventOrder(
                        row.getLong("last_event_at"),
                        Ids.isTimeOrdered(lastId),
                        json.path("lr").asInt(0),
                        lastId),
                List.copyOf(steps),
                List.copyOf(attempts),
                List.copyOf(sleeps),
                named,
                failedSteps(json.path("fs")));
    }

    private static List<FailedStep> failedSteps(JsonNode pairs) {
        List<FailedStep> failed = new ArrayList<>(pairs.size() / 2);
        for (int i = 0; i < pairs.size(); i += 2) {
            failed.add(new FailedStep(pairs.get(i).asInt(), integer(pairs.get(i + 1))));
        }
        return List.copyOf(failed);
    }

    /** Those in the row, then those in its chunks. */
    private static void items(JsonNode json, JsonNode overflow, String list, Consumer<JsonNode> each) {
        json.path(list).forEach(each);
        overflow.forEach(chunk -> {
            if (chunk.get(0).asString().equals(list)) {
                chunk.get(1).forEach(each);
            }
        });
    }

    private StepState step(JsonNode item) {
        StepStatus status = STEP_STATUSES[item.path(12).asInt(item.path(1).asInt())];
        int flags = item.path(13).asInt(0);
        Long startedAt = time(item.get(3));
        Long completedAt = time(item.get(4));
        Long createdAt = isNothing(item.get(14)) ? startedAt : time(item.get(14));
        return new StepState(
                item.get(0).asString(),
                status,
                (flags & RunStateJson.CACHED) != 0,
                (flags & RunStateJson.ZERO_BASED) != 0,
                Objects.requireNonNull(createdAt),
                startedAt,
                completedAt,
                isNothing(item.get(15)) ? completedAt : timeOrNone(item.get(15)),
                number(item.get(5)),
                item.path(6).asInt(0),
                item.path(7).asInt(0),
                integer(item.get(8)),
                item.path(11).asInt(0),
                time(item.get(17)),
                number(item.get(18)),
                number(item.get(19)),
                time(item.get(20)),
                (flags & RunStateJson.TIMED_OUT) != 0,
                time(item.get(21)),
                id(item.get(9)),
                id(item.get(10)));
    }

    private AttemptState attempt(JsonNode item, List<StepState> steps) {
        StepState step = steps.get(item.get(0).asInt());
        int shown = item.get(1).asInt();
        Long result = number(item.get(4));
        UUID end = isZero(item.get(6)) ? step.resultEvent() : id(item.get(6));
        return new AttemptState(
                item.get(0).asInt(),
                step.zeroBased() ? shown - 1 : shown,
                time(item.get(2)),
                time(item.get(3)),
                result == null ? null : RESULTS[result.intValue()],
                id(item.get(5)),
                end,
                isZero(item.get(7)) ? end : id(item.get(7)),
                item.path(8).asInt(0) == 1,
                number(item.get(9)),
                time(item.get(10)));
    }

    private SleepState sleep(JsonNode item) {
        return new SleepState(
                time(item.get(0)),
                time(item.get(1)),
                number(item.get(2)),
                time(item.get(3)),
                id(item.get(4)),
                id(item.get(5)),
                item.path(6).asInt(0) == 1);
    }

    private @Nullable Long time(@Nullable JsonNode node) {
        Long offset = number(node);
        return offset == null ? null : Long.valueOf(createdAt + offset);
    }

    private @Nullable Long timeOrNone(JsonNode node) {
        return node.asLong() == -1 ? null : time(node);
    }

    private static boolean isNothing(@Nullable JsonNode node) {
        return node == null || node.isNull();
    }

    private static boolean isZero(@Nullable JsonNode node) {
        return node != null && node.isNumber();
    }

    private static @Nullable Long number(@Nullable JsonNode node) {
        return node == null || node.isNull() ? null : Long.valueOf(node.asLong());
    }

    private static @Nullable Integer integer(@Nullable JsonNode node) {
        return node == null || node.isNull() ? null : Integer.valueOf(node.asInt());
    }

    private static @Nullable UUID id(@Nullable JsonNode node) {
        if (node == null || node.isNull()) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(node.asString()));
        return new UUID(bytes.getLong(), bytes.getLong());
    }

    private static @Nullable Long nullable(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : Long.valueOf(value);
    }

    private static List<String> texts(Array array) throws SQLException {
        return Arrays.asList((String[]) array.getArray());
    }
}
