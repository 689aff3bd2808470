/** The shapes of the server's answers: camelCase, times as ISO-8601 UTC, durations in milliseconds, absent values null. */

import type { Signal } from "./signals";

export type Instant = string;
export type RunStatus = "pending" | "running" | "paused" | "completed" | "failed" | "cancelled";
export type HealthState = "ok" | "retrying" | "waiting" | "overdue" | "stalled";
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Page<T> {
  items: T[];
  next: string | null;
}

/** What names a run: a workflow id is unique within its environment and service. */
export interface RunRef {
  env: string;
  serviceKey: string;
  workflowId: string;
}

/** Of open runs. `until`: when it is expected to go on (waiting, retrying) or should have (overdue). */
export interface Health {
  state: HealthState;
  reason: string;
  until: Instant | null;
  attempt: number | null;
  maxAttempts: number | null;
}

/** A piece of a run's micro-timeline, in ms from its start; `to` is null while it goes on. */
export interface Segment {
  kind: "work" | "failed" | "recovered" | "running" | "backoff" | "sleep" | "idle";
  from: number;
  to: number | null;
}

/** How long runs of the same environment, service and name usually take. */
export interface Usual {
  p50Ms: number;
  p95Ms: number;
  n: number;
}

/** How long an open run has left, from completed runs of its workflow that had taken as long already. */
export interface Estimate {
  /** null, as the two that follow, where too few took longer */
  remainingMs: number | null;
  remainingP90Ms: number | null;
  expectedEndAt: Instant | null;
  n: number;
  /** from whose start others are compared; null for the start of the run */
  stepName: string | null;
  slowerThanUsual: boolean;
}

export interface RunItem extends RunRef {
  id: string;
  workflowName: string;
  executionId: string | null;
  runSeq: number;
  status: RunStatus;
  pauseReason: string | null;
  resumeAt: Instant | null;
  currentStep: string | null;
  completedSteps: string[];
  totalStepsExecuted: number;
  stepCount: number;
  errorMessage: string | null;
  errorStepName: string | null;
  errorAttempt: number | null;
  startedAt: Instant | null;
  completedAt: Instant | null;
  failedAt: Instant | null;
  cancelledAt: Instant | null;
  endedAt: Instant | null;
  durationMs: number | null;
  createdAt: Instant;
  /** when it was last saved */
  updatedAt: Instant | null;
  lastEventId: string | null;
  lastEventAt: Instant | null;
  inferred: string[];
  health: Health | null;
  shape: Segment[];
  usual: Usual | null;
  /** of open runs; absent where it was not asked for */
  estimate?: Estimate | null;
  /** why it was cancelled, or the last error of the step that is tried again */
  reason: { stepName: string | null; text: string } | null;
  /** a live-video session: it has no steps, and a page of its own */
  session: boolean;
  /** in lists of all runs of an id: which of them the row leads to */
  leadsTo?: number;
}

export interface Counts {
  total: number;
  capped: boolean;
  /** where counting stopped there may be more: then even none found says nothing */
  items: { value: string; count: number; capped: boolean }[];
}

export type StatusCounts = Record<RunStatus, number>;

export interface Environment {
  env: string;
  counts: StatusCounts;
  services: number;
  lastEventAt: Instant | null;
}

export interface Service {
  serviceKey: string;
  displayName: string | null;
  description: string | null;
  environments: { env: string; counts: StatusCounts; lastEventAt: Instant | null }[];
  lastEventAt: Instant | null;
}

export interface ActiveRun extends RunItem {
  activityState: "active" | "scheduled" | "overdue";
}

export interface ActiveEnvironment {
  env: string;
  running: number;
  retrying: number;
  sleeping: number;
  overdue: number;
  stalled: number;
  queued: number;
  /** of the queued */
  queuedTooLong: number;
  oldestQueuedAt: Instant | null;
}

export interface ActivePage extends Page<ActiveRun> {
  environments: ActiveEnvironment[];
}

/** A field whose value was changed by an event that came late. */
export interface Correction {
  field: string;
  from: Json;
  to: Json;
  receivedAt: Instant;
}

