import { type KeyboardEvent, useState } from "react";
import type { RetryMetrics } from "../../api/insight";
import { serverNow } from "../../live";
import { besideBefore } from "../../model/analytics";
import { type HeatCellRow, heatCellRows } from "../../model/chartRows";
import {
  type HeatBy,
  type HeatCell,
  type HeatRow,
  HOTTEST,
  heatRows,
  heatStep,
  heatStretches,
  meanOf,
} from "../../model/retries";
import { type Search, stringifySearch } from "../../model/search";
import { count, counted as countedWords, seen } from "../../model/text";
import { stretchWords } from "../../model/ttfs";
import { exactTime } from "../../model/when";
import { Env } from "../../parts/Env";
import { FigureTable } from "../../parts/figures/FigureTable";
import { counts, decimals, environments, type Figure, leading, moments, texts } from "../../parts/figures/figures";
import { Go } from "../../parts/Go";
import { Segmented } from "../../parts/Segmented";
import { changeSearch, goTo, useSearch, useZone } from "../../shell/url";
import { useRetries, useRetriesBefore } from "./queries";
import { Section } from "./Section";
import { runsScope, type SectionUrl } from "./url";

const MOST_ROWS = 20;
const keyOf = ({ env, serviceKey, workflowName, stepName }: RetryMetrics): string =>
  JSON.stringify([env, serviceKey, workflowName, stepName]);

const STARTED = { counted: "started" } as const;
const BY: { value: HeatBy; label: string }[] = [
  { value: "step", label: "By step" },
  { value: "service", label: "By service" },
];

/** How often steps had to be tried again, hour by hour: one hue, the strongest carries its number. */
export function Retries({ url, bounds, range }: SectionUrl) {
  const retries = useRetries({ url, bounds });
  const before = useRetriesBefore({ url, bounds });
  const items = besideBefore(retries.data?.items ?? [], url.isCompared ? (before.data?.items ?? []) : [], keyOf);
  const search = useSearch();
  const rows = heatRows(items, url.heatBy, bounds);
  return (
    <Section
      title="Retries per step"
      hint={`of runs that started, ${range}; a gap is a time in which it did not run`}
      what="The retries"
      queries={[retries]}
      file={{ name: "retries", figures: FIGURES, rows: items }}
      tools={
        <>
          <Scale />
          <Segmented
            label="Lines of the retries"
            choices={BY}
            value={url.heatBy}
            onChange={(by) => changeSearch({ retries: by === "step" ? undefined : by })}
          />
        </>
      }
    >
      {rows.length === 0 ? (
        <p className="small ink2">No step had to be tried again.</p>
      ) : (
        <Heat rows={rows.slice(0, MOST_ROWS)} bounds={bounds} />
      )}
      {rows.length > MOST_ROWS ? (
        <p className="small dim">
          The first {MOST_ROWS} of {count(rows.length)} lines; the table and the CSV have all.
        </p>
      ) : null}
      <FigureTable label="Table of retries" figures={FIGURES} rows={items} keyOf={keyOf} />
      <FigureTable
        label="Table of retries over time"
        summary="Each cell, in figures"
        figures={cellFigures((row) => hrefOf(search, row.scope, row))}
        rows={heatCellRows(rows)}
        keyOf={({ key }) => key}
        file={{ name: "retries-over-time", what: "The retries over time" }}
      />
    </Section>
  );
}

/** Runs are not found by what was tried again in them: these are all that started then. */
function hrefOf(search: Search, of: Search, cell: { from: number; to: number } | null): string {
  const when = cell === null ? {} : { from: new Date(cell.from).toISOString(), to: new Date(cell.to).toISOString() };
  return `/runs${stringifySearch({ ...runsScope(search, STARTED), ...of, ...when })}`;
}

function Scale() {
  return (
    <span className="line small dim heat-scale on-wide">
      0
      {([0, 1, 2, 3, 4, 5] as const).map((step) => (
        <i key={step} className={`heat${step}`} />
      ))}
      {HOTTEST} or more
    </span>
  );
}

type HeatProps = Pick<SectionUrl, "bounds"> & { rows: readonly HeatRow[] };

