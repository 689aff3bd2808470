package dev.weir.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.server.TestServer;
import dev.weir.server.ingest.EventText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Sends runs that started and ended at chosen times, so that there is something usual. */
final class WeeksOfRuns {
    private static final int AT_ONCE = 500;

    private final TestServer server;
    private final List<EventText> events = new ArrayList<>();
    private int next;

    WeeksOfRuns(TestServer server) {
        this.server = server;
    }

    /** Where runs belong. */
    record Place(String env, String service, String name) {}

    /** Every so often from one time up to another; each takes that long, and the first {@code failed} of {@code of} fail. */
    WeeksOfRuns every(Place place, Duration pause, Instant from, Instant to, long tookMs, int failed, int of) {
        int n = 0;
        for (Instant end = from; end.isBefore(to); end = end.plus(pause)) {
            ended(place, n++ % of < failed ? "workflow.failed" : "workflow.completed", end, tookMs);
        }
        return this;
    }

    WeeksOfRuns ended(Place place, String type, Instant end, long tookMs) {
        String id = "run-" + next++;
        add(place, "workflow.started", id, end.minusMillis(tookMs));
        EventText last = event(place, type, id, end);
        if (type.equals("workflow.failed")) {
            last.raw("error", "{\"message\":\"no answer\",\"stepName\":\"charge\"}");
        }
        events.add(last);
        return this;
    }

    WeeksOfRuns open(Place place, Instant start) {
        add(place, "workflow.started", "open-" + next++, start);
        return this;
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

    void send() {
        for (int from = 0; from < events.size(); from += AT_ONCE) {
            String batch = EventText.batch(events.subList(from, Math.min(events.size(), from + AT_ONCE)));
            assertThat(server.post(batch).json().get("rejected")).isEmpty();
        }
        events.clear();
    }
}
