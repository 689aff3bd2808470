package dev.weir.wire;

import dev.weir.core.event.WorkflowEvent;
import dev.weir.core.stage.StageEvent;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An event on its way into the log.
 *
 * @param workflowId null where an event of an unknown type has none
 * @param event what the run fold needs of it; null if that does not know its type
 * @param stage what the stage fold needs of it; null if that does not know its type
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
        @Nullable StageEvent stage,
        byte[] payload,
        boolean mended,
        int index) {

    /** The same, of a payload that was mended before it was read here. */
    public LogEvent mendedBefore() {
        return new LogEvent(id, type, at, env, serviceKey, workflowId, event, stage, payload, true, index);
    }

    /** Of a type that no fold knows: it is kept, and folded by none. */
    public boolean isIgnored() {
        return event == null && stage == null;
    }
}
