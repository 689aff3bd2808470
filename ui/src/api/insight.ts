import { get, type Params, patch, put, queryString, remove } from "./client";
import type { Instant, Page, Service, StatusCounts } from "./types";

/** What Weir makes of many runs: what needs a person, how environments and services fare, and how that compares. */

/** Against the same hours of the last weeks. `quiet`: nothing ended, and nothing had to. */
export type Verdict = "healthy" | "degraded" | "failing" | "silent" | "quiet";
export type AttentionKind = "failing" | "overdue" | "stuck" | "past_sla" | "alert" | "burning" | "slower" | "silent";

/** One thing that needs a person now, or may soon. */
export interface Attention {
  key: string;
  kind: AttentionKind;
  urgency: "now" | "watch";
  sentence: string;
  usual: string | null;
  env: string;
  serviceKey: string;
  workflowName: string | null;
  stepName: string | null;
  count: number;
  of: "runs" | "titles" | "sessions" | "events";
  since: Instant;
  spark: { from: Instant; bucketMs: number; counts: (number | null)[] };
  /** where it is shown, as a path of this window */
  href: string;
}

/** Runs that ended in a stretch of time. */
export interface EndedRuns {
  ended: number;
  failed: number;
  /** more failures than the usual band allows */
  outsideUsual: boolean;
}

export interface EndedHour extends EndedRuns {
  from: Instant;
}

export interface EnvironmentCard {
  env: string;
  verdict: Verdict;
  since: Instant | null;
  ended: number;
  successRate: number | null;
  usualSuccessRate: number | null;
  series: { from: Instant; bucketMs: number; buckets: EndedRuns[] };
  running: number;
  retrying: number;
  overdue: number;
  stuck: number;
  sleeping: number;
  queued: number;
  p95DurationMs: number | null;
  usualP95DurationMs: number | null;
}

/** A service in an environment. */
export interface ServiceCell {
  env: string;
  verdict: Verdict;
  ended: number;
  successRate: number | null;
  usualSuccessRate: number | null;
  hours: EndedHour[];
  lastEventAt: Instant | null;
}

export interface ServiceRow {
  serviceKey: string;
  displayName: string | null;
  description: string | null;
  lastEventAt: Instant | null;
  usualGapMs: number | null;
  silent: boolean;
  cells: ServiceCell[];
}

export interface Overview {
  asOf: Instant;
  sentence: string;
  detail: string;
  attention: Attention[];
  environments: EnvironmentCard[];
  services: ServiceRow[];
}

/** What people want to be told of a service in an environment; of the limits at least one is set. */
export interface AlertLimits {
  /** as a share */
  minSuccessRate: number | null;
  maxP95DurationMs: number | null;
  maxSilenceMs: number | null;
  /** of runs that ended in so long up to now */
  windowMs: number;
  /** of fewer nothing is said of success or durations */
  minRuns: number;
}

export interface Alert extends AlertLimits {
  /** completed or failed in the window */
  ended: number;
  successRate: number | null;
  /** completed with a duration */
  timed: number;
  p95DurationMs: number | null;
  breaches: { limit: "success" | "duration" | "silence"; sentence: string }[];
}

/** A service in an environment, for its card. */
export interface ServiceEnvironment extends ServiceCell {
  /** of all times */
  counts: StatusCounts;
  /** of the runs that started in the range, with those that follow */
  total: number;
  completed: number;
  failed: number;
  cancelled: number;
  inProgress: number;
  /** how long each of its `hours` is: a long range has longer ones */
  bucketMs: number;
  usualGapMs: number | null;
  silent: boolean;
  /** of now, whatever the range; null where nobody set one */
  alert: Alert | null;
}

export interface ServiceFigures extends Service {
  environments: ServiceEnvironment[];
}

/** What people call a service; null takes it back. */
export interface ServiceWords {
  displayName: string | null;
  description: string | null;
}

export interface WorkflowFigures {
  total: number;
  completed: number;
  failed: number;
  cancelled: number;
  inProgress: number;
  /** of those that completed or failed; null where none did */
  successRate: number | null;
  avgDurationMs: number | null;
  p50DurationMs: number | null;
  p95DurationMs: number | null;
  approximate: boolean;
}

export interface WorkflowKey {
  env: string;
  serviceKey: string;
  workflowName: string;
}

export interface WorkflowMetrics extends WorkflowKey, WorkflowFigures {
  /** the range of equal length before; null where it had none */
  before: WorkflowFigures | null;
}

