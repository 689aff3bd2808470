import type { Params } from "../api/client";
import { rangeWords, resolveRange, type TimeRange } from "./scope";
import type { Search } from "./search";

/** A stretch of time that figures are asked for, in ms. */
export interface Bounds {
  from: number;
  to: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Figures need an end to go back to: all time is a quarter of a year here, and said so. */
const ALL_DAYS = 90;

export function metricBounds(range: TimeRange, now: number): Bounds {
  const { from, to } = resolveRange(range, now);
  const end = to === undefined ? now : Date.parse(to);
  return { from: from === undefined ? end - ALL_DAYS * DAY : Math.min(Date.parse(from), end), to: end };
}

/** The range of a link to the runs behind such figures: no more than they cover. */
export const figureRange = ({ from, to }: Search): Search =>
  from === "all" ? { from: `-${ALL_DAYS}d`, to: undefined } : { from, to };

export const metricRangeWords = (range: TimeRange, now: Date, zone: string): string =>
  range.kind === "all" ? `last ${ALL_DAYS} d` : rangeWords(range, now, zone);

export const boundsParams = ({ from, to }: Bounds): Params => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
});

export type Bucket = "15m" | "30m" | "1h" | "1d";
export const BUCKET_MS: Record<Bucket, number> = { "15m": HOUR / 4, "30m": HOUR / 2, "1h": HOUR, "1d": DAY };
export const BUCKET_WORDS: Record<Bucket, string> = {
  "15m": "15 min",
  "30m": "30 min",
  "1h": "hour",
  "1d": "day, in UTC",
};

const MOST_COLUMNS = 192;

/** The narrowest that a small chart can show. */
export function bucketOf({ from, to }: Bounds): Bucket {
  const fits = (Object.keys(BUCKET_MS) as Bucket[]).find((bucket) => (to - from) / BUCKET_MS[bucket] <= MOST_COLUMNS);
  // A day is better told by half hours than by quarters: fewer than 100 columns stay wider than a pixel.
  return fits === undefined ? "1d" : fits === "15m" && to - from > 12 * HOUR ? "30m" : fits;
}

/** The beginnings of all buckets that touch the time. */
export function columnsOf({ from, to }: Bounds, bucketMs: number): number[] {
  const columns: number[] = [];
  for (let at = Math.floor(from / bucketMs) * bucketMs; at < to; at += bucketMs) columns.push(at);
  return columns;
}
