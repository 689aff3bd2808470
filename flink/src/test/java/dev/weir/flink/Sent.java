package dev.weir.flink;

import dev.weir.wire.EventFamily;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** One event that a test sends to either host. */
record Sent(EventFamily family, String env, String service, String json) {

    static Sent workflow(String json) {
        return new Sent(EventFamily.WORKFLOW, "default", "default", json);
    }

    /** As a broker hands it over. */
    Arrival arrival(String topic, int partition, long offset) {
        return new Arrival(
                topic,
                partition,
                offset,
                System.currentTimeMillis(),
                Headers.LOCAL_ORG.toString(),
                family.label(),
                "local",
                env,
                service,
                false,
                json.getBytes(StandardCharsets.UTF_8));
    }

    /** Where a server takes such events. */
    String path() {
        String endpoint = switch (family) {
            case WORKFLOW -> "/api/v1/events";
            case NETWORK -> "/api/v1/network-events";
            case TELEMETRY -> "/api/v1/ttfs-events";
            case SIGNAL -> "/api/v1/signals/" + job();
        };
        return endpoint + "?env=" + env + "&service=" + service;
    }

    private UUID job() {
        int at = json.indexOf("\"jobId\":\"") + 9;
        return UUID.fromString(json.substring(at, at + 36));
    }
}
