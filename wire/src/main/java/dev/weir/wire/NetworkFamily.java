package dev.weir.wire;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The families of events that a live-video network sends. Only the first four are of sessions. */
enum NetworkFamily {
    STREAM_TRACE("stream_trace"),
    STREAM_INGEST_METRICS("stream_ingest_metrics"),
    AI_STREAM_EVENTS("ai_stream_events"),
    AI_STREAM_STATUS("ai_stream_status"),
    NETWORK_CAPABILITIES("network_capabilities"),
    DISCOVERY_RESULTS("discovery_results"),
    CREATE_NEW_PAYMENT("create_new_payment");

    private static final Map<String, NetworkFamily> BY_WIRE_NAME = new HashMap<>();

    static {
        for (NetworkFamily family : values()) {
            BY_WIRE_NAME.put(family.wireName, family);
        }
    }

    final String wireName;

    NetworkFamily(String wireName) {
        this.wireName = wireName;
    }

    boolean isOfSessions() {
        return ordinal() <= AI_STREAM_STATUS.ordinal();
    }

    static @Nullable NetworkFamily of(String wireName) {
        return BY_WIRE_NAME.get(wireName);
    }
}
