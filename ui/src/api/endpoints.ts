import { get, type Params, post } from "./client";
import type { SessionDetail, SessionMetrics, SessionPage } from "./sessions";
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

export const fetchSessions = (params: Params, signal?: AbortSignal) => get<SessionPage>("sessions", params, signal);
export const fetchSessionMetrics = (params: Params, signal?: AbortSignal) =>
  get<SessionMetrics>("sessions/metrics", params, signal);
export const fetchSession = (id: string, signal?: AbortSignal) =>
  get<SessionDetail>(`sessions/${encodeURIComponent(id)}`, {}, signal);

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
