import type { Session, SessionDetail, SessionFigures, SessionSegment } from "../api/sessions";

/** Sessions for tests of the model. */
export const START = Date.parse("2026-02-25T18:12:50.000Z");
export const at = (ms: number): string => new Date(START + ms).toISOString();

const WHO = {
  orchestratorAddress: "0xaa",
  observedOrchestratorAddress: "0xAA",
  orchestratorUrl: "https://one.example:8777",
  identityMatch: "address_and_url",
  gateway: "gw-fra",
  modelId: "sdxl",
  gpuId: "GPU-1",
  gpuAttributionMethod: "nearest_prior_snapshot",
  gpuAttributionConfidence: 0.9,
} as const;

export const SESSION: Session = {
  ...WHO,
  workflowSessionId: "stream|request",
  env: "production",
  serviceKey: "gw-fra",
  streamId: "stream",
  requestId: "request",
  workflowId: "sdxl",
  pipeline: "sdxl",
  pipelineId: null,
  sessionStartTs: at(0),
  sessionEndTs: at(170_000),
  firstStreamRequestTs: at(0),
  firstProcessedTs: at(2_660),
  firstPlayableTs: at(6_440),
  promptTs: at(0),
  closedTs: at(170_000),
  startupMs: 2_660,
  e2eProxyMs: 1_100,
  promptToPlayableMs: 6_440,
  gatewayRunnerLagMs: 1_560,
  edgeInversions: 0,
  startupOutcome: "success",
  knownStream: true,
  swapCount: 0,
  inferredSwapCount: 0,
  orchestratorCount: 1,
  sessionHasSwap: false,
  errorCount: 0,
  excusableErrorCount: 0,
  errorsAfterClose: 0,
  eventsAfterClose: 0,
  lastError: null,
  lastErrorEventUid: null,
  streamState: "ONLINE",
  segmentCount: 1,
  parameterUpdateCount: 0,
  statusSamples: 20,
  fpsPositiveSamples: 20,
  avgFps: 14.9,
  avgJitter: null,
  version: 30,
  activity: "closed",
};

export const SEGMENT: SessionSegment = {
  ...WHO,
  segmentIndex: 0,
  segmentStartTs: at(0),
  segmentEndTs: at(170_000),
  reason: "session_start",
  region: null,
  sourceTraceType: "gateway_receive_stream_request",
  sourceEventUid: "e-0",
  statusSamples: 20,
  avgFps: 14.9,
  avgJitter: null,
};

export const DETAIL: SessionDetail = {
  session: SESSION,
  segments: [SEGMENT],
  edges: [],
  parameterUpdates: [],
  samples: { fps: [], jitter: [] },
  samplesTotal: 0,
  errors: [],
  swaps: [],
};

const NO_LATENCY = { n: 0, p50Ms: null, p95Ms: null, p99Ms: null, approximate: false };

export const FIGURES: SessionFigures = {
  group: null,
  sessions: 0,
  known: 0,
  success: 0,
  excused: 0,
  unexcused: 0,
  startupSuccessRate: null,
  swapped: 0,
  swapRate: null,
  errors: 0,
  excusableErrors: 0,
  inversions: 0,
  startupMs: NO_LATENCY,
  e2eProxyMs: NO_LATENCY,
  promptToPlayableMs: NO_LATENCY,
  gatewayRunnerLagMs: NO_LATENCY,
};
