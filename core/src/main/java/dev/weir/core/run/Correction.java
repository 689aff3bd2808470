package dev.weir.core.run;

import dev.weir.core.event.WorkflowEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A field of a run that an event changed which came late: after something that happened later was known.
 *
 * @param field as it is named in the API
 * @param from what it was before that event came
 * @param to what it was then
 */
public record Correction(
        String field, @Nullable Object from, @Nullable Object to, Instant receivedAt) {
    /** Every late arrival costs a fold of what was known then; in a long history only the last of them are looked at. */
    private static final int MOST_EVENTS_FOLDED = 200_000;

    private static final Map<String, Function<RunState, @Nullable Object>> FIELDS = fields();

    private static Map<String, Function<RunState, @Nullable Object>> fields() {
        Map<String, Function<RunState, @Nullable Object>> fields = new LinkedHashMap<>();
        fields.put("workflowName", RunState::workflowName);
        fields.put("executionId", RunState::executionId);
        fields.put("status", RunState::status);
        fields.put("pauseReason", RunState::pauseReason);
        fields.put("resumeAt", run -> RunRows.instant(run.resumeAt()));
        fields.put("currentStep", RunRows::currentStep);
        fields.put("completedSteps", RunRows::completedSteps);
        fields.put("totalStepsExecuted", run -> run.attempts().size());
        fields.put("errorMessage", RunState::errorMessage);
        fields.put("errorStepName", RunState::errorStep);
        fields.put("errorAttempt", RunRows::errorAttempt);
        fields.put("createdAt", run -> RunRows.instant(run.createdAt()));
        fields.put("startedAt", RunRows::startedAt);
        fields.put("endedAt", run -> RunRows.instant(run.endedAt()));
        fields.put("durationMs", RunRows::durationMs);
        return fields;
    }

    /**
     * The last correction of each field.
     *
     * @param seq of which run of the history
     */
    public static List<Correction> of(Collection<ReceivedEvent> history, int seq) {
        TreeMap<Long, List<WorkflowEvent>> arrivals = new TreeMap<>();
        history.forEach(received -> arrivals.computeIfAbsent(received.receivedAt(), at -> new ArrayList<>())
                .add(received.event()));
        List<Long> late = lateArrivals(arrivals);
        int looked = Math.max(1, MOST_EVENTS_FOLDED / Math.max(1, history.size()));
        Map<String, Correction> corrections = new LinkedHashMap<>();
        for (long receivedAt : late.subList(Math.max(0, late.size() - looked), late.size())) {
            compare(arrivals, receivedAt, seq, corrections);
        }
        return List.copyOf(corrections.values());
    }

    private static List<Long> lateArrivals(TreeMap<Long, List<WorkflowEvent>> arrivals) {
        List<Long> late = new ArrayList<>();
        long newest = Long.MIN_VALUE;
        for (Map.Entry<Long, List<WorkflowEvent>> arrival : arrivals.entrySet()) {
            long known = newest;
            if (arrival.getValue().stream().anyMatch(event -> event.at() < known)) {
                late.add(arrival.getKey());
            }
            for (WorkflowEvent event : arrival.getValue()) {
                newest = Math.max(newest, event.at());
            }
        }
        return late;
    }

    /** What would have been known without the late events of this arrival, beside what was known with them. */
    private static void compare(
            TreeMap<Long, List<WorkflowEvent>> arrivals,
            long receivedAt,
            int seq,
            Map<String, Correction> corrections) {
        List<WorkflowEvent> before = new ArrayList<>();
        arrivals.headMap(receivedAt).values().forEach(before::addAll);
        long newest = before.stream().mapToLong(WorkflowEvent::at).max().orElse(Long.MIN_VALUE);
        List<WorkflowEvent> after = new ArrayList<>(before);
        for (WorkflowEvent event : Objects.requireNonNull(arrivals.get(receivedAt))) {
            after.add(event);
            if (event.at() >= newest) {
                before.add(event);
            }
        }
        RunState was = run(before, seq);
        RunState is = run(after, seq);
        if (was != null && is != null) {
            FIELDS.forEach((field, value) -> {
                Object from = value.apply(was);
                Object to = value.apply(is);
                if (!Objects.equals(from, to)) {
                    corrections.put(field, new Correction(field, from, to, RunRows.instant(receivedAt)));
                }
            });
        }
    }

    private static @Nullable RunState run(List<WorkflowEvent> events, int seq) {
        List<RunState> runs = RunFold.fold(events);
        return seq <= runs.size() ? runs.get(seq - 1) : null;
    }
}
