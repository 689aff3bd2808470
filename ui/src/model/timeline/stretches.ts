import type { Activity, Bar, Row, Stretch, Sums } from "./types";

/** When several things go on at once, the liveliest names the moment. */
const LIVELIEST: readonly Activity[] = ["working", "backoff", "asleep"];

/** The run's time from `from` to `to` without gaps: each moment belongs to exactly one activity. */
export function stretchesOf(rows: readonly Row[], from: number, to: number): Stretch[] {
  const edges: { at: number; activity: number; by: 1 | -1 }[] = [];
  for (const bar of rows.flatMap((row) => row.bars)) {
    const activity = activityOf(bar);
    const start = Math.max(from, bar.from);
    const end = Math.min(to, bar.to);
    if (activity < 0 || end <= start) continue;
    edges.push({ at: start, activity, by: 1 }, { at: end, activity, by: -1 });
  }
  edges.sort((a, b) => a.at - b.at);
  const going = [0, 0, 0];
  const stretches: Stretch[] = [];
  let at = from;
  for (const edge of edges) {
    extend(stretches, activityNow(going), at, edge.at);
    at = Math.max(at, edge.at);
    going[edge.activity] = (going[edge.activity] ?? 0) + edge.by;
  }
  extend(stretches, "idle", at, to);
  return stretches;
}

function activityOf(bar: Bar): number {
  switch (bar.kind) {
    case "backoff":
      return 1;
    case "sleep":
      return 2;
    case "idle":
    case "queue":
      return -1;
    default:
      return 0;
  }
}

function activityNow(going: readonly number[]): Activity {
  return LIVELIEST.find((_, index) => (going[index] ?? 0) > 0) ?? "idle";
}

function extend(stretches: Stretch[], activity: Activity, from: number, to: number): void {
  if (to <= from) return;
  const last = stretches.at(-1);
  if (last?.activity === activity) last.to = to;
  else stretches.push({ activity, from, to });
}

export function sumsOf(stretches: readonly Stretch[]): Sums {
  const sums: Sums = { working: 0, backoff: 0, asleep: 0, idle: 0 };
  for (const stretch of stretches) sums[stretch.activity] += stretch.to - stretch.from;
  return sums;
}

/** How one step's own span divides; while it waits, the run may be asleep. */
export function stepSums(row: Row, sleeps: Row | undefined): Sums & { total: number } {
  const from = row.bars.find((bar) => bar.kind !== "queue")?.from ?? 0;
  const to = row.bars.reduce((latest, bar) => Math.max(latest, bar.to), from);
  const rows = sleeps === undefined ? [row] : [row, sleeps];
  return { ...sumsOf(stretchesOf(rows, from, to)), total: to - from };
}
