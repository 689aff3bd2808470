import { get, type Params, post } from "./client";
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
  StepDetail,
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

export function fetchRun(run: RunRef, params: Params = {}, signal?: AbortSignal): Promise<RunDetail> {
  if (pathCanHold(run)) return get<RunDetail>(runPath(run), params, signal);
  return get<RunDetail>("workflow", { ...params, env: run.env, service: run.serviceKey, id: run.workflowId }, signal);
}

export const fetchStep = (run: RunRef, step: string, params: Params = {}, signal?: AbortSignal) =>
  get<StepDetail>(`${runPath(run)}/steps/${encodeURIComponent(step)}`, params, signal);

export const fetchEvents = (run: RunRef, params: Params = {}, signal?: AbortSignal) =>
  get<Page<RunEvent>>(`${runPath(run)}/events`, params, signal);

function runPath(run: RunRef): string {
  return ["workflows", ...[run.env, run.serviceKey, run.workflowId].map(encodeURIComponent)].join("/");
}

/** Browsers resolve `.` and `..` in a path, percent-encoded or not, and drop nothing for an empty segment. */
function pathCanHold(run: RunRef): boolean {
  return [run.env, run.serviceKey, run.workflowId].every((part) => part !== "" && part !== "." && part !== "..");
}
