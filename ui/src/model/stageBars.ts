import type { StageBar } from "../api/types";

/** Where the bars of a distribution stand, from 0 to 1; on a scale of doublings, the same for all that are side by side. */
export interface BarScale {
  from: number;
  to: number;
}

/** From the shortest to the longest of all; null where there is nothing. */
export function barScale(all: readonly (readonly StageBar[] | null)[]): BarScale | null {
  const bars = all.flatMap((one) => one ?? []);
  if (bars.length === 0) return null;
  return { from: Math.min(...bars.map((bar) => bar.fromMs)), to: Math.max(...bars.map((bar) => bar.toMs)) };
}

/** Doublings; what is below a millisecond is no duration. */
const log = (ms: number) => Math.log2(Math.max(1, ms));

export function barPlace(ms: number, { from, to }: BarScale): number {
  const width = log(to) - log(from);
  return width <= 0 ? 0 : Math.min(1, Math.max(0, (log(ms) - log(from)) / width));
}

export interface PlacedBar extends StageBar {
  x: number;
  width: number;
  /** against the highest of its own distribution */
  height: number;
}

export function placeBars(bars: readonly StageBar[], scale: BarScale): PlacedBar[] {
  const highest = Math.max(1, ...bars.map((bar) => bar.n));
  return bars.map((bar) => {
    const x = barPlace(bar.fromMs, scale);
    const end = bar.toMs >= scale.to ? 1 : barPlace(bar.toMs, scale);
    return { ...bar, x, width: end - x, height: bar.n / highest };
  });
}

const TICKS = [
  1, 10, 100, 1_000, 10_000, 60_000, 600_000, 3_600_000, 21_600_000, 86_400_000, 604_800_000, 2_592_000_000,
  31_536_000_000,
];

/** Round moments of the scale, for its axis. */
export const barTicks = (scale: BarScale): number[] => TICKS.filter((ms) => ms >= scale.from && ms <= scale.to);
