package dev.weir.bench;

import dev.weir.bench.Title.Moment;
import dev.weir.core.event.EventError;
import dev.weir.core.event.EventType;
import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.run.RunFold;
import dev.weir.core.run.RunState;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A title as a run: its stages are steps, and a stage that is done again is a step whose attempts before had failed. */
final class TitleRun {
    private static final EventError REFUSED = new EventError("The check did not pass.", "REFUSED", null, null);

    private final Title title;
    private final long number;
    private final List<WorkflowEvent> events = new ArrayList<>();

    private TitleRun(Title title) {
        this.title = title;
        this.number = Long.parseLong(
                title.id(), title.id().indexOf('-') + 1, title.id().length(), 10);
    }

    static RunState of(Title title) {
        TitleRun run = new TitleRun(title);
        run.add(EventType.WORKFLOW_STARTED, title.moments().get(0).at(), null, null, null);
        for (Moment moment : title.moments()) {
            if (moment.isStart()) {
                run.add(EventType.STEP_STARTED, moment.at(), moment.stage(), moment.pass(), null);
            } else if (moment.isLast()) {
                run.add(EventType.STEP_COMPLETED, moment.at(), moment.stage(), moment.pass(), null);
            } else {
                run.add(EventType.STEP_FAILED, moment.at(), moment.stage(), moment.pass(), REFUSED);
                run.add(EventType.RETRY_SCHEDULED, moment.at(), moment.stage(), moment.pass(), null);
            }
        }
        if (title.isOver()) {
            long end = title.moments().get(title.moments().size() - 1).at();
            run.add(EventType.WORKFLOW_COMPLETED, end, null, null, null);
        }
        List<RunState> runs = RunFold.fold(run.events);
        return runs.get(runs.size() - 1);
    }

    private void add(
            EventType type, long at, @Nullable String step, @Nullable Integer attempt, @Nullable EventError error) {
        UUID id = StageEventText.id(number, events.size(), at);
        Boolean willRetry = type == EventType.STEP_FAILED ? Boolean.TRUE : null;
        events.add(new WorkflowEvent(
                id,
                type,
                at,
                title.name(),
                null,
                step,
                attempt,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                willRetry,
                null,
                error,
                List.of(),
                false));
    }
}
