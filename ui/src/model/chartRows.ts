import type { EnvironmentCard } from "../api/insight";
import { type ChartColumn, endedIn, type Part } from "./analytics";
import { briefDuration } from "./duration";
import { successOf, successWords } from "./rates";
import type { HeatRow } from "./retries";
import type { Search } from "./search";
import { counted } from "./text";

/** What of charts goes into a line of a table: one for each bucket, bar and cell that has something. */
interface ChartRow {
  key: string;
  env: string;
  /** what leads to its runs */
  scope: Search;
}

export interface StretchRow extends ChartRow {
  title: string;
  from: number;
  to: number;
  started: number;
  completed: number;
  failed: number;
  cancelled: number;
  successRate: number | null;
  p95DurationMs: number | null;
}

/** The lines and bars over time, column by column; a stretch in which nothing happened has no row. */
export const stretchRows = (
  columns: readonly ChartColumn[],
  stretches: readonly number[],
  bucketMs: number,
): StretchRow[] =>
  columns.flatMap((column) =>
    column.parts.flatMap((part) =>
      stretches.flatMap((from, place) => {
        const cell = part.cells[place] ?? null;
        if (cell === null) return [];
        const { started, completed, failed, cancelled, p95DurationMs } = cell;
        return {
          ...rowOf(column, part, from),
          title: column.title,
          from,
          to: from + bucketMs,
          started,
          completed,
          failed,
          cancelled,
          successRate: successOf(cell),
          p95DurationMs,
        };
      }),
    ),
  );

export interface BarRow extends ChartRow {
  title: string;
  fromMs: number;
  toMs: number;
  n: number;
}

/** The bars of the histograms, the shortest durations of each first. */
export const barRows = (columns: readonly ChartColumn[]): BarRow[] =>
  columns.flatMap((column) =>
    column.parts.flatMap((part) =>
      (part.histogram?.buckets ?? [])
        .filter(({ n }) => n > 0)
        .map(({ fromMs, toMs, n }) => ({ ...rowOf(column, part, fromMs), title: column.title, fromMs, toMs, n })),
    ),
  );

const rowOf = (column: ChartColumn, { env }: Part, place: number): ChartRow => ({
  key: JSON.stringify([column.key, env, place]),
  env,
  scope: { ...column.scope, env },
});

export interface HeatCellRow extends ChartRow {
  serviceKey: string;
  workflowName: string | null;
  stepName: string | null;
  from: number;
  to: number;
  steps: number;
  retries: number;
}

/** The cells of the heat map, line by line; one in which the step did not run has no row. */
export const heatCellRows = (rows: readonly HeatRow[]): HeatCellRow[] =>
  rows.flatMap(({ key, env, serviceKey, workflowName, stepName, scope, cells }) =>
    cells.flatMap((cell) =>
      cell === null ? [] : { ...cell, key: `${key} ${cell.from}`, env, serviceKey, workflowName, stepName, scope },
    ),
  );

export interface MirrorRow {
  key: string;
  env: string;
  from: number;
  to: number;
  ended: number;
  failed: number;
  outsideUsual: "yes" | "no";
}

/** The bars above and below the line; one in which nothing ended has no row. */
export const mirrorRows = (env: string, { from, bucketMs, buckets }: EnvironmentCard["series"]): MirrorRow[] =>
  buckets.flatMap(({ ended, failed, outsideUsual }, place) => {
    const begin = Date.parse(from) + place * bucketMs;
    return ended === 0
      ? []
      : {
          key: String(begin),
          env,
          from: begin,
          to: begin + bucketMs,
          ended,
          failed,
          outsideUsual: outsideUsual ? "yes" : "no",
        };
  });

/** What all charts of a column show at one place, for those who do not see it. */
export function spokenColumn({ title, parts }: ChartColumn, at: number): string {
  const said = parts.map(({ env, cells }) => {
    const cell = cells[at] ?? null;
    if (cell === null) return `${env} nothing ended or started`;
    const rate = successWords(cell);
    const ended = endedIn(cell);
    return [
      `${env} ${rate === null ? "nothing ended" : `${rate} succeeded`}`,
      `${counted(cell.started, "run")} started`,
      ...(ended === 0 ? [] : [`${counted(ended, "run")} ended`]),
      ...(cell.p95DurationMs === null ? [] : [`p95 ${briefDuration(cell.p95DurationMs)}`]),
    ].join(", ");
  });
  return `${title}: ${said.join("; ")}`;
}
