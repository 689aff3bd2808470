import "../../parts/matrix.css";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { serverNow } from "../../live";
import { type ChartColumn, type Counted, type Part, runsOver } from "../../model/analytics";
import { spokenColumn } from "../../model/chartRows";
import { briefDuration } from "../../model/duration";
import { runsBehind } from "../../model/health";
import { BUCKET_WORDS, type Bucket } from "../../model/metricRange";
import { NINES, ninesHeight, successOf, successWords } from "../../model/rates";
import type { Search } from "../../model/search";
import { stringifySearch } from "../../model/search";
import { type BarScale, barScale } from "../../model/stageBars";
import { count } from "../../model/text";
import { pieces, stretchWords } from "../../model/ttfs";
import { Go } from "../../parts/Go";
import { Plot, useColumn } from "../../parts/Plot";
import { useEnvironmentMarks } from "../../shell/environments";
import { goTo, useZone } from "../../shell/url";
import { EnvLine } from "./EnvLine";
import { Histogram } from "./Histograms";

export type Measure = "success" | "duration" | "runs";

export interface MatrixProps {
  label: string;
  columns: readonly ChartColumn[];
  stretches: readonly number[];
  bucketMs: number;
  bucket: Bucket;
  counted: Counted;
  /** what every link to runs takes along */
  scope: Search;
  head: (column: ChartColumn) => ReactNode;
  /** what stands beside a measure: the usual, or the range before */
  note: (column: ChartColumn, measure: Measure) => ReactNode;
  /** which parts have their distribution drawn, above and below the line */
  drawn: (column: ChartColumn) => readonly Part[];
  /** all columns on one scale of durations, or each on its own */
  isOneScale: boolean;
  /** a last row */
  more?: { label: ReactNode; cell: (column: ChartColumn) => ReactNode };
  least?: number;
}

interface Cursor {
  at: number | null;
  onPoint: (stretch: number) => void;
  onChoose: (column: ChartColumn, stretch: number, basis: Counted) => void;
}

/** A column for each thing, a row for each measure, all on one clock: what is pointed at in one is read in all. */
export function Matrix(props: MatrixProps) {
  const { columns, stretches, bucketMs, scope, more } = props;
  const [row, setRow] = useState(0);
  const chosen = Math.min(row, columns.length - 1);
  const zone = useZone();
  const words = (at: number) => stretchWords(stretches[at] ?? 0, bucketMs, new Date(serverNow()), zone);
  const open = (column: ChartColumn | undefined, at: number, basis: Counted) => {
    const from = stretches[at];
    if (column !== undefined && from !== undefined) {
      goTo(runsBehind({ ...scope, ...column.scope, basis }, { from, to: from + bucketMs }));
    }
  };
  const { at, point, walk } = useColumn(stretches.length, (stretch) => open(columns[chosen], stretch, "ended"));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || event.target !== event.currentTarget) return walk(event);
    event.preventDefault();
    setRow(Math.max(0, Math.min(columns.length - 1, chosen + step)));
  };
  const cursor: Cursor = { at, onPoint: point, onChoose: open };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what can be filled in
    <div
      className="matrix panel wide"
      role="group"
      tabIndex={0}
      aria-label={`${props.label}: left and right walk through time, up and down through the columns, Enter opens the runs`}
      style={{ "--columns": columns.length, "--least": `${props.least ?? 172}px` } as object}
      onKeyDown={onKeyDown}
      onPointerLeave={() => point(null)}
    >
      <span className="unseen" role="status">
        {at === null || columns[chosen] === undefined ? "" : `${words(at)}, ${spokenColumn(columns[chosen], at)}`}
      </span>
      <div className="matrix-label tiny dim">{at === null ? "" : words(at)}</div>
      {columns.map((column, index) => (
        <div key={column.key} className={`matrix-head${at !== null && index === chosen ? " chosen" : ""}`}>
          {props.head(column)}
        </div>
      ))}
      <SuccessRow {...props} cursor={cursor} />
      <DurationRow {...props} />
      <RunsRow {...props} cursor={cursor} />
      {more === undefined ? null : (
        <>
          <div className="matrix-label">{more.label}</div>
          {columns.map((column) => (
            <div key={column.key}>{more.cell(column)}</div>
          ))}
        </>
      )}
    </div>
  );
}

type RowProps = MatrixProps & { cursor: Cursor };

