export interface SparkBar {
  /** of its count */
  index: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

const GAP = 1;
const LEAST = 2;

/** Bars for what was counted; none for nothing, and at least 2 px for anything at all. */
export function sparkBars(counts: readonly (number | null)[], width: number, height: number): SparkBar[] {
  const most = Math.max(1, ...counts.map((n) => n ?? 0));
  const step = width / Math.max(1, counts.length);
  return counts.flatMap((n, index) => {
    if (n === null || n === 0) return [];
    const high = Math.max(LEAST, (n / most) * height);
    return [{ index, x: index * step, y: height - high, width: Math.max(1, step - GAP), height: high }];
  });
}
