import type { ActiveEnvironment, RunItem, Usual } from "../api/types";
import { estimateOf, withKnown } from "./estimate";
import { RUN_TABS, type RunTab } from "./runTabs";
import { isOpen, isQueuedTooLong, type Look, lookOf } from "./status";

/** What goes on now, in four lanes by what one looks for. */
export type Lane = "late" | "retrying" | "running" | "sleeping";
export const LANES: readonly Lane[] = ["late", "retrying", "running", "sleeping"];

const LANE_OF: Partial<Record<Look, Lane>> = {
  overdue: "late",
  stuck: "late",
  retrying: "retrying",
  running: "running",
  sleeping: "sleeping",
};

/** Null for what has ended, or is queued and not for too long: it stands in no lane. */
export const laneOf = (run: RunItem): Lane | null => (isQueuedTooLong(run) ? "late" : (LANE_OF[lookOf(run)] ?? null));

const LOOK_OF: Record<Lane, Look> = { late: "stuck", retrying: "retrying", running: "running", sleeping: "sleeping" };

/** The same runs in the list of runs. */
export function tabOfLane(lane: Lane): RunTab {
  const tab = RUN_TABS.find(({ looks }) => looks.includes(LOOK_OF[lane]));
  if (tab === undefined) throw new Error(`The lane ${lane} has no tab.`);
  return tab;
}

/** How many there are in each, shown or not. */
export function laneTotals(environments: readonly ActiveEnvironment[]): Record<Lane, number> {
  const sum = (of: (one: ActiveEnvironment) => number) => environments.reduce((all, one) => all + of(one), 0);
  return {
    late: sum((one) => one.overdue + one.stalled + one.queuedTooLong),
    retrying: sum((one) => one.retrying),
    running: sum((one) => one.running),
    sleeping: sum((one) => one.sleeping),
  };
}

/** The moment that matters on a card: when it is due, or, without one, when it was last heard of. */
export function dueAt(run: RunItem): number | null {
  const at = run.health?.until ?? run.resumeAt;
  return at === null ? null : Date.parse(at);
}

const heardAt = (run: RunItem): number => Date.parse(run.lastEventAt ?? run.updatedAt ?? run.createdAt);

/** Since when it is late: what should have gone on, or has been silent. */
export const lateSince = (run: RunItem): number =>
  lookOf(run) === "overdue" ? (dueAt(run) ?? heardAt(run)) : heardAt(run);

const far = Number.MAX_SAFE_INTEGER;
const ORDER: Record<Lane, (run: RunItem) => number> = {
  late: lateSince,
  retrying: (run) => dueAt(run) ?? far,
  running: (run) => -heardAt(run),
  sleeping: (run) => dueAt(run) ?? far,
};

/** Longest late first, next attempt first, newest change first, next to wake first. */
export function sortLane(lane: Lane, runs: readonly RunItem[]): RunItem[] {
  const by = ORDER[lane];
  return [...runs].sort((a, b) => by(a) - by(b) || (a.id < b.id ? -1 : 1));
}

/**
 * The ids of a lane in the order in which they are shown. While someone is at the lane nothing moves: who leaves keeps the
 * place, who comes is put at the end. Left alone, it is sorted again.
 */
export function arrange(shown: readonly string[], sorted: readonly { id: string }[], busy: boolean): string[] {
  const now = sorted.map((one) => one.id);
  if (!busy) return now;
  const known = new Set(shown);
  return [...shown, ...now.filter((id) => !known.has(id))];
}

/** Changed runs replace what is known of them; what has ended leaves, what has begun comes. */
export function patchActive<T extends RunItem>(
  runs: readonly T[],
  changed: readonly RunItem[],
  inScope: (run: RunItem) => boolean,
): T[] {
  const byId = new Map(changed.filter(inScope).map((run) => [run.id, run]));
  const kept = runs.flatMap((run): T[] => {
    const change = byId.get(run.id);
    byId.delete(run.id);
    if (change === undefined || (change.updatedAt ?? "") < (run.updatedAt ?? "")) return [run];
    return isOpen(change) ? [{ ...run, ...withKnown(change, run) }] : [];
  });
  const fresh = [...byId.values()].filter((run) => laneOf(run) !== null);
  return [...kept, ...(fresh as T[])];
}

/** How long such runs take; null for a live session, which lasts as long as somebody streams. */
export const expected = (run: RunItem): Usual | null => (run.session ? null : run.usual);

/**
 * How far the bar under a card is filled towards the next moment, from 0 to 1; null when no moment is known. What runs is
 * expected to end when it usually does.
 */
export function filled(run: RunItem, now: number): number | null {
  const lane = laneOf(run);
  if (lane === "late") return 1;
  if (lane === "running") {
    if (run.startedAt === null) return null;
    const started = Date.parse(run.startedAt);
    const end = estimateOf(run)?.expectedEndAt ?? null;
    if (end !== null) return share(now - started, Date.parse(end) - started);
    const usual = expected(run);
    return usual === null ? null : share(now - started, usual.p50Ms);
  }
  const due = dueAt(run);
  if (due === null) return null;
  const since = heardAt(run);
  return share(now - since, due - since);
}

const share = (part: number, whole: number) => (whole <= 0 ? 1 : Math.min(1, Math.max(0, part / whole)));

/** Runs longer than 95 of 100 do, and so is drawn as late before it counts as stuck. */
export function isSlow(run: RunItem, now: number): boolean {
  const usual = expected(run);
  if (estimateOf(run)?.slowerThanUsual) return true;
  return usual !== null && run.startedAt !== null && now - Date.parse(run.startedAt) > usual.p95Ms;
}
