package dev.weir.cli;

import dev.weir.cli.demo.Family;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * What an earlier demonstration has left on a server.
 *
 * @param toldUpTo everything up to this moment has been sent; the beginning of time if nothing ever was
 * @param open its runs that may go on, by their execution ids, or by their workflow ids where they have none
 */
record DemoTraces(long toldUpTo, Set<String> open) {
    private static final long SLACK_MS = 2_000;
    private static final int NEWEST = 200;

    /** A title that waits for its next stage looks completed, and so does a session that is closed. */
    private static final Duration LONGEST_WAIT = Duration.ofHours(2);

    static DemoTraces of(URI server) {
        Api api = new Api(server, Optional.empty());
        long last = Long.MIN_VALUE;
        for (JsonNode run : api.items("/api/v1/workflows", List.of(Map.entry("sort", "lastEvent")), NEWEST)) {
            if (isOurs(run)) {
                last = Math.max(
                        last, Instant.parse(run.path("lastEventAt").asString()).toEpochMilli());
            }
        }
        List<Map.Entry<String, String>> stillOpen = new ArrayList<>();
        for (String status : List.of("pending", "running", "paused")) {
            stillOpen.add(Map.entry("status", status));
        }
        Set<String> open = new TreeSet<>();
        for (JsonNode run : api.items("/api/v1/workflows", stillOpen, Integer.MAX_VALUE)) {
            if (isOurs(run)) {
                open.add(mark(run));
            }
        }
        if (last != Long.MIN_VALUE) {
            String from = Instant.ofEpochMilli(last).minus(LONGEST_WAIT).toString();
            List<Map.Entry<String, String>> ended = new ArrayList<>();
            Family.MAY_GO_ON.forEach(name -> ended.add(Map.entry("name", name)));
            ended.add(Map.entry("basis", "ended"));
            ended.add(Map.entry("from", from));
            api.items("/api/v1/workflows", ended, Integer.MAX_VALUE).forEach(run -> open.add(mark(run)));
        }
        // An event that is sent twice counts once, one that is never sent is missed.
        return new DemoTraces(last == Long.MIN_VALUE ? Long.MIN_VALUE : last - SLACK_MS, open);
    }

    private static boolean isOurs(JsonNode run) {
        return Family.ALL.stream().anyMatch(family -> family.marked(mark(run)).isPresent());
    }

    private static String mark(JsonNode run) {
        String executionId = run.path("executionId").asString("");
        return executionId.isEmpty() ? run.path("workflowId").asString("") : executionId;
    }
}
