import { useMemo } from "react";
import type { EnvironmentScore } from "../../api/insight";
import {
  besideBefore,
  type ChartColumn,
  changeWords,
  durationsBefore,
  environmentColumns,
} from "../../model/analytics";
import { shortDuration } from "../../model/duration";
import { BUCKET_MS, bucketOf, columnsOf } from "../../model/metricRange";
import { ratePercent, successOf } from "../../model/rates";
import { Env } from "../../parts/Env";
import { Evidence } from "../../parts/Evidence";
import { FigureTable } from "../../parts/figures/FigureTable";
import { counts, decimals, environments, type Figure, rates, texts, times } from "../../parts/figures/figures";
import { Verdict } from "../../parts/Verdict";
import { useSearch } from "../../shell/url";
import { ChartTables } from "./ChartTables";
import { Matrix, type Measure } from "./Matrix";
import { useDurations, useScores, useScoresBefore, useSeries } from "./queries";
import { Section } from "./Section";
import { runsScope, type SectionUrl } from "./url";

const perHour = (n: number) => (n < 10 ? n.toFixed(1) : Math.round(n).toLocaleString("en-GB"));

/** Score cards: how each environment fares against its usual and the range before, with the same charts side by side. */
export function Environments({ url, bounds, range }: SectionUrl) {
  const search = useSearch();
  const scores = useScores({ url, bounds });
  const before = useScoresBefore({ url, bounds });
  const series = useSeries({ url, bounds }, "env");
  const durations = useDurations({ url, bounds }, "env");
  const bucket = bucketOf(bounds);
  const stretches = useMemo(() => columnsOf(bounds, BUCKET_MS[bucket]), [bounds, bucket]);
  const earlier = url.isCompared ? (before.data?.items ?? []) : [];
  const columns = environmentColumns(scores.data?.items ?? [], earlier, {
    stretches,
    series: series.data ?? null,
    durations: durations.data?.items ?? null,
  });
  const rows = besideBefore(scores.data?.items ?? [], earlier, ({ env }) => env);
  const scoreOf = (env: string) => scores.data?.items.find((one) => one.env === env);
  return (
    <Section
      title="Environments"
      hint={`${range}, against the same hours of the last 4 weeks`}
      what="The environments"
      queries={[scores, series, durations]}
      file={{ name: "environments", figures: FIGURES, rows }}
    >
      <Matrix
        label="Environments"
        columns={columns}
        stretches={stretches}
        bucketMs={BUCKET_MS[bucket]}
        bucket={bucket}
        counted={url.counted}
        scope={runsScope(search, url)}
        isOneScale
        least={240}
        head={({ key }) => <Score score={scoreOf(key)} />}
        note={(column, measure) => <Note score={scoreOf(column.key)} column={column} measure={measure} />}
        drawn={({ parts }) => parts}
        more={{
          label: (
            <>
              <b>Retries</b>
              <span className="tiny dim">per run</span>
            </>
          ),
          cell: ({ key }) => (
            <span className="small">
              <Evidence value={scoreOf(key)?.retriesPerRun} why="No run is counted here">
                {(n) => n.toFixed(2)}
              </Evidence>
            </span>
          ),
        }}
      />
      <FigureTable label="Table of environments" figures={FIGURES} rows={rows} keyOf={({ env }) => env} />
      <ChartTables
        of="environments"
        columns={columns}
        stretches={stretches}
        bucketMs={BUCKET_MS[bucket]}
        counted={url.counted}
        scope={runsScope(search, url)}
      />
    </Section>
  );
}

function Score({ score }: { score: EnvironmentScore | undefined }) {
  if (score === undefined) return null;
  return (
    <>
      <p className="line">
        <Env name={score.env} />
        <span className="push">
          <Verdict verdict={score.verdict} />
        </span>
      </p>
      <p className="small ink2 score-sentence">{score.sentence}</p>
    </>
  );
}

/** What is usual, and what the range before had. */
function Note(props: { score: EnvironmentScore | undefined; column: ChartColumn; measure: Measure }) {
  const { score, column, measure } = props;
  if (score === undefined) return null;
  const before = column.parts[0]?.before ?? null;
  const rateBefore = before === null ? null : successOf(before);
  switch (measure) {
    case "success":
      return words(
        score.usualSuccessRate === null ? null : `usually ${ratePercent(score.usualSuccessRate)}`,
        rateBefore === null ? null : `before ${ratePercent(rateBefore)}`,
      );
    case "duration":
      return words(
        score.usualP95DurationMs === null ? null : `p95 usually ${shortDuration(score.usualP95DurationMs)}`,
        durationsBefore(column.parts) || null,
      );
    case "runs":
      return words(
        score.throughputPerHour === null ? null : `${perHour(score.throughputPerHour)} an hour`,
        score.usualThroughputPerHour === null ? null : `usually ${perHour(score.usualThroughputPerHour)}`,
        changeOf(score.total, before?.total ?? null),
      );
  }
}

const words = (...parts: (string | null)[]) => parts.filter((part) => part !== null).join(", ");

function changeOf(now: number, before: number | null): string | null {
  const change = changeWords(now, before);
  return change === null || change === "as before" ? change : `${change} on before`;
}

const FIGURES: readonly Figure<EnvironmentScore & { before: EnvironmentScore | null }>[] = [
  environments(),
  { ...texts("verdict", "Verdict", ({ verdict }) => verdict), cell: ({ verdict }) => <Verdict verdict={verdict} /> },
  counts("total", "Runs", ({ total }) => total),
  counts("totalBefore", "Before", ({ before }) => before?.total ?? null),
  counts("completed", "Completed", ({ completed }) => completed),
  counts("failed", "Failed", ({ failed }) => failed),
  counts("cancelled", "Cancelled", ({ cancelled }) => cancelled),
  counts("inProgress", "In progress", ({ inProgress }) => inProgress),
  rates("successRate", "Success", ({ successRate }) => successRate),
  rates("usualSuccessRate", "Usually", ({ usualSuccessRate }) => usualSuccessRate),
  rates("successRateBefore", "Before", ({ before }) => before?.successRate ?? null),
  times("p95DurationMs", "p95", ({ p95DurationMs }) => p95DurationMs),
  times("usualP95DurationMs", "Usually", ({ usualP95DurationMs }) => usualP95DurationMs),
  times("p95DurationMsBefore", "Before", ({ before }) => before?.p95DurationMs ?? null),
  decimals("throughputPerHour", "An hour", ({ throughputPerHour }) => throughputPerHour, 1),
  decimals("usualThroughputPerHour", "Usually", ({ usualThroughputPerHour }) => usualThroughputPerHour, 1),
  decimals("retriesPerRun", "Retries per run", ({ retriesPerRun }) => retriesPerRun),
];
