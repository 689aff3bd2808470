package dev.weir.testkit;

import dev.weir.core.event.EventError;
import dev.weir.core.event.RunKey;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.RunState;
import dev.weir.core.signal.LoggedText;
import dev.weir.core.signal.Outcome;
import dev.weir.core.signal.Phases;
import dev.weir.core.signal.Signal;
import dev.weir.core.signal.SignalFold;
import dev.weir.core.signal.WorkflowHistory;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The signal fold under the laws: the signal of one workflow id, which needs no state beside that of its runs. */
public final class SignalFolding implements Fold<WorkflowEvent, List<RunState>> {
    private final RunKey key;
    private final RunFolding runs;
    private final Map<UUID, LoggedText> log = new HashMap<>();

    /** @param history all that the log has of this key, sooner or later */
    public SignalFolding(RunKey key, List<WorkflowEvent> history) {
        this.key = key;
        runs = new RunFolding(key);
        history.forEach(event -> log.put(event.id(), text(event, event.error())));
    }

    private static LoggedText text(WorkflowEvent event, @Nullable EventError error) {
        return error == null
                ? new LoggedText(null, null, null, event.reason())
                : new LoggedText(error.message(), error.code(), null, event.reason());
    }

    @Override
    public List<RunState> fold(List<WorkflowEvent> history) {
        return runs.fold(history);
    }

    @Override
    public List<RunState> apply(List<RunState> state, List<WorkflowEvent> newer) {
        return runs.apply(state, newer);
    }

    @Override
    public boolean isNewer(List<RunState> state, WorkflowEvent event) {
        return runs.isNewer(state, event);
    }

    @Override
    public Comparator<WorkflowEvent> order() {
        return runs.order();
    }

    @Override
    public Object identity(WorkflowEvent event) {
        return runs.identity(event);
    }

    @Override
    public Optional<Signal> rows(List<RunState> state) {
        return state.isEmpty() ? Optional.empty() : Optional.of(signal(state));
    }

    /** @param state at least one run */
    public Signal signal(List<RunState> state) {
        RunState newest = state.get(state.size() - 1);
        List<Outcome> ended = state.stream()
                .map(run -> Outcome.of(key, run))
                .filter(Objects::nonNull)
                .toList();
        Outcome previous = WorkflowHistory.previous(ended, key.workflowId(), newest);
        return SignalFold.of(key, newest, false, previous, Phases.DEFAULT, id -> {
            if (!SignalFold.textEvents(newest).contains(id)) {
                throw new IllegalStateException("The fold asks for a text that it did not announce");
            }
            return log.getOrDefault(id, LoggedText.NONE);
        });
    }
}
