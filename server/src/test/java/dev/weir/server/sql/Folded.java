package dev.weir.server.sql;

import dev.weir.core.event.RunKey;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.EventText;
import dev.weir.core.run.RunFold;
import dev.weir.core.run.RunRows;
import dev.weir.core.run.RunState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What the pure fold makes of events: the rows of the newest run of each workflow id, as the relations show them. */
final class Folded {
    private static final String NOT_FOLDED = "updated_at";

    final List<Row> workflows = new ArrayList<>();
    final List<Row> steps = new ArrayList<>();
    final List<Row> attempts = new ArrayList<>();
    final List<Row> sleeps = new ArrayList<>();

    static Folded of(List<Told> events) {
        Map<UUID, EventText> texts = new HashMap<>();
        Map<RunKey, List<WorkflowEvent>> keys = new LinkedHashMap<>();
        for (Told told : events) {
            WorkflowEvent event = told.sent().event();
            texts.put(event.id(), told.text());
            keys.computeIfAbsent(told.sent().key(), key -> new ArrayList<>()).add(event);
        }
        Folded folded = new Folded();
        keys.forEach((key, history) -> {
            List<RunState> runs = RunFold.fold(history);
            folded.add(key, RunRows.of(key, runs.get(runs.size() - 1), Instant.EPOCH, texts::get));
        });
        return folded;
    }

    private void add(RunKey key, RunRows rows) {
        workflows.add(Row.of(rows.workflow()).with("org_id", key.org()).without(NOT_FOLDED));
        rows.steps().forEach(row -> steps.add(Row.of(row).without(NOT_FOLDED)));
        rows.attempts().forEach(row -> attempts.add(Row.of(row)));
        rows.sleeps().forEach(row -> sleeps.add(Row.of(row)));
    }
}
