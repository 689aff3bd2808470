import "./rate.css";
import { useNow } from "../../live";
import { asCsv, type CsvField } from "../../model/csv";
import {
  BUCKET_WORDS,
  failedRunsIn,
  lastCell,
  MOST_DAYS,
  partedLabels,
  type RateCell,
  type RateChart,
  rateOf,
  rateQuestion,
  sumOf,
} from "../../model/failures";
import { scopeOnly } from "../../model/scope";
import { percent, shareWords } from "../../model/stageFigures";
import { count } from "../../model/text";
import { pieces, stretchWords } from "../../model/ttfs";
import { Env } from "../../parts/Env";
import { Go } from "../../parts/Go";
import { Icon } from "../../parts/Icon";
import { Plot, useColumn } from "../../parts/Plot";
import { Failed, Loading } from "../../parts/States";
import { saveCsv } from "../../parts/saveCsv";
import { useEnvironmentMarks } from "../../shell/environments";
import { goTo, useSearch, useZone } from "../../shell/url";
import { useRate } from "./queries";
import { RateTable } from "./RateTable";
import type { FailuresUrl } from "./url";

const HEIGHT = 84;
const LABEL = 17;

/** The share of runs that ended failed, environment beside environment. */
export function Rate({ url }: { url: FailuresUrl }) {
  const { query, chart } = useRate(url);
  const search = useSearch();
  const { bucket } = rateQuestion(url.range, useNow());
  return (
    <section aria-label="Failure rate" className="failure-rate">
      <div className="section-head">
        <h2>Failure rate</h2>
        <span className="small dim">
          share of the runs that ended which failed, by {BUCKET_WORDS[bucket]}
          {url.range.kind === "all" ? `, of the last ${MOST_DAYS} days` : ""}
        </span>
        <span className="push line">
          <Go className="button bare" href={failedRunsIn(scopeOnly(search))}>
            Runs behind it
          </Go>
          {chart === undefined ? null : (
            <button type="button" className="button bare" onClick={() => saveCsv("failure-rate", csvOf(chart))}>
              <Icon name="ingest" size={14} />
              CSV
            </button>
          )}
        </span>
      </div>
      {query.error ? <Failed what="The rate" error={query.error} onRetry={() => void query.refetch()} /> : null}
      {chart === undefined && !query.error ? (
        <Loading label="Loading the rate">
          <div className="rate-shape" />
        </Loading>
      ) : null}
      {chart === undefined ? null : <Chart chart={chart} />}
    </section>
  );
}

interface CsvRow extends RateCell {
  env: string;
  from: number;
}
const FIELDS: readonly CsvField<CsvRow>[] = [
  ["from", ({ from }) => new Date(from).toISOString()],
  ["env", ({ env }) => env],
  ["ended", ({ ended }) => ended],
  ["failed", ({ failed }) => failed],
];

function csvOf({ lines, stretches }: RateChart): string {
  const rows = stretches.flatMap((from, column) =>
    lines.flatMap(({ env, cells }) => {
      const cell = cells[column] ?? null;
      return cell === null ? [] : [{ env, from, ...cell }];
    }),
  );
  return asCsv(FIELDS, rows);
}

function Chart({ chart }: { chart: RateChart }) {
  const search = useSearch();
  const open = (column: number) => goTo(failedRunsIn(scopeOnly(search), chart.stretches[column], chart.widthMs));
  const { at, point, walk } = useColumn(chart.stretches.length, open);
  const zone = useZone();
  const now = new Date(useNow());
  const words = (column: number) => stretchWords(chart.stretches[column] ?? 0, chart.widthMs, now, zone);
  if (chart.lines.length === 0) return <p className="small dim rate-none">No run ended in this range.</p>;
  const spoken = (column: number) =>
    chart.lines.map(({ env, cells }) => `${env} ${cellWords(cells[column] ?? null)}`).join("; ");
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what can be filled in */}
      <div
        className="rate-chart"
        role="group"
        tabIndex={0}
        aria-label="Failure rate by environment: arrow keys walk through time, Enter opens the runs, the table below has all figures"
        onKeyDown={walk}
        onPointerLeave={() => point(null)}
      >
        <span className="unseen" role="status">
          {at === null ? "" : `${words(at)}: ${spoken(at)}`}
        </span>
        <div className="rate-axis tiny dim" aria-hidden="true">
          {[chart.top, chart.top / 2, 0].map((rate) => (
            <span key={rate}>{percent(rate)}</span>
          ))}
        </div>
        <Lines chart={chart} at={at} onPoint={point} onChoose={open} />
        <Ends chart={chart} at={at} />
        <div className="rate-times tiny dim" aria-hidden="true">
          <span>{words(0).replace(/ to .*/, "")}</span>
          <span className={at === null ? "" : "strong"}>{at === null ? "" : words(at)}</span>
          <span>{words(chart.stretches.length - 1).replace(/.* to /, "")}</span>
        </div>
      </div>
      <RateTable chart={chart} words={words} />
    </>
  );
}

const cellWords = (cell: RateCell | null): string =>
  cell === null
    ? "no run ended"
    : `${shareWords(cell.failed, cell.ended)}, ${count(cell.failed)} of ${count(cell.ended)}`;

function Lines(props: {
  chart: RateChart;
  at: number | null;
  onPoint: (column: number) => void;
  onChoose: (column: number) => void;
}) {
  const { chart } = props;
  const classes = useLineClasses(chart);
  return (
    <Plot
      columns={chart.stretches.length}
      at={props.at}
      onPoint={props.onPoint}
      onChoose={props.onChoose}
      grid={[0.5, 1]}
      lines={chart.lines.map(({ cells }, index) => ({
        name: classes[index] ?? "",
        pieces: pieces(cells, rateOf).map((piece) =>
          piece.map(({ column, value }) => ({ column, y: value / chart.top, isOver: false })),
        ),
      }))}
    />
  );
}

/** Colour and dashes of each environment's line. */
function useLineClasses({ lines }: RateChart): string[] {
  const markOf = useEnvironmentMarks();
  return lines.map(({ env }) => {
    const { slot, mark } = markOf(env);
    return `slot${slot} ${mark}`;
  });
}

/** Names and values at the ends of the lines; what is pointed at is read there too. */
function Ends({ chart, at }: { chart: RateChart; at: number | null }) {
  const wanted = chart.lines.map(({ cells }) => {
    const last = lastCell(cells);
    return HEIGHT * (1 - (last === null ? 0 : rateOf(last) / chart.top));
  });
  const tops = partedLabels(wanted, LABEL, HEIGHT);
  return (
    <ul className="rate-ends small">
      {chart.lines.map(({ env, cells }, index) => {
        const cell = at === null ? lastCell(cells) : (cells[at] ?? null);
        const { ended, failed } = sumOf(cells);
        return (
          <li
            key={env}
            style={{ top: (tops[index] ?? 0) - LABEL / 2 }}
            title={`${count(failed)} of ${count(ended)} in all`}
          >
            <Env name={env} />
            <b>{cell === null ? "—" : shareWords(cell.failed, cell.ended)}</b>
          </li>
        );
      })}
    </ul>
  );
}
