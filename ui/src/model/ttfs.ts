import { SURFACES, type Surface, type TtfsBreaches, type TtfsDay, type TtfsHour } from "../api/signals";
import { longDuration } from "./duration";
import { count, counted } from "./text";
import { exactTime } from "./when";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Beyond so long a range, an hour is too little to be seen. */
const LONGEST_BY_HOURS = 7 * DAY + HOUR;
/** Telemetry is kept for so long. */
export const KEPT_MS = 90 * DAY;

/** Half of the signals within 2 s, 95 of 100 within 5 s. */
export const OBJECTIVE = {
  p50: { ms: 2_000, share: 0.5 },
  p95: { ms: 5_000, share: 0.95 },
} as const;
export type Percentile = keyof typeof OBJECTIVE;

export const SURFACE_WORDS: Record<Surface, string> = { ui: "UI", cli: "CLI", ci: "CI" };

export interface Bounds {
  from: number;
  to: number;
}

export const isByHours = ({ from, to }: Bounds): boolean => to - from <= LONGEST_BY_HOURS;

interface Times {
  n: number;
  p50: number | null;
  p95: number | null;
}

/** What came to people on one surface within one stretch; percentiles of parts cannot be joined, so they stay apart. */
export interface Cell {
  signals: number;
  /** of these, out of the cache */
  hits: number;
  times: Partial<Record<Line, Times>>;
}

/** Which signals a line is of. */
export type Line = "cached" | "computed" | "all";
export const LINE_WORDS: Record<Line, string> = { cached: "cached", computed: "computed", all: "all" };

export interface Chart {
  widthMs: number;
  /** beginnings, without gaps */
  stretches: number[];
  lines: readonly Line[];
  /** a null where no signal was shown */
  surfaces: { surface: Surface; cells: (Cell | null)[] }[];
}

export function chartOfHours(hours: readonly TtfsHour[], bounds: Bounds): Chart {
  const grid = emptyGrid(bounds, HOUR);
  for (const hour of hours) {
    const line = hour.cacheHit ? "cached" : "computed";
    add(grid, hour.surface, Date.parse(hour.hour), HOUR, hour.totalSignals, hour.cacheHit ? hour.totalSignals : 0, {
      [line]: timesOf(hour),
    });
  }
  return finished(grid, HOUR, ["cached", "computed"]);
}

/** @param cached the same days, of signals out of the cache alone */
export function chartOfDays(days: readonly TtfsDay[], cached: readonly TtfsDay[], bounds: Bounds): Chart {
  const grid = emptyGrid(bounds, DAY);
  for (const day of days) {
    const hits = cached.find((one) => one.day === day.day && one.surface === day.surface)?.totalSignals ?? 0;
    add(grid, day.surface, Date.parse(day.day), DAY, day.totalSignals, hits, { all: timesOf(day) });
  }
  return finished(grid, DAY, ["all"]);
}

const timesOf = ({ totalSignals, p50Ms, p95Ms }: TtfsHour | TtfsDay): Times => ({
  n: totalSignals,
  p50: p50Ms,
  p95: p95Ms,
});

interface Grid {
  stretches: number[];
  cells: Map<Surface, (Cell | null)[]>;
}

function emptyGrid({ from, to }: Bounds, widthMs: number): Grid {
  const stretches: number[] = [];
  for (let at = Math.floor(from / widthMs) * widthMs; at < to; at += widthMs) stretches.push(at);
  return { stretches, cells: new Map() };
}

function add(
  { stretches, cells }: Grid,
  surface: Surface,
  at: number,
  widthMs: number,
  signals: number,
  hits: number,
  times: Cell["times"],
): void {
  const column = Math.round((at - (stretches[0] ?? 0)) / widthMs);
  if (signals === 0 || column < 0 || column >= stretches.length) return;
  const row = cells.get(surface) ?? stretches.map(() => null);
  const before = row[column] ?? { signals: 0, hits: 0, times: {} };
  row[column] = {
    signals: before.signals + signals,
    hits: before.hits + hits,
    times: { ...before.times, ...times },
  };
  cells.set(surface, row);
}

const finished = ({ stretches, cells }: Grid, widthMs: number, lines: readonly Line[]): Chart => ({
  widthMs,
  stretches,
  lines,
  surfaces: SURFACES.flatMap((surface) => {
    const row = cells.get(surface);
    return row === undefined ? [] : [{ surface, cells: row }];
  }),
});

