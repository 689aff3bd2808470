import type { Instant } from "./types";

/** What a job is doing or why it failed, in one sentence; the same on every surface. */
export interface Signal {
  jobId: string;
  runId: string | null;
  env: string | null;
  serviceKey: string | null;
  kind: SignalKind;
  phase: SignalPhase;
  summary: string;
  since: Instant | null;
  /** how long it will probably take from when this was said; null where too little is known */
  etaSeconds: number | null;
  /** how the workflow's run before this one ended */
  lastKnownOutcome: Outcome | null;
  nextActions: NextAction[];
  diagnostics: Diagnostics;
  seenBefore: SeenBefore | null;
  updatedAt: Instant | null;
}

export type SignalKind =
  | "queued"
  | "started"
  | "phase"
  | "blocked"
  | "failed"
  | "succeeded"
  | "canceled"
  | "unavailable";
export type SignalPhase = "resolve" | "fetch" | "restore" | "analyze" | "policy" | "report" | "unknown";

/** As the specification's document has it, hence its other spelling. */
export interface Outcome {
  status: "succeeded" | "failed" | "canceled";
  finished_at: Instant;
  workflow_id?: string;
  run_seq?: number;
  duration_ms?: number;
}

export interface NextAction {
  label: string;
  href: string;
}

export interface Diagnostics {
  step?: string;
  step_number?: number;
  attempt?: number;
  max_attempts?: number;
  retry_count?: number;
  completed_steps?: number;
  error_code?: string;
}

/** What is known of the kind of failure that a run ended with. */
export interface SeenBefore {
  signatureId: string;
  sampleCount: number;
  sentence: string;
  mttrP50Seconds: number | null;
  mttrP95Seconds: number | null;
  likelyCause: string | null;
  suggestedAction: string | null;
  remediationUrl: string | null;
}

export type SignalSource = "snapshot" | "cold_start" | "failure_index";

/** A signal with where it came from, as the answer's headers say it. `signal` is null if nothing can be said of the job. */
export interface FoundSignal {
  signal: Signal | null;
  source: SignalSource | null;
  cacheHit: boolean;
  trace: Trace | null;
}

export interface Trace {
  traceId: string;
  spanId: string;
}

export const SIGNATURE_STATES = ["new", "regressed", "known", "ignored", "resolved"] as const;
export type SignatureState = (typeof SIGNATURE_STATES)[number];

/** A kind of failure, and what is known of it. */
export interface Signature {
  id: string;
  phase: string | null;
  errorCode: string | null;
  imagePattern: string | null;
  example: string | null;
  sampleCount: number;
  samplesLastDay: number;
  firstSeenAt: Instant | null;
  lastMatchedAt: Instant | null;
  confidence: number;
  state: SignatureState;
  sentence: string;
  mttrP50Seconds: number | null;
  mttrP95Seconds: number | null;
  likelyCause: string | null;
  suggestedAction: string | null;
  remediationUrl: string | null;
  resolvedAt: Instant | null;
  ignoredUntil: Instant | null;
  ignoredUpTo: number | null;
  enabled: boolean;
  learned: boolean;
  workflows: string[];
  steps: string[];
  environments: string[];
  services: string[];
  lastRun: { env: string; serviceKey: string; workflowId: string; runSeq: number } | null;
}

/** What people may change of a signature: what is absent stays, null clears. */
export interface SignaturePatch {
  likelyCause?: string | null;
  suggestedAction?: string | null;
  remediationUrl?: string | null;
  resolved?: boolean;
  ignoredUntil?: Instant | null;
  ignoredUpTo?: number | null;
  enabled?: boolean;
}

export const SURFACES = ["ui", "cli", "ci"] as const;
export type Surface = (typeof SURFACES)[number];

/** Times to first signal on one surface; null where none was shown. */
interface TtfsFigures {
  surface: Surface;
  /** everything that was told, whether a signal was shown or not */
  eventCount: number;
  /** signals that were shown: what times and shares are of */
  totalSignals: number;
  avgMs: number | null;
  p50Ms: number | null;
  p95Ms: number | null;
  /** the share within 2 s and within 5 s */
  p50CompliancePct: number | null;
  p95CompliancePct: number | null;
  /** percentiles are within 1 %: there were too many to look at each */
  approximate: boolean;
}

/** Within one hour, hits and misses of the cache apart. */
export interface TtfsHour extends TtfsFigures {
  hour: Instant;
  cacheHit: boolean;
  p99Ms: number | null;
  minMs: number | null;
  maxMs: number | null;
  overP50Slo: number;
  overP95Slo: number;
}

export interface TtfsDay extends TtfsFigures {
  day: Instant;
  /** of all events */
  cacheHitRate: number | null;
  errorCount: number;
}

/** Of an hour in which a signal was shown. */
export interface TtfsBreaches {
  hour: Instant;
  surface: Surface;
  totalSignals: number;
  p50Breaches: number;
  p95Breaches: number;
  p50CompliancePct: number | null;
  p95CompliancePct: number | null;
}

/** One thing that a surface tells of how it showed a signal. */
export interface TtfsEvent {
  eventType: `signal.${"start" | "rendered" | "timeout" | "error" | "cache_hit" | "cold_start"}`;
  timestamp: Instant;
  jobId: string;
  runId?: string;
  surface: Surface;
  ttfsMs: number;
  cacheHit: boolean;
  signalSource?: SignalSource;
  kind?: SignalKind;
  phase?: SignalPhase;
  networkState?: string;
  device?: string;
  release?: string;
  correlationId?: string;
  traceId?: string;
  spanId?: string;
  errorCode?: string;
  errorMessage?: string;
}

export type KeptRelation = "ttfs_events" | "first_signal_snapshots" | "failure_signatures";

/** What is cleared up by itself, when that was last done, and how many rows it was. */
export interface Kept {
  relation: KeptRelation;
  keptSeconds: number;
  last: { at: Instant; tookMs: number; removed: number; removedInAll: number } | null;
}
