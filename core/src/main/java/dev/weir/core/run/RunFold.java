package dev.weir.core.run;

import dev.weir.core.event.EventOrder;
import dev.weir.core.event.WorkflowEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * From the events of one workflow id to its runs. A workflow id may be used again: a start after an end, or under another
 * execution id, opens the next run.
 */
public final class RunFold {

    /** Raise it whenever the same events would give another state: older rows are then folded again from the log. */
    public static final int VERSION = 3;

    private RunFold() {}

    /** All runs of a whole history, which may come in any order and repeat events. */
    public static List<RunState> fold(Iterable<WorkflowEvent> history) {
        Set<UUID> seen = new HashSet<>();
        List<WorkflowEvent> events = new ArrayList<>();
        for (WorkflowEvent event : history) {
            if (seen.add(event.id())) {
                events.add(event);
            }
        }
        events.sort(Comparator.comparing(WorkflowEvent::order));
        return apply(null, events);
    }

    /**
     * The fast path: applies events that are all newer than the newest run, in event order.
     *
     * @return the runs that changed: the given one first, if there is one, then those that began since
     */
    public static List<RunState> apply(@Nullable RunState newest, List<WorkflowEvent> events) {
        List<RunState> runs = new ArrayList<>(1);
        OpenRun run = newest == null ? null : new OpenRun(newest);
        for (WorkflowEvent event : events) {
            if (run == null) {
                run = new OpenRun(1, event);
            } else if (run.isFollowedBy(event)) {
                RunState ended = run.state();
                runs.add(ended);
                run = new OpenRun(ended.seq() + 1, event);
            }
            run.apply(event);
        }
        if (run != null) {
            runs.add(run.state());
        }
        return runs;
    }

    /** Whether the fast path may take this event; otherwise the key has to be folded again from the log. */
    public static boolean isNewer(@Nullable RunState newest, EventOrder event) {
        return newest == null || event.isAfter(newest.last());
    }
}
