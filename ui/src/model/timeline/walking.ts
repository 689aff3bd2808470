import { type Bar, isAttempt, type Row, type Timeline } from "./types";

/** A bar by its place: row and index in the row. */
export interface Place {
  row: number;
  bar: number;
}

/** Bars in which something happened; waits are told with the attempt before them. */
const isStop = (bar: Bar) => isAttempt(bar) || bar.kind === "sleep";

/** All stops by time, for walking from bar to bar. */
export function stopsOf(timeline: Timeline): Place[] {
  const stops: (Place & { at: number })[] = [];
  timeline.rows.forEach((row, index) => {
    row.bars.forEach((bar, position) => {
      if (isStop(bar)) stops.push({ row: index, bar: position, at: bar.from });
    });
  });
  return stops.sort((a, b) => a.at - b.at || a.row - b.row).map(({ row, bar }) => ({ row, bar }));
}

export function nextStop(stops: readonly Place[], here: Place | null, by: 1 | -1): Place | null {
  if (stops.length === 0) return null;
  if (here === null) return stops[by === 1 ? 0 : stops.length - 1] ?? null;
  const at = stops.findIndex((stop) => stop.row === here.row && stop.bar === here.bar);
  return stops[Math.min(stops.length - 1, Math.max(0, at + by))] ?? null;
}

/** The bar of the next row up or down that is nearest in time; rows without bars are passed over. */
export function otherRow(rows: readonly Row[], here: Place | null, by: 1 | -1): Place | null {
  const from = here === null ? undefined : rows[here.row]?.bars[here.bar];
  let row = here === null ? (by === 1 ? 0 : rows.length - 1) : here.row + by;
  for (; row >= 0 && row < rows.length; row += by) {
    const bar = nearestStop(rows[row], from);
    if (bar !== null) return { row, bar };
  }
  return here;
}

function nearestStop(row: Row | undefined, from: Bar | undefined): number | null {
  let best: number | null = null;
  let nearest = Number.POSITIVE_INFINITY;
  row?.bars.forEach((bar, index) => {
    if (!isStop(bar)) return;
    const away = from === undefined ? index : Math.abs(bar.from - from.from);
    if (away < nearest) {
      nearest = away;
      best = index;
    }
  });
  return best;
}

/** The next failed attempt in time, round and round; those that recovered count only where none stayed failed. */
export function nextError(timeline: Timeline, here: Place | null): Place | null {
  const kind = (place: Place) => timeline.rows[place.row]?.bars[place.bar]?.kind;
  const stops = stopsOf(timeline);
  const wanted = stops.some((stop) => kind(stop) === "failed") ? "failed" : "recovered";
  const at = here === null ? -1 : stops.findIndex((stop) => stop.row === here.row && stop.bar === here.bar);
  const isError = (stop: Place) => kind(stop) === wanted;
  return stops.slice(at + 1).find(isError) ?? stops.find(isError) ?? null;
}

/** The place of an attempt that the address names; without a number the last one of the step. */
export function placeOf(timeline: Timeline, step: string | null, attempt: number | null): Place | null {
  if (step === null) return null;
  const row = timeline.rows.findIndex((one) => one.key === step);
  const bars = timeline.rows[row]?.bars ?? [];
  const bar =
    attempt === null
      ? bars.findLastIndex(isAttempt)
      : bars.findIndex((one) => isAttempt(one) && one.attempt === attempt);
  return row < 0 ? null : { row, bar: Math.max(0, bar) };
}