export interface Workflow extends RunItem {
  input: Json;
  output: Json;
  errorStack: string | null;
  reportedDurationMs: number | null;
  corrected: Correction[];
}

export interface Step {
  id: string;
  stepName: string;
  status: string;
  currentAttempt: number;
  maxAttempts: number | null;
  result: Json;
  cached: boolean;
  errorMessage: string | null;
  errorStack: string | null;
  willRetry: boolean;
  retryCount: number;
  nextRetryAt: Instant | null;
  lastRetryDelayMs: number | null;
  timeoutMs: number | null;
  timeoutDeadline: Instant | null;
  timedOut: boolean;
  startedAt: Instant | null;
  completedAt: Instant | null;
  durationMs: number | null;
  totalDurationMs: number | null;
  createdAt: Instant;
  executionOrder: number;
  inferred: boolean;
}

export interface Attempt {
  id: string;
  stepName: string;
  attemptNumber: number;
  result: string | null;
  errorMessage: string | null;
  errorStack: string | null;
  startedAt: Instant | null;
  endedAt: Instant | null;
  durationMs: number | null;
  retryScheduled: boolean;
  retryDelayMs: number | null;
  nextAttemptAt: Instant | null;
  startEventId: string | null;
  endEventId: string | null;
}

export interface Sleep {
  id: string;
  durationMs: number | null;
  startedAt: Instant | null;
  resumeAt: Instant | null;
  completedAt: Instant | null;
  completed: boolean;
  startEventId: string | null;
  completeEventId: string | null;
  inferred: boolean;
}

/** An entry in the history of a reused workflow id. */
export interface EarlierRun {
  runSeq: number;
  status: RunStatus;
  executionId: string | null;
  createdAt: Instant;
  startedAt: Instant | null;
  endedAt: Instant | null;
  durationMs: number | null;
}

export interface RunDetail {
  workflow: Workflow;
  steps: Step[];
  attempts: Attempt[];
  sleeps: Sleep[];
  runs: EarlierRun[];
  interventions: Json[];
  /** of the newest run of this id */
  signal: Signal | null;
  at: Instant | null;
  knownUntil: Instant | null;
}

export interface RunEvent {
  /** its own, as attempts refer to it; `eventId` is as it was sent */
  id: string;
  eventId: string;
  type: string;
  timestamp: Instant;
  receivedAt: Instant;
  stepName: string | null;
  attempt: number | null;
  mended: boolean;
  late: boolean;
  payload: Json;
}

/** received = accepted + duplicates + ignored + rejected. */
export interface Account {
  env: string;
  serviceKey: string;
  credential: string;
  received: number;
  accepted: number;
  duplicates: number;
  ignored: number;
  rejected: number;
  lastEventAt: Instant | null;
}

export interface RejectedEvent {
  id: number;
  env: string;
  serviceKey: string;
  credential: string;
  code: string;
  field: string | null;
  message: string;
  eventId: string | null;
  content: string;
  truncated: boolean;
  times: number;
  firstAt: Instant;
  lastAt: Instant;
}

/** The accounting of one request, also of a retry; where a job folds, what is new and what is not is found out later. */
export interface Accounted {
  received: number;
  accepted?: number;
  duplicates?: number;
  ignored?: number;
  queued?: number;
  rejected: { index: number; eventId: string | null; code: string; field: string | null; message: string }[];
}

export interface Meta {
  version: string;
  auth: "none" | "required";
  startedAt: Instant;
  now: Instant;
  empty: boolean;
  position: number;
  /** null where the server folds itself */
  job: JobState | null;
  /** what answers questions, a moment behind; null where the database itself does */
  replica: ReplicaState | null;
}

/** The job that folds what the server hands over to brokers; null is what is not known. */
export interface JobState {
  running: boolean;
  atWork: Instant | null;
  lagEvents: number | null;
  lagMs: number | null;
  /** why the server cannot hand events over */
  obstacle: "brokers_away" | "topic_gone" | "taken_over" | null;
}

