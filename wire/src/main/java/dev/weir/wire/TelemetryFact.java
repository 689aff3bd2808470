package dev.weir.wire;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How a first signal came to somebody, as one row of telemetry tells it.
 *
 * @param at when, in microseconds since 1970
 * @param metadata a JSON object, as it was sent
 */
public record TelemetryFact(
        long at,
        UUID jobId,
        @Nullable UUID runId,
        String surface,
        String eventType,
        int ttfsMs,
        boolean cacheHit,
        @Nullable String signalSource,
        @Nullable String kind,
        @Nullable String phase,
        @Nullable String networkState,
        @Nullable String device,
        @Nullable String release,
        @Nullable String correlationId,
        @Nullable String traceId,
        @Nullable String spanId,
        @Nullable String errorCode,
        @Nullable String errorMessage,
        String metadata) {}
