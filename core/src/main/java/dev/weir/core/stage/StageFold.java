package dev.weir.core.stage;

import dev.weir.core.event.EventOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** From the stage events of one workflow id to its stages. */
public final class StageFold {

    /** Raise it whenever the same events would give another state: older rows are then folded again from the log. */
    public static final int VERSION = 1;

    private StageFold() {}

    /**
     * All stages of a whole history, which may come in any order and repeat events.
     *
     * @return null if there are no events
     */
    public static @Nullable StageState fold(Iterable<StageEvent> history) {
        Set<UUID> seen = new HashSet<>();
        List<StageEvent> events = new ArrayList<>();
        for (StageEvent event : history) {
            if (seen.add(event.id())) {
                events.add(event);
            }
        }
        events.sort(Comparator.comparing(StageEvent::order));
        return apply(null, events);
    }

    /**
     * The fast path: applies events that are all newer than the state, in event order. Stages that no event is about are
     * passed on as they are.
     *
     * @param state null if nothing is known yet
     */
    public static @Nullable StageState apply(@Nullable StageState state, List<StageEvent> events) {
        if (events.isEmpty()) {
            return state;
        }
        OpenStages stages = new OpenStages(state == null ? List.of() : state.stages());
        String name = state == null ? null : state.workflowName();
        for (StageEvent event : events) {
            stages.apply(event);
            name = name == null ? event.workflowName() : name;
        }
        long createdAt = state == null ? events.get(0).at() : state.createdAt();
        EventOrder last = events.get(events.size() - 1).order();
        return new StageState(name, createdAt, last, stages.stages());
    }

    /** Whether the fast path may take this event; otherwise the key has to be folded again from the log. */
    public static boolean isNewer(@Nullable StageState state, EventOrder event) {
        return state == null || event.isAfter(state.last());
    }
}
