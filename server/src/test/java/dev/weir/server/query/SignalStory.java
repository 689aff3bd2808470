package dev.weir.server.query;

import dev.weir.core.event.RunKey;
import dev.weir.server.TestServer;
import dev.weir.server.access.Scope;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/** What happens to one workflow, second by second from a moment in the recent past, as JSON of events. */
public final class SignalStory {
    private final String id;
    private final String name;
    private final List<String> events = new ArrayList<>();
    private Instant now;
    private int sent;

    public SignalStory(String id, String name, Instant from) {
        this.id = id;
        this.name = name;
        now = from;
    }

    public UUID job() {
        return new RunKey(Scope.LOCAL_ORG, "test", "signals", id).id();
    }

    public SignalStory wait(int seconds) {
        now = now.plusSeconds(seconds);
        return this;
    }

    public SignalStory started() {
        return tell("workflow.started", "\"input\":{}");
    }

    public SignalStory step(String step) {
        return tell("step.started", "\"stepName\":\"" + step + "\",\"attempt\":1");
    }

    public SignalStory done(String step) {
        return tell(
                "step.completed", "\"stepName\":\"" + step + "\",\"attempt\":1,\"durationMs\":1000,\"cached\":false");
    }

    public SignalStory completed() {
        return tell("workflow.completed", "\"completedSteps\":[],\"durationMs\":1000");
    }

    public SignalStory failed(String step, String message) {
        return tell(
                "workflow.failed",
                "\"error\":{\"message\":\"" + message + "\",\"stepName\":\"" + step + "\"},\"completedSteps\":[]");
    }

    public SignalStory tell(String type, String fields) {
        events.add("{\"eventId\":\"" + id + "-" + events.size() + "\",\"type\":\"" + type + "\",\"timestamp\":\"" + now
                + "\",\"env\":\"test\",\"serviceKey\":\"signals\",\"workflowId\":\"" + id + "\",\"workflowName\":\""
                + name
                + "\"," + fields + "}");
        now = now.plusSeconds(1);
        return this;
    }

    /** Sends what was not sent yet. */
    public SignalStory to(TestServer server) {
        send(server, events.subList(sent, events.size()));
        sent = events.size();
        return this;
    }

    /** Sends one event, whenever it happened. */
    public void onlyTo(TestServer server, int index) {
        send(server, List.of(events.get(index)));
    }

    private static void send(TestServer server, List<String> batch) {
        TestServer.Answer answer = server.post(batch.stream().collect(Collectors.joining(",", "[", "]")));
        if (answer.status() != 200 || !answer.json().get("rejected").isEmpty()) {
            throw new AssertionError(answer.response().body());
        }
    }
}
