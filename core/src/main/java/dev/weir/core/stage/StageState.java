package dev.weir.core.stage;

import dev.weir.core.event.EventOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that the fold knows of one workflow id: enough to apply the next event, and to show its stages, the transitions
 * between them and the path that it took.
 *
 * @param workflowName the first one that an event gave
 * @param createdAt the first event's time
 * @param last the newest event that went in
 * @param stages in the order in which they were first seen
 */
public record StageState(@Nullable String workflowName, long createdAt, EventOrder last, List<StageTimes> stages) {}
