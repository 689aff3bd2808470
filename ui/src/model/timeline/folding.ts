import type { Activity, Timeline } from "./types";

/** A stretch of time in which nothing works, drawn as a narrow column instead of to scale. */
export interface Fold {
  activity: Activity;
  from: number;
  to: number;
}

const SHORTEST_MS = 10_000;
/** Folds must leave room for what is to scale. */
const MOST_OF_WIDTH = 0.6;
const NARROWEST = 48;
const WIDEST = 72;

export const columnWidth = (width: number): number => Math.min(WIDEST, Math.max(NARROWEST, width * 0.09));

/**
 * A stretch folds when it is longer than 5 % of what is drawn, a back-off beyond 20 %. Folding one leaves less that is
 * drawn, so the longest come first and each is measured against what the others left.
 */
export function foldsOf(timeline: Timeline, width: number, unfolded: ReadonlySet<number>): Fold[] {
  const candidates = [...timeline.stretches, ...queueWait(timeline)]
    .filter((one) => one.activity !== "working" && one.to - one.from > SHORTEST_MS)
    .sort((a, b) => b.to - b.from - (a.to - a.from));
  const room = Math.floor((width * MOST_OF_WIDTH) / columnWidth(width));
  const folds: Fold[] = [];
  let drawn = timeline.end;
  for (const candidate of candidates) {
    const length = candidate.to - candidate.from;
    const share = candidate.activity === "backoff" ? 0.2 : 0.05;
    if (length <= share * drawn || drawn - length < 1) continue;
    if (folds.length >= room) break;
    if (unfolded.has(candidate.from)) continue;
    drawn -= length;
    folds.push({ ...candidate });
  }
  return folds.sort((a, b) => a.from - b.from);
}

function queueWait(timeline: Timeline): Fold[] {
  return timeline.runFrom > 0 ? [{ activity: "idle", from: 0, to: timeline.runFrom }] : [];
}
