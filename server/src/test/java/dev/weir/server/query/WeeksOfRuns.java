package dev.weir.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.ingest.EventText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Sends runs that started and ended at chosen times, so that there is something usual. */
public final class WeeksOfRuns {
    private static final int AT_ONCE = 500;

    private final TestServer server;
    private final List<EventText> events = new ArrayList<>();
    private int next;
    private String lastId = "";

    public WeeksOfRuns(TestServer server) {
        this.server = server;
    }

    /** Where runs belong. */
    public record Place(String env, String service, String name) {}

    /** Every so often from one time up to another; each takes that long, and the first {@code failed} of {@code of} fail. */
    public WeeksOfRuns every(Place place, Duration pause, Instant from, Instant to, long tookMs, int failed, int of) {
        int n = 0;
        for (Instant end = from; end.isBefore(to); end = end.plus(pause)) {
            ended(place, n++ % of < failed ? "workflow.failed" : "workflow.completed", end, tookMs);
        }
        return this;
    }

    public WeeksOfRuns ended(Place place, String type, Instant end, long tookMs) {
        lastId = "run-" + next++;
        add(place, "workflow.started", lastId, end.minusMillis(tookMs));
        EventText last = event(place, type, lastId, end);
        if (type.equals("workflow.failed")) {
            last.raw("error", "{\"message\":\"no answer\",\"stepName\":\"charge\"}");
        }
        events.add(last);
        return this;
    }

    public WeeksOfRuns open(Place place, Instant start) {
        lastId = "open-" + next++;
        add(place, "workflow.started", lastId, start);
        return this;
    }

    /** As many, each a minute after the other, with a step that takes a little longer than that of the one before. */
    public WeeksOfRuns everyWithStep(Place place, int runs, Instant from) {
        for (int i = 0; i < runs; i++) {
            Instant start = from.plusSeconds(60L * i);
            ended(place, "workflow.completed", start.plusSeconds(50), 50_000);
            events.add(events.size() - 1, stepEvent(place, "step.started", "work", start));
            events.add(events.size() - 1, stepEvent(place, "step.completed", "work", start.plusMillis(1000 + 7L * i)));
        }
        return this;
    }

    /** A step of the run that was told of last. */
    public WeeksOfRuns step(Place place, String step, Instant start) {
        events.add(stepEvent(place, "step.started", step, start));
        return this;
    }

    private EventText stepEvent(Place place, String type, String step, Instant at) {
        return event(place, type, lastId, at).with("stepName", step).with("attempt", 1);
    }

    public String lastId() {
        return lastId;
    }

    private void add(Place place, String type, String id, Instant at) {
        events.add(event(place, type, id, at));
    }

    private static EventText event(Place place, String type, String id, Instant at) {
        return EventText.of(type, id)
                .with("env", place.env())
                .with("serviceKey", place.service())
                .with("workflowName", place.name())
                .at(at.toString());
    }

    public void send() {
        for (int from = 0; from < events.size(); from += AT_ONCE) {
            String batch = EventText.batch(events.subList(from, Math.min(events.size(), from + AT_ONCE)));
            assertThat(server.post(batch).json().get("rejected")).isEmpty();
        }
        events.clear();
    }
}
