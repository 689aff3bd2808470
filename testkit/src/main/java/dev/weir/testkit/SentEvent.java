package dev.weir.testkit;

import dev.weir.core.event.RunKey;
import dev.weir.core.event.WorkflowEvent;

/**
 * An event as an emitter sends it: with the id in its own words, which need not be a UUID, and with the key that the fold
 * of one key does not see.
 */
public record SentEvent(String eventId, RunKey key, WorkflowEvent event) {}
