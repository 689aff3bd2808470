import type { DurationHistogram, EnvironmentScore, Series, SeriesBucket, WorkflowMetrics } from "../api/insight";
import { briefDuration } from "./duration";
import { orderEnvironments } from "./environments";
import type { Search } from "./search";

/** How runs of one environment fared over time, and how long they took. */
export interface Part {
  env: string;
  counts: Counts;
  /** of the range before; null where it was not asked for, or had nothing */
  before: Counts | null;
  p95BeforeMs: number | null;
  p50Ms: number | null;
  p95Ms: number | null;
  /** one for each stretch of the chart, null where nothing happened */
  cells: (SeriesBucket | null)[];
  histogram: DurationHistogram | null;
}

export interface Counts {
  total: number;
  completed: number;
  failed: number;
}

/** A column of charts: an environment, or a workflow in all of them. */
export interface ChartColumn {
  key: string;
  title: string;
  under: string | null;
  /** what leads to its runs */
  scope: Search;
  parts: Part[];
}

const countsOf = ({ total, completed, failed }: Counts): Counts => ({ total, completed, failed });

export const addCounts = (all: readonly Counts[]): Counts =>
  all.reduce(
    (sum, one) => ({
      total: sum.total + one.total,
      completed: sum.completed + one.completed,
      failed: sum.failed + one.failed,
    }),
    { total: 0, completed: 0, failed: 0 },
  );

/** What the server left out because nothing happened is a gap. */
export function cellsOf(
  buckets: readonly SeriesBucket[],
  stretches: readonly number[],
  bucketMs: number,
): (SeriesBucket | null)[] {
  const cells: (SeriesBucket | null)[] = stretches.map(() => null);
  for (const bucket of buckets) {
    const column = Math.round((Date.parse(bucket.from) - (stretches[0] ?? 0)) / bucketMs);
    if (column >= 0 && column < cells.length) cells[column] = bucket;
  }
  return cells;
}

/** What the charts of both tables of columns are made of; what is still on its way is null. */
export interface Over {
  stretches: readonly number[];
  series: Series | null;
  durations: readonly DurationHistogram[] | null;
}

export function environmentColumns(
  scores: readonly EnvironmentScore[],
  before: readonly EnvironmentScore[],
  { stretches, series, durations }: Over,
): ChartColumn[] {
  const order = orderEnvironments(scores.map(({ env }) => env));
  return [...scores]
    .sort((a, b) => order.indexOf(a.env) - order.indexOf(b.env))
    .map((score) => {
      const { env } = score;
      const histogram = durations?.find((one) => one.env === env) ?? null;
      const earlier = before.find((one) => one.env === env);
      const part: Part = {
        env,
        counts: countsOf(score),
        before: earlier === undefined ? null : countsOf(earlier),
        p95BeforeMs: earlier?.p95DurationMs ?? null,
        p50Ms: histogram?.p50Ms ?? null,
        p95Ms: score.p95DurationMs,
        cells: cellsOf(series?.items.find((one) => one.env === env)?.buckets ?? [], stretches, series?.bucketMs ?? 1),
        histogram,
      };
      return { key: env, title: env, under: null, scope: { env }, parts: [part] };
    });
}

/** Those that fail most come first, then those with most runs. */
export function workflowColumns(metrics: readonly WorkflowMetrics[], over: Over): ChartColumn[] {
  const order = orderEnvironments(metrics.map(({ env }) => env));
  const columns = new Map<string, ChartColumn>();
  for (const one of [...metrics].sort((a, b) => order.indexOf(a.env) - order.indexOf(b.env))) {
    const { serviceKey, workflowName } = one;
    const key = JSON.stringify([serviceKey, workflowName]);
    const scope = { service: serviceKey, name: workflowName };
    const column: ChartColumn = columns.get(key) ?? { key, title: workflowName, under: serviceKey, scope, parts: [] };
    column.parts.push(partOf(one, over));
    columns.set(key, column);
  }
  return [...columns.values()]
    .map((column) => ({ column, counts: addCounts(column.parts.map((part) => part.counts)) }))
    .sort(
      (a, b) =>
        b.counts.failed - a.counts.failed ||
        b.counts.total - a.counts.total ||
        a.column.title.localeCompare(b.column.title),
    )
    .map(({ column }) => column);
}

function partOf(one: WorkflowMetrics, { stretches, series, durations }: Over): Part {
  const isOf = (item: { env: string; serviceKey?: string | null; workflowName: string | null }) =>
    item.env === one.env &&
    item.workflowName === one.workflowName &&
    (item.serviceKey ?? one.serviceKey) === one.serviceKey;
  return {
    env: one.env,
    counts: countsOf(one),
    before: one.before === null ? null : countsOf(one.before),
    p95BeforeMs: one.before?.p95DurationMs ?? null,
    p50Ms: one.p50DurationMs,
    p95Ms: one.p95DurationMs,
    cells: cellsOf(series?.items.find(isOf)?.buckets ?? [], stretches, series?.bucketMs ?? 1),
    histogram: durations?.find(isOf) ?? null,
  };
}

export const endedIn = (cell: SeriesBucket): number => cell.completed + cell.failed + cell.cancelled;

/** What bars of runs count. */
export type Counted = "started" | "ended";

/** Runs of all environments in each stretch; null where none of them had any. */
export function runsOver(parts: readonly Part[], by: Counted): (number | null)[] {
  const of = (cell: SeriesBucket) => (by === "started" ? cell.started : endedIn(cell));
  return (parts[0]?.cells ?? []).map((_, column) => {
    const here = parts.flatMap(({ cells }) => cells[column] ?? []);
    return here.length === 0 ? null : here.reduce((sum, cell) => sum + of(cell), 0);
  });
}

/** p95 before 41 s; where there are several environments, each by its name. Empty where none had any. */
export function durationsBefore(parts: readonly Part[]): string {
  const known = parts.flatMap(({ env, p95BeforeMs }) =>
    p95BeforeMs === null ? [] : `${parts.length === 1 ? "" : `${env} `}${briefDuration(p95BeforeMs)}`,
  );
  return known.length === 0 ? "" : `p95 before ${known.join(", ")}`;
}

/** What two ranges have of the same, as far as the earlier one has it. */
export function besideBefore<T>(
  now: readonly T[],
  earlier: readonly T[],
  keyOf: (one: T) => string,
): (T & { before: T | null })[] {
  const known = new Map(earlier.map((one) => [keyOf(one), one]));
  return now.map((one) => ({ ...one, before: known.get(keyOf(one)) ?? null }));
}

/** +12%, −3%, as before; null where there was nothing to compare with. */
export function changeWords(now: number | null, before: number | null): string | null {
  if (now === null || before === null || before === 0) return null;
  const change = Math.round((now / before - 1) * 100);
  return change === 0 ? "as before" : `${change > 0 ? "+" : "−"}${Math.abs(change)}%`;
}
