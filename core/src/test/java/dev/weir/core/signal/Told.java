package dev.weir.core.signal;

import dev.weir.core.event.EventError;
import dev.weir.core.event.RunKey;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.Events;
import dev.weir.core.run.RunFold;
import dev.weir.core.run.RunState;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

/** What the fold makes of a story. */
final class Told {
    static final RunKey KEY = new RunKey(new UUID(0, 1), "production", "shop", "order-1");
    static final Phases PHASES = Phases.parse("fetch=reserve;analyze=charge;report=ship");

    private Told() {}

    static Signal signal(Events events) {
        List<WorkflowEvent> history = events.list();
        return SignalFold.of(KEY, newest(history), false, null, PHASES, texts(history));
    }

    static RunState newest(List<WorkflowEvent> history) {
        List<RunState> runs = RunFold.fold(history);
        return runs.get(runs.size() - 1);
    }

    /** What the log would have of each event. */
    static Function<UUID, LoggedText> texts(List<WorkflowEvent> history) {
        return id -> history.stream()
                .filter(event -> event.id().equals(id))
                .findFirst()
                .map(event -> text(event, event.error()))
                .orElse(LoggedText.NONE);
    }

    private static LoggedText text(WorkflowEvent event, EventError error) {
        return error == null
                ? new LoggedText(null, null, null, event.reason())
                : new LoggedText(error.message(), error.code(), null, event.reason());
    }
}
