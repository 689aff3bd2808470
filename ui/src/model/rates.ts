import { TELLING } from "./comparison";

/** Success in words and on a scale. Never rounded up to all: 99.97% is not 100%. */
export function ratePercent(rate: number, digits = 1): string {
  if (rate >= 1) return "100%";
  const most = 100 - 10 ** -digits;
  return `${Math.min(most, rate * 100).toFixed(digits)}%`;
}

/** 99.6% usually, or nothing known yet of what is usual. */
export const usuallyWords = (usual: number | null): string =>
  usual === null ? "no usual yet" : `usually ${ratePercent(usual)}`;

/** Of those that completed or failed; null where none did. */
export const successOf = ({ completed, failed }: { completed: number; failed: number }): number | null =>
  completed + failed === 0 ? null : completed / (completed + failed);

/** 97.9%, or of a few 18 of 19; null where none completed or failed. */
export function successWords(of: { completed: number; failed: number }): string | null {
  const rate = successOf(of);
  const n = of.completed + of.failed;
  return rate === null ? null : n < TELLING ? `${of.completed} of ${n}` : ratePercent(rate);
}

/** The lines of a scale by nines; what is better than the last stands at the top. */
export const NINES = [0.9, 0.99, 0.999] as const;
const MOST_NINES = NINES.length;

/** From 0 at the bottom, where all failed, to 1 at 99.9% and better: each nine has the same room. */
export function ninesHeight(rate: number): number {
  if (rate >= 1) return 1;
  return Math.min(1, Math.max(0, -Math.log10(1 - rate) / MOST_NINES));
}
