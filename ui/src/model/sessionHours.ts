import type { SessionFigures } from "../api/sessions";
import type { TimeRange } from "./scope";
import { resolveRange } from "./scope";
import { isUnusual } from "./sessionStatus";

const HOUR = 3_600_000;
const MOST_BARS = 96;
const WIDTHS = [1, 2, 3, 6, 12, 24, 48, 168, 336, 720, 2_160, 8_760].map((hours) => hours * HOUR);

export const BANDS = ["success", "excused", "unexcused"] as const;
export type Band = (typeof BANDS)[number];

/** Sessions that began in one stretch; without any, there is nothing to draw. */
export interface Stretch {
  from: number;
  to: number;
  sessions: number;
  known: number;
  counts: Record<Band, number>;
  /** more did not start than in the other stretches */
  unusual: boolean;
}

export interface Hours {
  widthMs: number;
  /** without gaps: a stretch in which nothing began has no sessions */
  stretches: Stretch[];
  /** the most in one stretch, for each band */
  peaks: Record<Band, number>;
}

/** The hours of a range as stretches of equal length, few enough to be told apart. */
export function sessionHours(items: readonly SessionFigures[], range: TimeRange, now: number): Hours | null {
  const hours = items.flatMap((item) => (item.group === null ? [] : [{ at: Date.parse(item.group), item }]));
  const bounds = resolveRange(range, now);
  const first = bounds.from === undefined ? Math.min(...hours.map(({ at }) => at)) : Date.parse(bounds.from);
  const last = bounds.to === undefined ? now : Date.parse(bounds.to);
  if (hours.length === 0 || !(last > first)) return null;
  const widthMs = WIDTHS.find((width) => (last - first) / width <= MOST_BARS) ?? 87_600 * HOUR;
  const stretches: Stretch[] = [];
  for (let from = Math.floor(first / widthMs) * widthMs; from < last; from += widthMs) {
    stretches.push({
      from,
      to: from + widthMs,
      sessions: 0,
      known: 0,
      counts: { success: 0, excused: 0, unexcused: 0 },
      unusual: false,
    });
  }
  const start = stretches[0]?.from ?? 0;
  for (const { at, item } of hours) {
    const stretch = stretches[Math.floor((at - start) / widthMs)];
    if (stretch === undefined) continue;
    stretch.sessions += item.sessions;
    stretch.known += item.known;
    for (const band of BANDS) stretch.counts[band] += item[band];
  }
  return { widthMs, stretches: judged(stretches), peaks: peaksOf(stretches) };
}

function judged(stretches: Stretch[]): Stretch[] {
  const all = {
    known: stretches.reduce((sum, one) => sum + one.known, 0),
    unexcused: stretches.reduce((sum, one) => sum + one.counts.unexcused, 0),
  };
  return stretches.map((one) => ({
    ...one,
    unusual: isUnusual({ known: one.known, unexcused: one.counts.unexcused }, all),
  }));
}

function peaksOf(stretches: readonly Stretch[]): Record<Band, number> {
  const peak = (band: Band) => Math.max(0, ...stretches.map((one) => one.counts[band]));
  return { success: peak("success"), excused: peak("excused"), unexcused: peak("unexcused") };
}
