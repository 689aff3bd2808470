package dev.weir.cli;

import java.util.HashSet;
import java.util.Set;

/** What the names of an object's properties tell of the event that it is. */
final class EventShape {
    private final Set<String> names = new HashSet<>();

    void add(String name) {
        names.add(name);
    }

    boolean hasWorkflowName() {
        return names.contains("workflowName");
    }

    /** The envelope of an event of a live-video network: its content is in {@code data}. Or a Kafka record with one. */
    boolean isEnvelope() {
        boolean holdsData = names.containsAll(Set.of("id", "type", "data"));
        boolean isRecord = names.containsAll(Set.of("topic", "offset", "value"));
        return (holdsData || isRecord) && !names.contains("eventId") && !names.contains("workflowId");
    }
}
