package dev.weir.server.ingest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.json.JsonMapper;

/** The text of an event to send: a good one with an id of its own, until a test changes it. */
public final class EventText {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final Map<String, String> fields = new LinkedHashMap<>();

    private EventText() {}

    public static EventText of(String type, String workflowId) {
        return new EventText()
                .with("eventId", "test-" + COUNTER.incrementAndGet())
                .with("type", type)
                .with("timestamp", "2024-05-01T10:00:00.000Z")
                .with("env", "test")
                .with("serviceKey", "svc")
                .with("workflowId", workflowId)
                .with("workflowName", "order");
    }

    /** Anything that Jackson can write. */
    public EventText with(String field, Object value) {
        return raw(field, JSON.writeValueAsString(value));
    }

    public EventText raw(String field, String json) {
        fields.put(field, json);
        return this;
    }

    public EventText without(String field) {
        fields.remove(field);
        return this;
    }

    public EventText at(String time) {
        return with("timestamp", time);
    }

    public static String batch(Object... events) {
        return batch(List.of(events));
    }

    public static String batch(List<?> events) {
        return "[" + lines(events).replace('\n', ',') + "]";
    }

    public static String lines(List<?> events) {
        return String.join("\n", events.stream().map(Object::toString).toList());
    }

    @Override
    public String toString() {
        List<String> parts = new ArrayList<>();
        fields.forEach((name, value) -> parts.add("\"" + name + "\":" + value));
        return "{" + String.join(",", parts) + "}";
    }
}
