package dev.weir.core.run;

import dev.weir.core.event.WorkflowEvent;

/** An event and when it came, in microseconds since 1970. Those of one commit came at the same time. */
public record ReceivedEvent(WorkflowEvent event, long receivedAt) {}
