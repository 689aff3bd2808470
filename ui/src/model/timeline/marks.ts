import { type Scale, toX } from "./scale";
import { type Bar, isAttempt, type Row } from "./types";

/** What is drawn for a bar, or for several that are too close to tell apart. */
export interface Mark {
  bar: Bar;
  /** index of `bar` in its row */
  index: number;
  x: number;
  width: number;
  /** how many bars it stands for */
  count: number;
  /** index of the last of them */
  last: number;
  failed: boolean;
  /** one of them failed, and its step recovered later */
  recovered: boolean;
}

const THINNEST = 3;
const CLOSEST = 2;
/** Only narrow bars melt: wide ones that touch are still told apart. */
const NARROW = 6;

/** The marks of a row that are in sight, in order. Waits come before attempts so that attempts lie on top. */
export function marksOf(row: Row, scale: Scale): Mark[] {
  const waits: Mark[] = [];
  const attempts: Mark[] = [];
  row.bars.forEach((bar, index) => {
    const solid = isAttempt(bar) || bar.kind === "sleep";
    const right = toX(scale, bar.to);
    const from = toX(scale, bar.from);
    if (right < -THINNEST || from > scale.width + THINNEST) return;
    // What happens at the very end of the picture would else be drawn beside it.
    const x = solid && from <= scale.width ? Math.min(from, scale.width - THINNEST) : from;
    const width = solid ? Math.max(THINNEST, right - x) : right - x;
    if (!solid) {
      if (width >= CLOSEST)
        waits.push({ bar, index, x, width, count: 1, last: index, failed: false, recovered: false });
      return;
    }
    const mark = {
      bar,
      index,
      x,
      width,
      count: 1,
      last: index,
      failed: bar.kind === "failed",
      recovered: bar.kind === "recovered",
    };
    if (!melt(attempts.at(-1), mark)) attempts.push(mark);
  });
  return [...waits, ...attempts];
}

function melt(before: Mark | undefined, mark: Mark): boolean {
  if (before === undefined || before.bar.lane !== mark.bar.lane) return false;
  if (mark.width >= NARROW || (before.count === 1 && before.width >= NARROW)) return false;
  if (mark.x - (before.x + before.width) >= CLOSEST || mark.bar.open || before.bar.open) return false;
  before.width = Math.max(before.x + before.width, mark.x + mark.width) - before.x;
  before.count++;
  before.last = mark.index;
  before.failed ||= mark.failed;
  before.recovered ||= mark.recovered;
  return true;
}

/** A merged mark grows with its count, up to what a row holds. */
export const markHeight = (count: number): number => Math.min(22, Math.round(12 + 2 * Math.log2(count)));

export const LANE = 10;
export const ROW = 28;
export const rowHeight = (row: Row): number => ROW + (row.lanes - 1) * LANE;

/** Where each row begins; one more at the end for the height of all. */
export function rowTops(rows: readonly Row[]): number[] {
  const tops = [0];
  for (const row of rows) tops.push((tops.at(-1) ?? 0) + rowHeight(row));
  return tops;
}

/** The rows between two heights, with a few beyond each edge. */
export function rowsInSight(tops: readonly number[], top: number, height: number, beyond = 3): [number, number] {
  const count = tops.length - 1;
  const first = Math.max(0, lastAtOrBefore(tops, top) - beyond);
  const last = Math.min(count - 1, lastAtOrBefore(tops, top + height) + beyond);
  return [first, last];
}

function lastAtOrBefore(tops: readonly number[], y: number): number {
  let low = 0;
  let high = tops.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The bar under a point of the plot: the nearest within reach, attempts before waits. */
export function markAt(marks: readonly Mark[], x: number, reach = 4): Mark | undefined {
  let best: Mark | undefined;
  let nearest = reach;
  for (const mark of marks) {
    const away = Math.max(0, mark.x - x, x - (mark.x + mark.width));
    if (away < nearest || (away === nearest && best !== undefined && isAttempt(mark.bar))) {
      best = mark;
      nearest = away;
    }
  }
  return best;
}
