package dev.weir.wire;

import org.jspecify.annotations.Nullable;

/**
 * A row of telemetry on its way into the log.
 *
 * @param log what every event has; it is of no workflow
 * @param fact null if it is ignored
 * @param ignoredBecause why it is kept and not counted; null if it is counted
 */
public record TelemetryEvent(
        LogEvent log,
        @Nullable TelemetryFact fact,
        @Nullable String ignoredBecause) {}
