package dev.weir.core.stage;

import dev.weir.core.event.EventOrder;
import dev.weir.core.event.Ids;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the stage fold needs to know of one event. Its {@code status} is not among it: that is how things stood when the
 * event was written, and stale ever after. Times are microseconds since 1970; absent values are null.
 *
 * @param slaDue when a stage that starts should be done
 */
public record StageEvent(
        UUID id,
        StageEventType type,
        long at,
        @Nullable String workflowName,
        String stage,
        @Nullable Long slaDue) {

    public EventOrder order() {
        return new EventOrder(at, Ids.isTimeOrdered(id), type.rank(), id);
    }
}