function Heat({ rows, bounds }: HeatProps) {
  const search = useSearch();
  const zone = useZone();
  const now = new Date(serverNow());
  const { stretches, wide } = heatStretches(bounds);
  const { at, point, walk } = useHeatCursor(rows.length, stretches.length, (row, column) => {
    const chosen = rows[row];
    if (chosen !== undefined) goTo(hrefOf(search, chosen.scope, chosen.cells[column] ?? null));
  });
  const read = at === null ? null : { row: rows[at.row], cell: rows[at.row]?.cells[at.column] ?? null };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what can be filled in
    <div
      className="heat panel scroll-x"
      role="group"
      tabIndex={0}
      aria-label="Retries: arrow keys walk through lines and hours, Enter opens all runs of the workflow that started then, the tables below have all figures"
      style={{ "--cells": stretches.length } as object}
      onKeyDown={walk}
      onPointerLeave={() => point(null)}
    >
      <span className="unseen" role="status">
        {read?.row === undefined || at === null
          ? ""
          : `${nameOf(read.row)}, ${stretchWords(stretches[at.column] ?? 0, wide, now, zone)}: ${cellWords(read.cell)}`}
      </span>
      <div className="heat-line tiny dim" aria-hidden="true">
        <span />
        {stretches.map((from, index) => (
          <span key={from} className="heat-time">
            {index % 3 === 0 ? tickWords(from, wide, now, zone) : ""}
          </span>
        ))}
        <span className="number">mean</span>
        <span className="number">most</span>
      </div>
      {rows.map((row, index) => (
        <div key={row.key} className="heat-line small">
          <Go className="cut" href={hrefOf(search, row.scope, null)} title={`${nameOf(row)}: all its runs`}>
            <Env name={row.env} short /> <bdi className="strong">{seen(row.stepName ?? row.serviceKey)}</bdi>{" "}
            {row.workflowName === null ? null : <bdi className="dim">{seen(row.workflowName)}</bdi>}
          </Go>
          {row.cells.map((cell, column) => (
            <Go
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
              key={column}
              className={`heat-cell ${cell === null ? "gap" : `heat${heatStep(meanOf(cell))}`}`}
              href={hrefOf(search, row.scope, cell)}
              title={`${stretchWords(stretches[column] ?? 0, wide, now, zone)}: ${cellWords(cell)}; opens all runs that started then`}
              data-at={at?.row === index && at.column === column ? "" : undefined}
              // The group has the keys, and says what it is at.
              tabIndex={-1}
              aria-hidden="true"
              onPointerMove={() => point({ row: index, column })}
            >
              {cell !== null && heatStep(meanOf(cell)) === 5 ? Math.round(meanOf(cell)) : ""}
            </Go>
          ))}
          <span className="number">{meanOf(row).toFixed(2)}</span>
          <span className="number dim">{count(row.maxRetries)}</span>
        </div>
      ))}
    </div>
  );
}

const nameOf = ({ env, serviceKey, workflowName, stepName }: HeatRow): string =>
  [workflowName ?? serviceKey, stepName, `in ${env}`].filter((part) => part !== null).join(" ");

const cellWords = (cell: HeatCell | null): string =>
  cell === null
    ? "did not run"
    : `${countedWords(cell.retries, "retry", "retries")} of ${countedWords(cell.steps, "step")}, ${meanOf(cell).toFixed(2)} each`;

const HOUR = 3_600_000;

/** The hour alone within a day, else the date. */
function tickWords(from: number, wide: number, now: Date, zone: string): string {
  const words = exactTime(new Date(from), new Date(from), zone, false);
  return wide === HOUR ? words.slice(0, 2) : exactTime(new Date(from), now, zone, false).replace(/,? \d\d:\d\d$/, "");
}

interface Place {
  row: number;
  column: number;
}

function useHeatCursor(rows: number, columns: number, onOpen: (row: number, column: number) => void) {
  const [at, point] = useState<Place | null>(null);
  const walk = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === "Escape") return point(null);
    if (event.key === "Enter" && at !== null) return onOpen(at.row, at.column);
    const from = at ?? { row: 0, column: columns };
    const to = {
      ArrowLeft: { ...from, column: from.column - 1 },
      ArrowRight: { ...from, column: from.column + 1 },
      ArrowUp: { ...from, row: from.row - 1 },
      ArrowDown: { ...from, row: from.row + (at === null ? 0 : 1) },
      Home: { ...from, column: 0 },
      End: { ...from, column: columns - 1 },
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    point({ row: within(to.row, rows), column: within(to.column, columns) });
  };
  return { at, point, walk };
}

const within = (index: number, length: number) => Math.max(0, Math.min(length - 1, index));

const FIGURES: readonly Figure<RetryMetrics & { before: RetryMetrics | null }>[] = [
  environments(),
  texts("serviceKey", "Service", ({ serviceKey }) => serviceKey),
  texts("workflowName", "Workflow", ({ workflowName }) => workflowName),
  texts("stepName", "Step", ({ stepName }) => stepName),
  counts("steps", "Steps", ({ steps }) => steps),
  counts("retries", "Retries", ({ retries }) => retries),
  decimals("avgRetries", "Mean", ({ avgRetries }) => avgRetries),
  decimals("avgRetriesBefore", "Before", ({ before }) => before?.avgRetries ?? null),
  counts("maxRetries", "Most", ({ maxRetries }) => maxRetries),
  counts("workflowsWithRetries", "Runs with retries", ({ workflowsWithRetries }) => workflowsWithRetries),
];

const cellFigures = (href: (row: HeatCellRow) => string): Figure<HeatCellRow>[] => [
  environments(),
  texts("serviceKey", "Service", ({ serviceKey }) => serviceKey),
  texts("workflowName", "Workflow", ({ workflowName }) => workflowName),
  texts("stepName", "Step", ({ stepName }) => stepName),
  leading(
    moments("from", "From", ({ from }) => from),
    href,
  ),
  moments("to", "To", ({ to }) => to),
  counts("steps", "Steps", ({ steps }) => steps),
  counts("retries", "Retries", ({ retries }) => retries),
  decimals("avgRetries", "Mean", (row) => meanOf(row)),
];
