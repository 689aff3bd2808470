package dev.weir.core.session;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A part of a session that one orchestrator served.
 *
 * @param segmentEndTs when the next one began, else when the session was closed; null while it lasts
 * @param orchestratorAddress the canonical one, in lower case
 * @param workerId null: no event tells of it
 * @param region null: no event tells of it
 * @param sourceTraceType the trace type of the event that it began with, or its family if that is no trace
 * @param version how many distinct events and snapshots it is made of
 */
public record SegmentRow(
        String workflowSessionId,
        int segmentIndex,
        Instant segmentStartTs,
        @Nullable Instant segmentEndTs,
        @Nullable String gateway,
        @Nullable String orchestratorAddress,
        @Nullable String observedOrchestratorAddress,
        @Nullable String orchestratorUrl,
        IdentityMatch identityMatch,
        @Nullable String workerId,
        @Nullable String gpuId,
        @Nullable String modelId,
        AttributionMethod gpuAttributionMethod,
        double gpuAttributionConfidence,
        @Nullable String region,
        SegmentReason reason,
        String sourceTraceType,
        UUID sourceEventUid,
        int statusSamples,
        @Nullable Double avgFps,
        @Nullable Double avgJitter,
        int version) {}
