package dev.weir.server.query.session;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What of a session's start is measured; in the order of {@code session_latencies.measure}. */
enum SessionLatency {
    STARTUP("startup_ms"),
    E2E_PROXY("e2e_proxy_ms"),
    PROMPT_TO_PLAYABLE("prompt_to_playable_ms"),
    GATEWAY_RUNNER_LAG("gateway_runner_lag_ms");

    /** All of them, in this order. */
    static final String COLUMNS =
            Arrays.stream(values()).map(latency -> latency.column).collect(Collectors.joining(", "));

    private final String column;

    SessionLatency(String column) {
        this.column = column;
    }
}
