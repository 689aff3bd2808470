import type { RunItem } from "../api/types";
import { shortDuration } from "./duration";

/** What a list of runs is limited to. Lists are "any of", those with a not "none of"; empty ones say nothing. */
export interface RunFilters {
  env: readonly string[];
  service: readonly string[];
  status: readonly string[];
  health: readonly string[];
  name: readonly string[];
  notService: readonly string[];
  notStatus: readonly string[];
  notName: readonly string[];
  /** how long a run took, the first in, the second out; either leaves open runs out */
  atLeastMs: number | null;
  belowMs: number | null;
  q: string;
  /** earlier runs of an id, too; otherwise only the newest of each */
  runs: "all" | null;
}

export const STATUSES: readonly string[] = ["pending", "running", "paused", "completed", "failed", "cancelled"];
export const HEALTHS: readonly string[] = ["ok", "retrying", "waiting", "overdue", "stalled"];

/** What can be filtered both ways, and under which name the other way goes. */
export const OPPOSITE = { service: "notService", status: "notStatus", name: "notName" } as const;
export type Reversible = keyof typeof OPPOSITE;

export type Basis = "started" | "ended" | "active";

/** The same question that the server answers, for a run that came over the live stream. */
export function matchesFilters(
  run: RunItem,
  filters: RunFilters,
  basis: Basis,
  range: { from?: string; to?: string },
): boolean {
  const any = (wanted: readonly string[], value: string | undefined) =>
    wanted.length === 0 || (value !== undefined && wanted.includes(value));
  return (
    any(filters.env, run.env) &&
    any(filters.service, run.serviceKey) &&
    any(filters.status, run.status) &&
    any(filters.health, run.health?.state) &&
    any(filters.name, run.workflowName) &&
    !filters.notService.includes(run.serviceKey) &&
    !filters.notStatus.includes(run.status) &&
    !filters.notName.includes(run.workflowName) &&
    tookAsLong(run, filters) &&
    saysWords(run, filters.q) &&
    isWithin(run, basis, range)
  );
}

type Took = Pick<RunFilters, "atLeastMs" | "belowMs">;

function tookAsLong({ durationMs }: RunItem, { atLeastMs, belowMs }: Took): boolean {
  if (atLeastMs === null && belowMs === null) return true;
  return durationMs !== null && durationMs >= (atLeastMs ?? 0) && (belowMs === null || durationMs < belowMs);
}

/** What follows "duration is"; null where any will do. */
export function tookWords({ atLeastMs, belowMs }: Took): string | null {
  if (belowMs === null) return atLeastMs === null ? null : `${shortDuration(atLeastMs)} or more`;
  const below = `below ${shortDuration(belowMs)}`;
  return atLeastMs === null ? below : `${shortDuration(atLeastMs)} or more and ${below}`;
}

function saysWords(run: RunItem, q: string): boolean {
  const words = q.trim().toLowerCase();
  if (words === "") return true;
  const tried = run.endedAt === null ? run.reason?.text : null;
  const texts = [run.workflowId, run.workflowName, run.executionId, run.errorMessage, tried];
  return texts.some((text) => text?.toLowerCase().includes(words));
}

function isWithin(run: RunItem, basis: Basis, range: { from?: string; to?: string }): boolean {
  const from = range.from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(range.from);
  const to = range.to === undefined ? Number.POSITIVE_INFINITY : Date.parse(range.to);
  if (from === Number.NEGATIVE_INFINITY && to === Number.POSITIVE_INFINITY) return true;
  // What only waits in a queue counts from when it was first seen.
  const started = Date.parse(run.startedAt ?? run.createdAt);
  const ended = run.endedAt === null ? null : Date.parse(run.endedAt);
  if (basis === "active") return started < to && (ended === null || ended >= from);
  const moment = basis === "started" ? started : ended;
  return moment !== null && moment >= from && moment < to;
}
