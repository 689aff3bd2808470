import { answer, get, type Params, patch, post } from "./client";
import type { SessionDetail, SessionMetrics, SessionPage } from "./sessions";
import type {
  FoundSignal,
  Kept,
  Signal,
  SignalSource,
  Signature,
  SignaturePatch,
  Trace,
  TtfsBreaches,
  TtfsDay,
  TtfsHour,
} from "./signals";
import type {
  Account,
  Accounted,
  ActivePage,
  Counts,
  Environment,
  Meta,
  Page,
  RejectedEvent,
  RunDetail,
  RunEvent,
  RunItem,
  RunRef,
  Service,
  StageBoard,
  StageCycleTime,
  StageFlow,
  StageHistogram,
  StageRework,
  StageSla,
  StageVariants,
  StageWorkflows,
} from "./types";

export const fetchMeta = (signal?: AbortSignal) => get<Meta>("meta", {}, signal);
export const fetchEnvironments = (signal?: AbortSignal) => get<Page<Environment>>("environments", {}, signal);
export const fetchServices = (signal?: AbortSignal) => get<Page<Service>>("services", {}, signal);
export const fetchRuns = (params: Params, signal?: AbortSignal) => get<Page<RunItem>>("workflows", params, signal);
export const fetchCounts = (by: string, params: Params, signal?: AbortSignal) =>
  get<Counts>("workflows/count", { ...params, by }, signal);
export const fetchActive = (params: Params, signal?: AbortSignal) => get<ActivePage>("active", params, signal);
export const fetchAccounting = (signal?: AbortSignal) => get<Page<Account>>("accounting", {}, signal);
export const fetchRejected = (params: Params, signal?: AbortSignal) =>
  get<Page<RejectedEvent>>("rejected", params, signal);
export const fetchRejectedOne = (id: number, signal?: AbortSignal) => get<RejectedEvent>(`rejected/${id}`, {}, signal);
export const retryRejected = (id: number) => post<Accounted>(`rejected/${id}/retry`);

export const fetchStageCycleTime = (params: Params, signal?: AbortSignal) =>
  get<Page<StageCycleTime>>("stages/cycle-time", params, signal);
export const fetchStageSla = (params: Params, signal?: AbortSignal) =>
  get<Page<StageSla>>("stages/sla", params, signal);
export const fetchStageBoard = (params: Params, signal?: AbortSignal) =>
  get<StageBoard>("stages/board", params, signal);
export const fetchStageDurations = (params: Params, signal?: AbortSignal) =>
  get<Page<StageHistogram>>("stages/durations", params, signal);
export const fetchStageRework = (params: Params, signal?: AbortSignal) =>
  get<StageRework>("stages/rework", params, signal);
export const fetchStageFlow = (params: Params, signal?: AbortSignal) => get<StageFlow>("stages/flow", params, signal);
export const fetchStageVariants = (params: Params, signal?: AbortSignal) =>
  get<StageVariants>("stages/variants", params, signal);
export const fetchStageWorkflows = (params: Params, signal?: AbortSignal) =>
  get<StageWorkflows>("stages/workflows", params, signal);

export const fetchSessions = (params: Params, signal?: AbortSignal) => get<SessionPage>("sessions", params, signal);
export const fetchSessionMetrics = (params: Params, signal?: AbortSignal) =>
  get<SessionMetrics>("sessions/metrics", params, signal);
export const fetchSession = (id: string, signal?: AbortSignal) =>
  get<SessionDetail>(`sessions/${encodeURIComponent(id)}`, {}, signal);

/** Never from the browser's cache: what is stored under the same tag may have told another time that is left. */
export async function fetchSignal(jobId: string, signal?: AbortSignal): Promise<FoundSignal> {
  const response = await answer(`signals/${encodeURIComponent(jobId)}`, { cache: "no-store", signal: signal ?? null });
  return {
    signal: response.status === 204 ? null : ((await response.json()) as Signal),
    source: response.headers.get("X-FirstSignal-Source") as SignalSource | null,
    cacheHit: /;\s*hit\b/.test(response.headers.get("Cache-Status") ?? ""),
    trace: traceOf(response.headers.get("traceparent")),
  };
}

/** As W3C Trace Context writes it; null unless the server, or a proxy before it, tells. */
export function traceOf(parent: string | null): Trace | null {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(parent ?? "") ?? [];
  return traceId === undefined || spanId === undefined ? null : { traceId, spanId };
}

export const fetchSignatures = (params: Params, signal?: AbortSignal) =>
  get<Page<Signature>>("signatures", params, signal);
export const fetchSignature = (id: string, signal?: AbortSignal) =>
  get<Signature>(`signatures/${encodeURIComponent(id)}`, {}, signal);
export const changeSignature = (id: string, change: SignaturePatch) =>
  patch<Signature>(`signatures/${encodeURIComponent(id)}`, change);

export const fetchTtfsHourly = (params: Params, signal?: AbortSignal) =>
  get<Page<TtfsHour>>("ttfs/hourly", params, signal);
export const fetchTtfsDaily = (params: Params, signal?: AbortSignal) =>
  get<Page<TtfsDay>>("ttfs/daily", params, signal);
export const fetchRetention = (signal?: AbortSignal) => get<Page<Kept>>("retention", {}, signal);
export const fetchTtfsBreaches = (params: Params, signal?: AbortSignal) =>
  get<Page<TtfsBreaches>>("ttfs/breaches", params, signal);

export const fetchRun = (run: RunRef, params: Params = {}, signal?: AbortSignal) =>
  get<RunDetail>(...ofRun(run, "", params), signal);

export const fetchEvents = (run: RunRef, params: Params = {}, signal?: AbortSignal) =>
  get<Page<RunEvent>>(...ofRun(run, "/events", params), signal);

/** By its path, or by a query where browsers would resolve `.` and `..` or lose an empty segment. */
export function ofRun(run: RunRef, part: string, params: Params): [path: string, params: Params] {
  const names = [run.env, run.serviceKey, run.workflowId];
  if (names.every((name) => name !== "" && name !== "." && name !== "..")) {
    return [`workflows/${names.map(encodeURIComponent).join("/")}${part}`, params];
  }
  return [`workflow${part}`, { ...params, env: run.env, service: run.serviceKey, id: run.workflowId }];
}
