package dev.weir.core.session;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One session.
 *
 * @param workflowId the pipeline id, else the pipeline, else the workflow type
 * @param sessionEndTs the last event so far: a close does not end it
 * @param promptTs the earliest start time that a status told
 * @param startupMs null, as the other three, where an edge is missing or comes before its start
 * @param gatewayRunnerLagMs startup less e2e proxy
 * @param edgeInversions how many of the four are null because their edges are inverted
 * @param swapCount explicit ones
 * @param inferredSwapCount changes from one orchestrator to another
 * @param orchestratorCount different orchestrators
 * @param sessionHasSwap an explicit one, or more than one orchestrator
 * @param lastError the last that is not excusable, cut short
 * @param orchestratorAddress of the latest segment, in lower case, as all of the attribution is
 * @param avgFps over all samples, also those without output
 * @param version how many distinct events and snapshots it is made of
 */
public record SessionRow(
        String workflowSessionId,
        String env,
        String serviceKey,
        @Nullable String streamId,
        @Nullable String requestId,
        String workflowType,
        String workflowId,
        @Nullable String pipeline,
        @Nullable String pipelineId,
        Instant sessionStartTs,
        Instant sessionEndTs,
        @Nullable Instant firstStreamRequestTs,
        @Nullable Instant firstProcessedTs,
        @Nullable Instant firstPlayableTs,
        @Nullable Instant promptTs,
        @Nullable Instant closedTs,
        @Nullable Long startupMs,
        @Nullable Long e2eProxyMs,
        @Nullable Long promptToPlayableMs,
        @Nullable Long gatewayRunnerLagMs,
        int edgeInversions,
        StartupOutcome startupOutcome,
        boolean knownStream,
        boolean startupSuccess,
        boolean startupExcused,
        boolean startupUnexcused,
        int swapCount,
        int inferredSwapCount,
        int orchestratorCount,
        boolean sessionHasSwap,
        int errorCount,
        int excusableErrorCount,
        int errorsAfterClose,
        int eventsAfterClose,
        @Nullable String lastError,
        @Nullable UUID lastErrorEventUid,
        @Nullable String orchestratorAddress,
        @Nullable String observedOrchestratorAddress,
        @Nullable String orchestratorUrl,
        IdentityMatch identityMatch,
        @Nullable String gateway,
        @Nullable String modelId,
        @Nullable String gpuId,
        AttributionMethod gpuAttributionMethod,
        double gpuAttributionConfidence,
        @Nullable String streamState,
        int segmentCount,
        int parameterUpdateCount,
        int statusSamples,
        int fpsPositiveSamples,
        @Nullable Double avgFps,
        @Nullable Double avgJitter,
        UUID sourceFirstEventUid,
        UUID sourceLastEventUid,
        int version) {}
