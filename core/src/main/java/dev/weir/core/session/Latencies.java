package dev.weir.core.session;

import org.jspecify.annotations.Nullable;

/** The four latencies of a session. Clocks disagree, so an end may come before its start: it tells nothing then. */
record Latencies(
        @Nullable Long startupMs,
        @Nullable Long e2eProxyMs,
        @Nullable Long promptToPlayableMs,
        @Nullable Long gatewayRunnerLagMs,
        int inversions) {

    static Latencies of(SessionState state) {
        Long startup = millis(state.first(SessionEventType.STREAM_REQUESTED), state.first(SessionEventType.PROCESSED));
        Long e2e = millis(state.first(SessionEventType.INGEST_SENT), state.first(SessionEventType.RUNNER_PROCESSED));
        Long playable = millis(state.promptAt(), state.first(SessionEventType.PLAYABLE));
        Long lag = lag(startup, e2e);
        return new Latencies(
                forward(startup),
                forward(e2e),
                forward(playable),
                forward(lag),
                inverted(startup) + inverted(e2e) + inverted(playable) + inverted(lag));
    }

    private static @Nullable Long lag(@Nullable Long startup, @Nullable Long e2e) {
        return startup == null || e2e == null || startup < 0 || e2e < 0 ? null : Long.valueOf(startup - e2e);
    }

    /** As everywhere: each end is cut to milliseconds first. */
    private static @Nullable Long millis(@Nullable Long from, @Nullable Long to) {
        return from == null || to == null ? null : Long.valueOf(Math.floorDiv(to, 1000L) - Math.floorDiv(from, 1000L));
    }

    private static @Nullable Long forward(@Nullable Long ms) {
        return ms == null || ms < 0 ? null : ms;
    }

    private static int inverted(@Nullable Long ms) {
        return ms != null && ms < 0 ? 1 : 0;
    }
}
