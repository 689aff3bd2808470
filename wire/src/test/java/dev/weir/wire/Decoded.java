package dev.weir.wire;

import dev.weir.core.event.WorkflowEvent;
import dev.weir.wire.EventDecoder.Defaults;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What became of a body. */
record Decoded(List<LogEvent> taken, List<Rejection> rejected) {
    static final Instant NOW = Instant.parse("2026-01-31T12:00:00Z");
    static final Limits LIMITS = Limits.DEFAULT;

    private static final EventDecoder DECODER = new EventDecoder(LIMITS);

    static Decoded of(Limits limits, Defaults defaults, List<Slice> slices) {
        Decoded decoded = new Decoded(new ArrayList<>(), new ArrayList<>());
        EventDecoder decoder = limits == LIMITS ? DECODER : new EventDecoder(limits);
        decoder.decode(slices, defaults, NOW.toEpochMilli() * 1000, decoded.taken::add, decoded.rejected::add);
        return decoded;
    }

    static Decoded of(Limits limits, String json) {
        return of(limits, Defaults.NONE, EventBody.ofJson(json.getBytes(StandardCharsets.UTF_8), limits.maxEvents()));
    }

    static Decoded ofJson(String json) {
        return of(LIMITS, json);
    }

    static Decoded ofLines(byte[] body) {
        return of(LIMITS, Defaults.NONE, EventBody.ofLines(body, LIMITS.maxEvents()));
    }

    /** Of a body with one event that is taken. */
    LogEvent event() {
        if (taken.size() != 1 || !rejected.isEmpty()) {
            throw new AssertionError("Not one event taken, but " + taken + " and not " + rejected);
        }
        return taken.get(0);
    }

    WorkflowEvent workflowEvent() {
        WorkflowEvent event = event().event();
        if (event == null) {
            throw new AssertionError("No fold knows " + event());
        }
        return event;
    }

    /** Of a body with one event that is not. */
    Rejection rejection() {
        if (!taken.isEmpty() || rejected.size() != 1) {
            throw new AssertionError("Not one event rejected, but " + rejected + " and not " + taken);
        }
        return rejected.get(0);
    }

    String payload() {
        return new String(event().payload(), StandardCharsets.UTF_8);
    }
}