export interface StepMetrics extends WorkflowKey {
  stepName: string;
  n: number;
  p50DurationMs: number | null;
  p95DurationMs: number | null;
  avgDurationMs: number | null;
  failed: number;
  avgRetries: number | null;
  maxRetries: number;
  workflowsWithRetries: number;
  approximate: boolean;
}

export interface RetryMetrics extends WorkflowKey {
  stepName: string;
  steps: number;
  retries: number;
  avgRetries: number | null;
  maxRetries: number;
  workflowsWithRetries: number;
  /** hours in which the step ran, where they were asked for */
  hours?: { from: Instant; steps: number; retries: number }[];
}

export interface EnvironmentScore {
  env: string;
  total: number;
  completed: number;
  failed: number;
  cancelled: number;
  inProgress: number;
  successRate: number | null;
  usualSuccessRate: number | null;
  p95DurationMs: number | null;
  usualP95DurationMs: number | null;
  throughputPerHour: number | null;
  usualThroughputPerHour: number | null;
  retriesPerRun: number | null;
  verdict: Verdict;
  sentence: string;
}

export interface DurationBar {
  fromMs: number;
  toMs: number;
  n: number;
}

/** How long completed runs took. */
export interface DurationHistogram {
  env: string;
  /** null where services are not told apart */
  serviceKey: string | null;
  workflowName: string | null;
  n: number;
  p50Ms: number | null;
  p95Ms: number | null;
  approximate: boolean;
  buckets: DurationBar[];
}

export interface SeriesBucket {
  from: Instant;
  started: number;
  completed: number;
  failed: number;
  cancelled: number;
  retries: number;
  p95DurationMs: number | null;
}

/** Ends by when they ended, starts by when they started; a bucket in which nothing happened is left out. */
export interface Series {
  from: Instant;
  to: Instant;
  bucketMs: number;
  items: { env: string; serviceKey: string | null; workflowName: string | null; buckets: SeriesBucket[] }[];
}

/** The printed comparison: of all runs of the workflow, the open ones too. */
export interface WorkflowInEnvironment {
  workflowName: string;
  env: string;
  total: number;
  completed: number;
  failed: number;
  successRate: number | null;
}

export interface SlowerWorkflow extends WorkflowKey {
  n: number;
  p50DurationMs: number | null;
  usualP50DurationMs: number;
  p95DurationMs: number | null;
  usualP95DurationMs: number;
  ratio: number;
}

export const fetchOverview = (params: Params, signal?: AbortSignal) => get<Overview>("overview", params, signal);
export const fetchServiceFigures = (params: Params, signal?: AbortSignal) =>
  get<Page<ServiceFigures>>("services", params, signal);
export const changeService = (key: string, words: ServiceWords) =>
  patch<ServiceFigures>(`services/${encodeURIComponent(key)}`, words);

/** Null takes it back. */
export async function changeAlert(key: string, env: string, limits: AlertLimits | null): Promise<void> {
  const path = `services/${encodeURIComponent(key)}/alerts${queryString({ env })}`;
  await (limits === null ? remove(path) : put<ServiceFigures>(path, limits));
}

export const fetchWorkflowMetrics = (params: Params, signal?: AbortSignal) =>
  get<Page<WorkflowMetrics>>("metrics/workflows", params, signal);
export const fetchStepMetrics = (params: Params, signal?: AbortSignal) =>
  get<Page<StepMetrics>>("metrics/steps", params, signal);
export const fetchRetryMetrics = (params: Params, signal?: AbortSignal) =>
  get<Page<RetryMetrics>>("metrics/retries", params, signal);
export const fetchEnvironmentScores = (params: Params, signal?: AbortSignal) =>
  get<Page<EnvironmentScore>>("metrics/environments", params, signal);
export const fetchWorkflowsAcross = (params: Params, signal?: AbortSignal) =>
  get<Page<WorkflowInEnvironment>>("metrics/environments", { ...params, by: "workflow" }, signal);
export const fetchDurations = (params: Params, signal?: AbortSignal) =>
  get<Page<DurationHistogram>>("metrics/durations", params, signal);
export const fetchSeries = (params: Params, signal?: AbortSignal) => get<Series>("metrics/series", params, signal);
export const fetchSlower = (params: Params, signal?: AbortSignal) =>
  get<Page<SlowerWorkflow>>("metrics/slower", params, signal);