function SuccessRow({ columns, note, scope, cursor, stretches }: RowProps) {
  const markOf = useEnvironmentMarks();
  return (
    <>
      <div className="matrix-label">
        <b>Success</b>
        <span className="tiny dim">of runs that completed or failed, by nines: lines at 90, 99 and 99.9%</span>
      </div>
      {columns.map((column) => (
        <div key={column.key} className="matrix-cell">
          <p className="small matrix-read">
            {column.parts.map((part) => (
              <Success
                key={part.env}
                part={part}
                at={cursor.at}
                href={runsBehind({ ...scope, ...column.scope, env: part.env, status: "failed" })}
              />
            ))}
            <span className="dim push">{cursor.at === null ? note(column, "success") : null}</span>
          </p>
          <Plot
            columns={stretches.length}
            at={cursor.at}
            onPoint={cursor.onPoint}
            onChoose={(stretch) => cursor.onChoose(column, stretch, "ended")}
            grid={NINES.map(ninesHeight)}
            lines={column.parts.map(({ env, cells }) => ({
              name: `slot${markOf(env).slot} ${markOf(env).mark}`,
              pieces: pieces(cells, successOf).map((piece) =>
                piece.map(({ column: place, value }) => ({ column: place, y: ninesHeight(value), isOver: false })),
              ),
            }))}
          />
        </div>
      ))}
    </>
  );
}

/** What is pointed at, else of the whole range. */
function Success({ part: { env, counts, cells }, at, href }: { part: Part; at: number | null; href: string }) {
  const of = at === null ? counts : (cells[at] ?? null);
  const words = of === null ? null : successWords(of);
  return (
    <Go className="matrix-value" href={href} title={`The runs that failed in ${env}`}>
      <EnvLine name={env} />
      {words === null ? <span className="dim">—</span> : <b>{words}</b>}
    </Go>
  );
}

function DurationRow({ columns, note, scope, drawn, isOneScale, counted }: MatrixProps) {
  const bars = (column: ChartColumn) => drawn(column).map(({ histogram }) => histogram?.buckets ?? null);
  const shared = barScale(columns.flatMap(bars));
  const completed = (column: ChartColumn, { env }: Part, which: Search) =>
    `/runs${stringifySearch({ ...scope, ...column.scope, env, status: "completed", basis: counted, ...which })}`;
  return (
    <>
      <div className="matrix-label">
        <b>Duration</b>
        <span className="tiny dim">of completed runs, log scale, line at the p95</span>
      </div>
      {columns.map((column) => {
        const scale = isOneScale ? shared : barScale(bars(column));
        return (
          <div key={column.key} className="matrix-cell">
            {drawn(column).map((part, index) => (
              <Histogram
                key={part.env}
                part={part}
                scale={scale}
                isBelow={index === 1}
                href={completed(column, part, { sort: "duration" })}
                barHref={({ fromMs, toMs }) =>
                  completed(column, part, { atLeastMs: String(fromMs), belowMs: String(toMs) })
                }
              />
            ))}
            <Axis scale={scale} />
            <p className="small dim">{note(column, "duration")}</p>
          </div>
        );
      })}
    </>
  );
}

function Axis({ scale }: { scale: BarScale | null }) {
  if (scale === null) return <p className="tiny dim">no run completed</p>;
  return (
    <p className="tiny dim matrix-axis" aria-hidden="true">
      <span>{briefDuration(scale.from)}</span>
      <span>{briefDuration(scale.to)}</span>
    </p>
  );
}

function RunsRow({ columns, note, scope, counted, bucket, cursor, stretches }: RowProps) {
  return (
    <>
      <div className="matrix-label">
        <b>Runs</b>
        <span className="tiny dim">
          that {counted} by {BUCKET_WORDS[bucket]}
        </span>
      </div>
      {columns.map((column) => {
        const runs = runsOver(column.parts, counted);
        const most = Math.max(0, ...runs.map((n) => n ?? 0));
        const total = column.parts.reduce((sum, part) => sum + part.counts.total, 0);
        return (
          <div key={column.key} className="matrix-cell low">
            <p className="small matrix-read">
              <Go href={runsBehind({ ...scope, ...column.scope, basis: counted })}>
                <b>{count(cursor.at === null ? total : (runs[cursor.at] ?? 0))}</b>
              </Go>
              <span className="dim push">{cursor.at === null ? note(column, "runs") : null}</span>
            </p>
            <Plot
              columns={stretches.length}
              at={cursor.at}
              onPoint={cursor.onPoint}
              onChoose={(stretch) => cursor.onChoose(column, stretch, counted)}
              bars={runs.map((n) => (most === 0 ? 0 : (n ?? 0) / most))}
            />
            <p className="tiny dim">
              up to {count(most)} in {BUCKET_WORDS[bucket].replace(/, in UTC/, "")}
            </p>
          </div>
        );
      })}
    </>
  );
}
