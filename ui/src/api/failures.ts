import { get, type Params, patch, post, put, queryString, remove } from "./client";
import { ofRun } from "./endpoints";
import type { SignatureState } from "./signals";
import type { Instant, Page, RunRef, RunStatus } from "./types";

export const INBOX_STATES = ["open", "taken", "closed", "recovered"] as const;
export type InboxState = (typeof INBOX_STATES)[number];

/** A run that failed, and what has become of that. */
export interface Failure extends RunRef {
  runId: string;
  runSeq: number;
  workflowName: string;
  errorMessage: string | null;
  errorStepName: string | null;
  errorAttempt: number | null;
  errorCode: string | null;
  failedAt: Instant;
  completedSteps: string[];
  /** of all its steps */
  attempts: number;
  signatureId: string | null;
  inbox: InboxState;
  recoveredAt: Instant | null;
  /** the first success after it, of the same workflow id or of the same workflow */
  recoveredBy: { workflowId: string; runSeq: number; sameId: boolean } | null;
  takenBy: string | null;
  takenAt: Instant | null;
  note: string | null;
  closedAt: Instant | null;
}

/** What people may change of a failure: what is absent stays, null clears. */
export interface InboxPatch {
  takenBy?: string | null;
  note?: string | null;
  closed?: boolean;
}

/** How often workflows failed, and with how many different messages. */
export interface FailureFrequency {
  env: string;
  serviceKey: string;
  workflowName: string;
  failureCount: number;
  uniqueErrors: number;
}

/** Counts of stretches of equal length, from one moment on. */
export interface Trend {
  from: Instant;
  bucketMs: number;
  counts: number[];
}

/** Failures of one kind within a range; first and last seen are of all times. */
export interface FailureGroup {
  signatureId: string;
  state: SignatureState;
  /** with `<path>`, `<text>` and `#` for what differs from one to the next */
  message: string;
  errorCode: string | null;
  phase: string | null;
  count: number;
  firstSeenAt: Instant | null;
  lastSeenAt: Instant | null;
  resolvedAt: Instant | null;
  environments: { env: string; count: number }[];
  services: string[];
  workflows: string[];
  steps: string[];
  trend: Trend;
  recovered: number;
  open: number;
  taken: number;
  mttrP50Seconds: number | null;
  mttrP95Seconds: number | null;
  usualPerDay: number | null;
  outsideUsual: boolean;
  sentence: string;
  likelyCause: string | null;
  suggestedAction: string | null;
  remediationUrl: string | null;
}

/** Groups of each state; open are those with a failure that is open. */
export type GroupCounts = Record<"open" | SignatureState, number>;

export interface FailureGroups extends Page<FailureGroup> {
  counts: GroupCounts;
}

/** What is more frequent among the failures of a group than among all runs. */
export interface OverRepresented {
  attribute: string;
  value: string;
  failed: number;
  failedOf: number;
  all: number;
  allOf: number;
}

export interface FailureGroupDetail {
  group: FailureGroup;
  overRepresented: OverRepresented[];
  newest: Failure[];
  /** of 30 days; a day without a failure may be absent */
  daily: { from: Instant; count: number }[];
}

/** Runs that ended, and how many of them failed; a stretch in which nothing ended is absent. */
export interface FailureRate {
  from: Instant;
  to: Instant;
  bucketMs: number;
  items: { env: string; buckets: { from: Instant; ended: number; failed: number }[] }[];
}

export const fetchFailures = (params: Params, signal?: AbortSignal) => get<Page<Failure>>("failures", params, signal);
export const fetchFailure = (runId: string, runSeq: string, signal?: AbortSignal) =>
  get<Failure>(`failures/${encodeURIComponent(runId)}/${encodeURIComponent(runSeq)}`, {}, signal);
export const fetchFailureFrequency = (params: Params, signal?: AbortSignal) =>
  get<Page<FailureFrequency>>("failures/frequency", params, signal);
export const fetchFailureGroups = (params: Params, signal?: AbortSignal) =>
  get<FailureGroups>("failures/groups", params, signal);
export const fetchFailureGroup = (signatureId: string, params: Params, signal?: AbortSignal) =>
  get<FailureGroupDetail>(`failures/groups/${encodeURIComponent(signatureId)}`, params, signal);
export const fetchFailureRate = (params: Params, signal?: AbortSignal) =>
  get<FailureRate>("failures/rate", params, signal);
export const changeFailure = ({ runId, runSeq }: Pick<Failure, "runId" | "runSeq">, change: InboxPatch) =>
  patch<Failure>(`failures/${encodeURIComponent(runId)}/${runSeq}`, change);
/** All that are open of the group, within the scope. */
export const changeGroupInbox = (signatureId: string, scope: Params, change: InboxPatch) =>
  patch<unknown>(`failures/groups/${encodeURIComponent(signatureId)}/inbox${queryString(scope)}`, change);

/** One of two runs that are held against each other. */
export interface ComparedRun extends RunRef {
  runSeq: number;
  workflowName: string;
  status: RunStatus;
  startedAt: Instant | null;
  endedAt: Instant | null;
  durationMs: number | null;
}

export interface ComparedStep {
  status: string;
  durationMs: number | null;
  attempts: number;
  errorMessage: string | null;
}

export type StepDifference = "status" | "duration" | "attempts" | "result" | "missing";

/** A place in a JSON document at which two runs differ, with what is there as JSON text; null where there is nothing. */
export interface JsonDifference {
  path: string;
  here: string | null;
  there: string | null;
}

/** A failed run beside the last success of the same workflow before it. */
export interface AgainstLastGood {
  run: ComparedRun;
  good: ComparedRun | null;
  partsAt: string | null;
  sentence: string;
  steps: { stepName: string; here: ComparedStep | null; there: ComparedStep | null; differs: StepDifference[] }[];
  input: JsonDifference[];
  output: JsonDifference[];
  durationHereMs: number | null;
  durationThereMs: number | null;
}

export const fetchAgainstLastGood = (run: RunRef, params: Params, signal?: AbortSignal) =>
  get<AgainstLastGood>(...ofRun(run, "/last-good", params), signal);

export type ViewPage = "runs" | "failures";

/** An address of a page that somebody gave a name. */
export interface SavedView {
  id: string;
  page: ViewPage;
  name: string;
  /** the address behind `?` */
  query: string;
  pinned: boolean;
  /** how many runs it shows, of pinned ones, where that is cheap to know */
  count: number | null;
  createdAt: Instant;
  updatedAt: Instant;
}

export type ViewDraft = Pick<SavedView, "page" | "name" | "query" | "pinned">;

export const fetchViews = (params: Params = {}, signal?: AbortSignal) => get<Page<SavedView>>("views", params, signal);
export const addView = (draft: ViewDraft) => post<SavedView>("views", draft);
export const changeView = (id: string, draft: ViewDraft) => put<SavedView>(`views/${encodeURIComponent(id)}`, draft);
export const removeView = (id: string) => remove(`views/${encodeURIComponent(id)}`);
