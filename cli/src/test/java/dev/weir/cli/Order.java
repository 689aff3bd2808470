package dev.weir.cli;

import java.util.ArrayList;
import java.util.List;

/** Events of one run, as a sender would write them. */
final class Order {
    private final String id;
    private final List<String> events = new ArrayList<>();

    Order(String id) {
        this.id = id;
    }

    /** @param time of 2026-01-31, in UTC */
    Order event(String time, String type, String fields) {
        events.add("""
                {"eventId":"%s %d","type":"%s","timestamp":"2026-01-31T%sZ","env":"production","serviceKey":"orders",\
                "workflowId":"%s","workflowName":"processOrder"%s}""".formatted(id, events.size(), type, time, id, fields.isEmpty() ? "" : "," + fields));
        return this;
    }

    String json() {
        return "[" + String.join(",", events) + "]";
    }

    static Order failed(String id) {
        return new Order(id)
                .event("12:00:00.000", "workflow.started", "\"input\":{\"amount\":42}")
                .event("12:00:00.000", "step.started", "\"stepName\":\"validate\",\"attempt\":1")
                .event("12:00:10.000", "step.completed", "\"stepName\":\"validate\",\"attempt\":1,\"durationMs\":10000")
                .event("12:00:10.000", "step.started", "\"stepName\":\"charge card\",\"attempt\":1,\"maxAttempts\":2")
                .event("12:00:20.000", "step.failed", """
                        "stepName":"charge card","attempt":1,"willRetry":true,"error":{"message":"no answer"}""")
                .event("12:00:20.000", "retry.scheduled", """
                        "stepName":"charge card","attempt":1,"delayMs":10000,"nextAttemptAt":"2026-01-31T12:00:30Z\"""")
                .event("12:00:30.000", "step.started", "\"stepName\":\"charge card\",\"attempt\":2,\"maxAttempts\":2")
                .event("12:00:40.000", "step.failed", """
                        "stepName":"charge card","attempt":2,"willRetry":false,"error":{"message":"declined"}""")
                .event("12:00:40.000", "workflow.failed", """
                        "error":{"message":"declined","stack":"Declined: declined\\n\\tat Pay.java:7","stepName":"charge card","attempt":2}""");
    }
}