export interface ReplicaState {
  running: boolean;
  /** whether questions go to it, and not to the database itself */
  asked: boolean;
  lagMs: number | null;
}

/** Durations in one figure; percentiles are null where there are none. */
export interface StageFigure {
  n: number;
  p50Ms: number | null;
  p90Ms: number | null;
  p99Ms: number | null;
  meanMs: number | null;
  approximate: boolean;
}

/** What a line of an answer on stages is about: a stage or a workflow, whichever is told apart; the other is null. */
export interface StageGroup {
  workflowStage: string | null;
  workflowName: string | null;
}

export interface StageCycleTime extends StageGroup {
  firstPass: StageFigure;
  perPass: StageFigure;
  span: StageFigure;
  invertedFirstPasses: number;
  invertedPasses: number;
  passesWithoutStart: number;
}

export interface StageSla extends StageGroup {
  missed: number;
  met: number;
  withoutSla: number;
  leftOut: number;
  overdueNow: number;
  missRate: number | null;
  missRateWithSla: number | null;
  missedBy: StageFigure;
  overdueBy: StageFigure;
}

/** A stage that is under way; `dueInMs` is negative once it is overdue. */
export interface StageInFlight extends RunRef {
  runSeq: number;
  workflowName: string;
  workflowStage: string;
  starts: number;
  completions: number;
  since: Instant;
  ageMs: number;
  slaDue: Instant | null;
  dueInMs: number | null;
}

export interface StageColumn extends StageGroup {
  total: number;
  overdue: number;
  /** the most urgent, as many as were asked for */
  items: StageInFlight[];
}

export interface StageBoard extends Page<StageColumn> {
  meaning: "never-completed" | "open-now";
  total: number;
  overdue: number;
}

export interface StageBar {
  fromMs: number;
  toMs: number;
  n: number;
}

export interface StageHistogram extends StageGroup {
  n: number;
  bars: StageBar[];
}

export interface StageEdge {
  fromStage: string;
  toStage: string;
  back: boolean;
  n: number;
  waiting: StageFigure;
}

export interface StageNode {
  workflowStage: string;
  n: number;
  started: number;
  completed: number;
  reworked: number;
  extraStarts: number;
}

export interface StageFlow {
  nodes: StageNode[];
  edges: StageEdge[];
}

export interface StageReworkItem extends StageGroup {
  started: number;
  reworked: number;
  extraStarts: number;
  touchMs: number;
  reworkMs: number;
  reworkShare: number | null;
}

export interface WorstRework extends RunRef {
  runSeq: number;
  workflowName: string;
  workflowStage: string;
  extraStarts: number;
  touchMs: number;
  reworkMs: number;
}

export interface StageRework extends Page<StageReworkItem> {
  worst: WorstRework[];
  sentBack: StageEdge[];
}

export interface StageVariant {
  /** to ask for its workflows by */
  id: string;
  variant: string[];
  n: number;
  share: number;
  /** still under way, and may become another variant */
  open: number;
  cycleTime: StageFigure;
}

export interface StageVariants extends Page<StageVariant> {
  total: number;
  variants: number;
}

/** One stage of a workflow, or a workflow as a whole, whose `workflowStage` is null. */
export interface StageWorkflow extends RunRef {
  runSeq: number;
  workflowName: string;
  workflowStage: string | null;
  at: Instant;
  firstStartedAt: Instant | null;
  lastStartedAt: Instant | null;
  firstCompletedAt: Instant | null;
  lastCompletedAt: Instant | null;
  starts: number;
  completions: number;
  passMs: number[];
  firstPassMs: number | null;
  spanMs: number | null;
  touchMs: number;
  reworkMs: number;
  earliestSlaDue: Instant | null;
  lastSlaDue: Instant | null;
  /** by how much its first completion was late */
  lateMs: number | null;
  /** by how much it is late now */
  overdueMs: number | null;
  openNow: boolean;
  abandoned: boolean;
  /** how often it counts for what is asked for */
  n: number;
}

export interface StageWorkflows extends Page<StageWorkflow> {
  total: number;
  /** how often they count together: what the figure says */
  n: number;
}
