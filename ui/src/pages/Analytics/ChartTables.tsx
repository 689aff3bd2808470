import type { ChartColumn, Counted } from "../../model/analytics";
import { type BarRow, barRows, type StretchRow, stretchRows } from "../../model/chartRows";
import { runsBehind } from "../../model/health";
import type { Search } from "../../model/search";
import { FigureTable } from "../../parts/figures/FigureTable";
import { counts, environments, type Figure, leading, moments, rates, texts, times } from "../../parts/figures/figures";

interface Props {
  /** of what, in a sentence: "environments" */
  of: string;
  columns: readonly ChartColumn[];
  stretches: readonly number[];
  bucketMs: number;
  counted: Counted;
  scope: Search;
}

/** What the charts of a matrix draw, figure by figure; each leads to the runs behind it. */
export function ChartTables({ of, columns, stretches, bucketMs, counted, scope }: Props) {
  return (
    <>
      <FigureTable
        label={`Table of ${of} over time`}
        summary="Each stretch of time, in figures"
        figures={stretchFigures(scope)}
        rows={stretchRows(columns, stretches, bucketMs)}
        keyOf={({ key }) => key}
        file={{ name: `${of}-over-time`, what: `The ${of} over time` }}
      />
      <FigureTable
        label={`Table of durations of ${of}`}
        summary="Each bar of the durations, in figures"
        figures={barFigures(scope, counted)}
        rows={barRows(columns)}
        keyOf={({ key }) => key}
        file={{ name: `${of}-durations`, what: `The durations of ${of}` }}
      />
    </>
  );
}

const place = <T extends { env: string; scope: Search }>(): Figure<T>[] => [
  environments(),
  texts("serviceKey", "Service", ({ scope }) => one(scope.service)),
  texts("workflowName", "Workflow", ({ scope }) => one(scope.name)),
];

/** A column of environments is of no service, nor workflow. */
const one = (value: Search[string]): string | null => (typeof value === "string" ? value : null);

function stretchFigures(scope: Search): Figure<StretchRow>[] {
  const runs = (which: Search) => (row: StretchRow) => runsBehind({ ...scope, ...row.scope, ...which }, row);
  return [
    ...place<StretchRow>(),
    moments("from", "From", ({ from }) => from),
    moments("to", "To", ({ to }) => to),
    leading(
      counts("started", "Started", ({ started }) => started),
      runs({ basis: "started" }),
    ),
    leading(
      counts("completed", "Completed", ({ completed }) => completed),
      runs({ basis: "ended", status: "completed" }),
    ),
    leading(
      counts("failed", "Failed", ({ failed }) => failed),
      runs({ basis: "ended", status: "failed" }),
    ),
    leading(
      counts("cancelled", "Cancelled", ({ cancelled }) => cancelled),
      runs({ basis: "ended", status: "cancelled" }),
    ),
    rates("successRate", "Success", ({ successRate }) => successRate),
    times("p95DurationMs", "p95", ({ p95DurationMs }) => p95DurationMs),
  ];
}

function barFigures(scope: Search, counted: Counted): Figure<BarRow>[] {
  return [
    ...place<BarRow>(),
    times("fromMs", "At least", ({ fromMs }) => fromMs),
    times("belowMs", "Below", ({ toMs }) => toMs),
    leading(
      counts("n", "Completed", ({ n }) => n),
      ({ fromMs, toMs, scope: own }) =>
        runsBehind({
          ...scope,
          ...own,
          basis: counted,
          status: "completed",
          atLeastMs: String(fromMs),
          belowMs: String(toMs),
        }),
    ),
  ];
}
