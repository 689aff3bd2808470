package dev.weir.core.event;

import java.util.Comparator;
import java.util.UUID;

/**
 * The place of an event in the history of its key: one tuple for all events, so that it is a total order whatever ids are
 * mixed. A UUIDv7 orders the many events of one millisecond by itself; among other ids the causal rank of the type does,
 * and the id only breaks the remaining ties. Comparing "by id if both are v7, else by rank" would not be transitive.
 */
public record EventOrder(long at, boolean timeOrdered, int rank, UUID id) implements Comparable<EventOrder> {

    private static final Comparator<EventOrder> BY_RANK_THEN_ID =
            Comparator.comparingInt(EventOrder::rank).thenComparing(EventOrder::id, Ids::compareUnsigned);

    public static EventOrder of(WorkflowEvent event) {
        return new EventOrder(
                event.at(), Ids.isTimeOrdered(event.id()), event.type().ordinal(), event.id());
    }

    @Override
    public int compareTo(EventOrder other) {
        if (at != other.at) {
            return Long.compare(at, other.at);
        }
        if (timeOrdered != other.timeOrdered) {
            return timeOrdered ? -1 : 1;
        }
        if (timeOrdered) {
            return Ids.compareUnsigned(id, other.id);
        }
        return BY_RANK_THEN_ID.compare(this, other);
    }

    public boolean isAfter(EventOrder other) {
        return compareTo(other) > 0;
    }
}
