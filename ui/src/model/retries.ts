import type { RetryMetrics } from "../api/insight";
import type { Bounds } from "./metricRange";
import type { Search } from "./search";

/** How often a step was tried again in a stretch of time: retries of so many steps. */
export interface HeatCell {
  from: number;
  to: number;
  steps: number;
  retries: number;
}

/** A line of the heat map: a step of a workflow, or a service, in one environment. */
export interface HeatRow {
  key: string;
  env: string;
  serviceKey: string;
  workflowName: string | null;
  stepName: string | null;
  steps: number;
  retries: number;
  maxRetries: number;
  runsWithRetries: number;
  cells: (HeatCell | null)[];
  scope: Search;
}

export type HeatBy = "step" | "service";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MOST_CELLS = 24;
/** A longer range is told by days. */
const LONGEST_BY_HOURS = 8 * DAY;

export const heatBucket = ({ from, to }: Bounds): "1h" | "1d" => (to - from > LONGEST_BY_HOURS ? "1d" : "1h");

/** Beginnings of the cells, as many whole hours or days each as are needed. */
export function heatStretches(bounds: Bounds): { stretches: number[]; wide: number } {
  const { from, to } = bounds;
  const unit = heatBucket(bounds) === "1d" ? DAY : HOUR;
  const begin = Math.floor(from / unit) * unit;
  // One more than fits, for a range rarely begins with an hour.
  const wide = Math.max(1, Math.ceil((to - begin) / unit / (MOST_CELLS + 1))) * unit;
  const stretches: number[] = [];
  for (let at = begin; at < to; at += wide) stretches.push(at);
  return { stretches, wide };
}

/** Most retries first. Hours of one cell, and steps of one service, are summed: a mean of means would say nothing. */
export function heatRows(items: readonly RetryMetrics[], by: HeatBy, bounds: Bounds): HeatRow[] {
  const { stretches, wide } = heatStretches(bounds);
  const rows = new Map<string, HeatRow>();
  for (const item of items) {
    const row = rows.get(keyOf(item, by)) ?? emptyRow(item, by, stretches.length);
    row.steps += item.steps;
    row.retries += item.retries;
    row.maxRetries = Math.max(row.maxRetries, item.maxRetries);
    row.runsWithRetries += item.workflowsWithRetries;
    for (const hour of item.hours ?? []) add(row, hour, stretches, wide);
    rows.set(row.key, row);
  }
  return [...rows.values()].sort((a, b) => meanOf(b) - meanOf(a) || b.retries - a.retries);
}

export const meanOf = ({ steps, retries }: { steps: number; retries: number }): number =>
  steps === 0 ? 0 : retries / steps;

const keyOf = ({ env, serviceKey, workflowName, stepName }: RetryMetrics, by: HeatBy): string =>
  JSON.stringify(by === "service" ? [env, serviceKey] : [env, serviceKey, workflowName, stepName]);

function emptyRow(item: RetryMetrics, by: HeatBy, cells: number): HeatRow {
  const { env, serviceKey, workflowName, stepName } = item;
  const isStep = by === "step";
  return {
    key: keyOf(item, by),
    env,
    serviceKey,
    workflowName: isStep ? workflowName : null,
    stepName: isStep ? stepName : null,
    steps: 0,
    retries: 0,
    maxRetries: 0,
    runsWithRetries: 0,
    cells: Array.from({ length: cells }, () => null),
    scope: { env, service: serviceKey, name: isStep ? workflowName : undefined },
  };
}

function add(
  row: HeatRow,
  hour: { from: string; steps: number; retries: number },
  stretches: readonly number[],
  wide: number,
): void {
  const place = Math.floor((Date.parse(hour.from) - (stretches[0] ?? 0)) / wide);
  const from = stretches[place];
  if (from === undefined || hour.steps === 0) return;
  const before = row.cells[place] ?? { from, to: from + wide, steps: 0, retries: 0 };
  row.cells[place] = { ...before, steps: before.steps + hour.steps, retries: before.retries + hour.retries };
}

/** From none to 3 a step and more. */
const HEAT = [0, 0.25, 0.75, 1.5, 3] as const;
export type HeatStep = 0 | 1 | 2 | 3 | 4 | 5;
export const HOTTEST = 3;

export function heatStep(mean: number): HeatStep {
  if (mean <= 0) return 0;
  const above = HEAT.findIndex((edge, index) => index > 0 && mean < edge);
  return (above < 0 ? 5 : above) as HeatStep;
}
