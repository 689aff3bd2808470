import { useMemo } from "react";
import type { WorkflowMetrics } from "../../api/insight";
import {
  addCounts,
  type ChartColumn,
  changeWords,
  durationsBefore,
  type Part,
  workflowColumns,
} from "../../model/analytics";
import { orderEnvironments } from "../../model/environments";
import { BUCKET_MS, bucketOf, columnsOf } from "../../model/metricRange";
import { ratePercent, successOf } from "../../model/rates";
import { pairOf } from "../../model/stepPairs";
import { counted as countedWords, seen } from "../../model/text";
import { Env } from "../../parts/Env";
import { FigureTable } from "../../parts/figures/FigureTable";
import { counts, environments, type Figure, rates, texts, times } from "../../parts/figures/figures";
import { Go } from "../../parts/Go";
import { hrefWith, useSearch } from "../../shell/url";
import { ChartTables } from "./ChartTables";
import { EnvLine } from "./EnvLine";
import { Matrix, type Measure } from "./Matrix";
import { useDurations, useSeries, useWorkflows } from "./queries";
import { Section } from "./Section";
import { runsScope, type SectionUrl } from "./url";

const FIRST = 6;

/** A column for each workflow, with a line for each environment: those that fail most come first. */
export function Workflows({ url, bounds, range }: SectionUrl) {
  const search = useSearch();
  const workflows = useWorkflows({ url, bounds });
  const series = useSeries({ url, bounds }, "workflow");
  const durations = useDurations({ url, bounds }, "workflow");
  const bucket = bucketOf(bounds);
  const stretches = useMemo(() => columnsOf(bounds, BUCKET_MS[bucket]), [bounds, bucket]);
  const rows = workflows.data?.items ?? [];
  const columns = workflowColumns(rows, {
    stretches,
    series: series.data ?? null,
    durations: durations.data?.items ?? null,
  });
  const shown = url.isWhole ? columns : columns.slice(0, FIRST);
  const pair = pairOf(
    rows.map(({ env }) => env),
    url.pair,
  );
  const drawn = ({ parts }: ChartColumn) =>
    pair === null ? parts : pair.flatMap((env) => parts.filter((part) => part.env === env));
  return (
    <Section
      title="Workflows"
      hint={`most failures first, ${range}`}
      what="The workflows"
      queries={[workflows, series, durations]}
      file={{ name: "workflows", figures: FIGURES, rows }}
      tools={<Legend rows={rows} />}
    >
      <Matrix
        label="Workflows"
        columns={shown}
        stretches={stretches}
        bucketMs={BUCKET_MS[bucket]}
        bucket={bucket}
        counted={url.counted}
        scope={runsScope(search, url)}
        isOneScale={false}
        head={(column) => <Head column={column} />}
        note={(column, measure) => before(column, measure, drawn(column))}
        drawn={drawn}
      />
      {columns.length > FIRST ? (
        <Go className="button bare" href={hrefWith({ workflows: url.isWhole ? undefined : "all" })}>
          {url.isWhole ? `Only the first ${FIRST}` : `All ${countedWords(columns.length, "workflow")}`}
        </Go>
      ) : null}
      <FigureTable
        label="Table of workflows"
        figures={FIGURES}
        rows={rows}
        keyOf={({ env, serviceKey, workflowName }) => JSON.stringify([env, serviceKey, workflowName])}
      />
      <ChartTables
        of="workflows"
        columns={columns}
        stretches={stretches}
        bucketMs={BUCKET_MS[bucket]}
        counted={url.counted}
        scope={runsScope(search, url)}
      />
    </Section>
  );
}

/** Which line is whose; no box, and only those that are there. */
function Legend({ rows }: { rows: readonly WorkflowMetrics[] }) {
  const names = orderEnvironments(rows.map(({ env }) => env));
  return (
    <span className="line on-wide small">
      {names.map((env) => (
        <span key={env} className="line legend">
          <EnvLine name={env} />
          <Env name={env} />
        </span>
      ))}
    </span>
  );
}

function Head({ column: { title, under, scope } }: { column: ChartColumn }) {
  return (
    <>
      <Go className="cut strong" href={hrefWith({ ...scope, workflows: undefined })} title={`${title} alone`}>
        <bdi>{seen(title)}</bdi>
      </Go>
      <p className="small dim cut">
        <bdi>{under}</bdi>
      </p>
    </>
  );
}

/** What the range before had; of durations, those that are drawn. */
function before({ parts }: ChartColumn, measure: Measure, drawn: readonly Part[]): string {
  const earlier = parts.flatMap((part) => part.before ?? []);
  if (earlier.length === 0) return "";
  const sum = addCounts(earlier);
  if (measure === "success") {
    const rate = successOf(sum);
    return rate === null || parts.length > 1 ? "" : `before ${ratePercent(rate)}`;
  }
  if (measure === "duration") return durationsBefore(drawn);
  const change = changeWords(addCounts(parts.map((part) => part.counts)).total, sum.total);
  return change === null ? "none before" : change === "as before" ? change : `${change} on before`;
}

const FIGURES: readonly Figure<WorkflowMetrics>[] = [
  environments(),
  texts("serviceKey", "Service", ({ serviceKey }) => serviceKey),
  texts("workflowName", "Workflow", ({ workflowName }) => workflowName),
  counts("total", "Runs", ({ total }) => total),
  counts("totalBefore", "Before", ({ before }) => before?.total ?? null),
  counts("completed", "Completed", ({ completed }) => completed),
  counts("failed", "Failed", ({ failed }) => failed),
  counts("failedBefore", "Before", ({ before }) => before?.failed ?? null),
  counts("cancelled", "Cancelled", ({ cancelled }) => cancelled),
  counts("inProgress", "In progress", ({ inProgress }) => inProgress),
  rates("successRate", "Success", ({ successRate }) => successRate),
  rates("successRateBefore", "Before", ({ before }) => before?.successRate ?? null),
  times("avgDurationMs", "Mean", ({ avgDurationMs }) => avgDurationMs),
  times("p50DurationMs", "p50", ({ p50DurationMs }) => p50DurationMs),
  times("p95DurationMs", "p95", ({ p95DurationMs }) => p95DurationMs),
  times("p95DurationMsBefore", "Before", ({ before }) => before?.p95DurationMs ?? null),
];
