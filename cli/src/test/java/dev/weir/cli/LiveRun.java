package dev.weir.cli;

import dev.weir.server.RealServer;
import java.time.Instant;
import java.util.UUID;

/** A run that happens while a test looks at it. */
final class LiveRun {
    private final RealServer server;
    private final String id;
    private final String workflowName;

    LiveRun(RealServer server, String id) {
        this(server, id, "processOrder");
    }

    LiveRun(RealServer server, String id, String workflowName) {
        this.server = server;
        this.id = id;
        this.workflowName = workflowName;
    }

    String name() {
        return "production/orders/" + id;
    }

    LiveRun tells(String type, String fields) {
        server.post("""
                [{"eventId":"%s","type":"%s","timestamp":"%s","env":"production","serviceKey":"orders",\
                "workflowId":"%s","workflowName":"%s"%s}]""".formatted(
                UUID.randomUUID(), type, Instant.now(), id, workflowName, fields.isEmpty() ? "" : "," + fields));
        return this;
    }

    LiveRun starts() {
        return tells("workflow.started", "");
    }

    LiveRun begins(String step) {
        return tells("step.started", "\"stepName\":\"" + step + "\",\"attempt\":1");
    }

    LiveRun completes() {
        return tells("workflow.completed", "");
    }

    LiveRun failsIn(String step, String message) {
        String error = "\"error\":{\"message\":\"" + message + "\",\"stepName\":\"" + step + "\"}";
        return tells("step.failed", "\"stepName\":\"" + step + "\",\"attempt\":1,\"willRetry\":false," + error)
                .tells("workflow.failed", error);
    }
}
