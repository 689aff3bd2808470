package dev.weir.store;

import dev.weir.core.event.Ids;
import dev.weir.core.event.RunKey;
import dev.weir.core.stage.StageArrays;
import dev.weir.core.stage.StageFlow;
import dev.weir.core.stage.StageFold;
import dev.weir.core.stage.StageRow;
import dev.weir.core.stage.StageRows;
import dev.weir.core.stage.StageState;
import dev.weir.core.stage.StageTransition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * All that is stored of the stages of one workflow id, or of the steps of one run: a row of {@code stage_workflows} and its rows of {@code stages}.
 * Whether two are equal tells whether anything has to be written, and what differs goes into the roll-ups.
 *
 * @param source negative for the steps of runs of that source
 * @param runId whose stages or steps they are
 * @param runEnded whether the newest run had ended: nothing is in flight then
 * @param variant the stages in the order in which passes began, the first of them
 * @param variantHash of all of them
 * @param durationMs from the first event to the last
 * @param state the fold's, see {@link StageArrays}
 */
public record StageSheet(
        int source,
        UUID runId,
        int runSeq,
        String workflowId,
        String workflowName,
        int foldVersion,
        boolean runEnded,
        boolean open,
        long createdAt,
        long durationMs,
        UUID variantHash,
        List<String> variant,
        String state,
        Map<String, StageFigures> stages) {

    /** What is shown of a path; two that differ only later are told apart all the same. */
    static final int LONGEST_VARIANT = 100;

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** @param runEnded whether the newest run of the key has ended */
    public static StageSheet of(RunKey key, int source, StageState state, boolean runEnded) {
        List<StageRow> rows = StageRows.of(key, state, runEnded);
        StageFlow flow = StageFlow.of(rows);
        Map<String, List<StageArrival>> arrivals = arrivals(flow);
        Map<String, StageFigures> stages = new LinkedHashMap<>();
        for (StageRow row : rows) {
            stages.put(
                    row.workflowStage(),
                    StageFigures.of(row, arrivals.getOrDefault(row.workflowStage(), List.of()), state.createdAt()));
        }
        List<String> variant = flow.variant();
        return new StageSheet(
                source,
                key.id(),
                1,
                key.workflowId(),
                state.workflowName() == null ? key.serviceKey() : state.workflowName(),
                StageFold.VERSION,
                runEnded,
                rows.stream().anyMatch(StageRow::openNow),
                state.createdAt(),
                Math.floorDiv(state.last().at(), 1000) - Math.floorDiv(state.createdAt(), 1000),
                Ids.named("variant", variant.toArray(String[]::new)),
                List.copyOf(variant.subList(0, Math.min(LONGEST_VARIANT, variant.size()))),
                json(state),
                stages);
    }

    /** Passes of one stage to another, in their order. */
    public static Map<String, List<StageArrival>> arrivals(StageFlow flow) {
        Map<String, List<StageArrival>> arrivals = new HashMap<>();
        for (StageTransition transition : flow.transitions()) {
            arrivals.computeIfAbsent(transition.to(), stage -> new ArrayList<>())
                    .add(new StageArrival(transition.from(), transition.back(), transition.waitMs()));
        }
        return arrivals;
    }

    /** Its row is gone, and only those of its stages are there. */
    boolean isTorn() {
        return foldVersion < 0;
    }

    /** Null if another version of the fold made it: then it has to be folded again. */
    public @Nullable StageState folded() {
        return foldVersion == StageFold.VERSION ? StageArrays.read(MAPPER.readValue(state, List.class)) : null;
    }

    private static String json(StageState state) {
        JsonText json = new JsonText();
        StageArrays.write(state, new StageArrays.Sink() {
            @Override
            public void begin() {
                json.beginArray();
            }

            @Override
            public void number(long value) {
                json.number(value);
            }

            @Override
            public void text(String value) {
                json.string(value);
            }

            @Override
            public void none() {
                json.nothing();
            }

            @Override
            public void end() {
                json.endArray();
            }
        });
        return new String(json.copy(), StandardCharsets.UTF_8);
    }
}
