package dev.weir.wire;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The first signal of a job that sends no events, as somebody tells it, on its way into the log. What is JSON is its text.
 *
 * @param log what every event has; it is of no workflow
 */
public record ToldSignal(
        LogEvent log,
        UUID jobId,
        String kind,
        String phase,
        String summary,
        @Nullable Integer etaSeconds,
        @Nullable String lastKnownOutcome,
        @Nullable String nextActions,
        String diagnostics) {

    /** In the log. */
    public static final String TYPE = "signal.told";
}
