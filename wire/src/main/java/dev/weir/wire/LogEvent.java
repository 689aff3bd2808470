package dev.weir.wire;

import dev.weir.core.event.WorkflowEvent;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event on its way into the log.
 *
 * @param workflowId null where an event of an unknown type has none
 * @param event what the folds need of it; null for a type that none knows: it is kept and folded by none
 * @param index its place in the body that brought it
 * @param mended characters that PostgreSQL cannot hold were replaced in the payload
 */
public record LogEvent(
        UUID id,
        String type,
        long at,
        String env,
        String serviceKey,
        @Nullable String workflowId,
        @Nullable WorkflowEvent event,
        byte[] payload,
        boolean mended,
        int index) {

    public boolean isIgnored() {
        return event == null;
    }
}
