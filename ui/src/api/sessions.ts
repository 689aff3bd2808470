import type { Instant, Page } from "./types";

/** The shapes of live-video sessions: a row each, null where there is no evidence. */

export type Outcome = "success" | "excused" | "unexcused" | "not_in_denominator";
export type Activity = "open" | "closed" | "idle";

export interface Attribution {
  orchestratorAddress: string | null;
  observedOrchestratorAddress: string | null;
  orchestratorUrl: string | null;
  identityMatch: "address_and_url" | "url" | "address" | "ambiguous" | "unmapped" | "none";
  gateway: string | null;
  modelId: string | null;
  gpuId: string | null;
  gpuAttributionMethod:
    | "exact_orchestrator_time_match"
    | "nearest_prior_snapshot"
    | "nearest_snapshot_within_ttl"
    | "proxy_address_join"
    | "none";
  gpuAttributionConfidence: number;
}

/** Four latencies; null where an edge is missing or comes before its start. */
export interface Latencies {
  startupMs: number | null;
  e2eProxyMs: number | null;
  promptToPlayableMs: number | null;
  gatewayRunnerLagMs: number | null;
}

export interface Session extends Attribution, Latencies {
  workflowSessionId: string;
  env: string;
  serviceKey: string;
  streamId: string | null;
  requestId: string | null;
  workflowId: string;
  pipeline: string | null;
  pipelineId: string | null;
  sessionStartTs: Instant;
  /** its last event so far */
  sessionEndTs: Instant;
  firstStreamRequestTs: Instant | null;
  firstProcessedTs: Instant | null;
  firstPlayableTs: Instant | null;
  promptTs: Instant | null;
  closedTs: Instant | null;
  edgeInversions: number;
  startupOutcome: Outcome;
  knownStream: boolean;
  /** those that a gateway told of */
  swapCount: number;
  inferredSwapCount: number;
  orchestratorCount: number;
  sessionHasSwap: boolean;
  errorCount: number;
  excusableErrorCount: number;
  errorsAfterClose: number;
  eventsAfterClose: number;
  /** the last that has no excuse */
  lastError: string | null;
  lastErrorEventUid: string | null;
  streamState: string | null;
  segmentCount: number;
  parameterUpdateCount: number;
  statusSamples: number;
  fpsPositiveSamples: number;
  avgFps: number | null;
  avgJitter: number | null;
  version: number;
  activity: Activity;
}

export interface SessionSegment extends Attribution {
  segmentIndex: number;
  segmentStartTs: Instant;
  segmentEndTs: Instant | null;
  reason: "session_start" | "orchestrator_swap" | "orchestrator_change";
  region: string | null;
  sourceTraceType: string;
  sourceEventUid: string;
  statusSamples: number;
  avgFps: number | null;
  avgJitter: number | null;
}

export interface SessionEdge {
  traceType: string;
  category: "gateway" | "orchestrator" | "runner" | "app" | "other";
  at: Instant;
}

export interface ParameterUpdate {
  updateIndex: number;
  updatedTs: Instant;
  samplesBefore: number;
  samplesAfter: number;
  fpsBefore: number | null;
  fpsAfter: number | null;
  jitterBefore: number | null;
  jitterAfter: number | null;
  sourceEventUid: string;
}

export interface StatusSample {
  at: Instant;
  fps: number | null;
  state: string | null;
}

export interface SessionError {
  at: Instant;
  message: string | null;
  excusable: boolean;
  eventId: string;
}

export interface SessionDetail {
  session: Session;
  segments: SessionSegment[];
  edges: SessionEdge[];
  parameterUpdates: ParameterUpdate[];
  samples: { fps: StatusSample[]; jitter: { at: Instant; jitter: number }[] };
  /** of which no more than some thousand are here */
  samplesTotal: number;
  errors: SessionError[];
  swaps: { at: Instant; eventId: string }[];
}

export interface LatencyFigure {
  n: number;
  p50Ms: number | null;
  p95Ms: number | null;
  p99Ms: number | null;
  approximate: boolean;
}

export interface SessionFigures {
  /** null for sessions that have none, and for all together */
  group: string | null;
  sessions: number;
  known: number;
  success: number;
  excused: number;
  unexcused: number;
  startupSuccessRate: number | null;
  swapped: number;
  swapRate: number | null;
  errors: number;
  excusableErrors: number;
  /** edges that come before their start */
  inversions: number;
  startupMs: LatencyFigure;
  e2eProxyMs: LatencyFigure;
  promptToPlayableMs: LatencyFigure;
  gatewayRunnerLagMs: LatencyFigure;
}

export type SessionPage = Page<Session>;

export interface SessionMetrics {
  items: SessionFigures[];
  total: SessionFigures;
}