export interface Point {
  column: number;
  value: number;
}

/** A line's points, parted where nothing is known. */
export function pieces<C>(cells: readonly (C | null)[], value: (cell: C) => number | null): Point[][] {
  const found: Point[][] = [];
  let piece: Point[] = [];
  cells.forEach((cell, column) => {
    const known = cell === null ? null : value(cell);
    if (known !== null) {
      if (piece.length === 0) found.push(piece);
      piece.push({ column, value: known });
    } else if (piece.length > 0) piece = [];
  });
  return found;
}

export const percentile = (cell: Cell, line: Line, which: Percentile): number | null =>
  cell.times[line]?.[which] ?? null;

/** Times differ by far more than a line could show: each step up is as many times as long. */
export interface Scale {
  from: number;
  to: number;
}
const QUICKEST_SHOWN = 100;

/** For all surfaces the same, so that they can be compared; the objective is always in sight. */
export function scaleOf(chart: Chart, which: Percentile): Scale {
  const values = chart.surfaces.flatMap(({ cells }) =>
    cells.flatMap((cell) => (cell === null ? [] : chart.lines.map((line) => percentile(cell, line, which) ?? 0))),
  );
  return { from: QUICKEST_SHOWN, to: Math.max(OBJECTIVE[which].ms * 2, ...values) };
}

/** From 0 at the bottom, where all that is quicker stands too, to 1 at the top. */
export const heightOn = ({ from, to }: Scale, ms: number): number =>
  Math.log(Math.max(from, ms) / from) / Math.log(to / from);

/** 14:00 to 15:00, 11 Nov 14:00 to 15:00; of a day only its date, for it is one of UTC. */
export function stretchWords(from: number, widthMs: number, now: Date, zone: string): string {
  if (widthMs >= DAY) return DATE.format(from);
  const end = exactTime(new Date(from + widthMs), new Date(from + widthMs), zone, false);
  return `${exactTime(new Date(from), now, zone, false)} to ${end}`;
}
const DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** Of one surface over the whole range. */
export interface Kept {
  surface: Surface;
  signals: number;
  /** slower than the objective's time */
  over: Record<Percentile, number>;
  missed: Percentile[];
}

export function keptBySurface(hours: readonly TtfsBreaches[]): Kept[] {
  return SURFACES.flatMap((surface) => {
    const own = hours.filter((hour) => hour.surface === surface);
    const sum = (value: (hour: TtfsBreaches) => number) => own.reduce((all, hour) => all + value(hour), 0);
    const signals = sum((hour) => hour.totalSignals);
    if (signals === 0) return [];
    const over = { p50: sum((hour) => hour.p50Breaches), p95: sum((hour) => hour.p95Breaches) };
    return [{ surface, signals, over, missed: missedOf(signals, over) }];
  });
}

/** Which part of the objective was missed: by counting, so that it is exact whatever was rolled up. */
export function missedOf(signals: number, over: Record<Percentile, number>): Percentile[] {
  return (["p50", "p95"] as const).filter((which) => signals - over[which] < OBJECTIVE[which].share * signals);
}

export const missedIn = (hour: TtfsBreaches): Percentile[] =>
  missedOf(hour.totalSignals, { p50: hour.p50Breaches, p95: hour.p95Breaches });

/** Must somebody act? */
export function objectiveSentence(kept: readonly Kept[]): { lead: string; rest: string; isMissed: boolean } {
  const late = kept.filter(({ missed }) => missed.length > 0);
  const names = late.map(({ surface }) => SURFACE_WORDS[surface]).join(" and ");
  // Which of the two limits tells why: of those that were missed, the longer one.
  const limit: Percentile = late.length > 0 && late.every(({ missed }) => !missed.includes("p95")) ? "p50" : "p95";
  const words = longDuration(OBJECTIVE[limit].ms);
  const signals = kept.reduce((sum, one) => sum + one.signals, 0);
  const slow = kept.reduce((sum, one) => sum + one.over[limit], 0);
  const rest =
    slow === 0
      ? signals === 1
        ? `The only first signal came within ${words}.`
        : `All ${counted(signals, "first signal")} came within ${words}.`
      : `${count(slow)} of ${counted(signals, "first signal")} took longer than ${words}.`;
  return late.length === 0
    ? { lead: "First signals come in time.", rest, isMissed: false }
    : { lead: `First signals come too late on ${names}.`, rest, isMissed: true };
}
