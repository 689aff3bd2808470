import "../../parts/matrix.css";
import { useNow } from "../../live";
import { asCsv } from "../../model/csv";
import { shortDuration } from "../../model/duration";
import { shareWords } from "../../model/stageFigures";
import { count, counted } from "../../model/text";
import {
  type Cell,
  type Chart,
  heightOn,
  LINE_WORDS,
  OBJECTIVE,
  type Percentile,
  percentile,
  pieces,
  SURFACE_WORDS,
  scaleOf,
  stretchWords,
} from "../../model/ttfs";
import { Icon } from "../../parts/Icon";
import { Plot, useColumn } from "../../parts/Plot";
import { saveCsv } from "../../parts/saveCsv";
import { useZone } from "../../shell/url";
import { ChartTable, TABLE_FIELDS, tableRows } from "./ChartTable";

const HOUR = 3_600_000;

/** A column per surface, a row per measure, all on one clock: what is pointed at in one is read in all. */
export function Charts({ chart, range }: { chart: Chart; range: string }) {
  const { at, point, walk } = useColumn(chart.stretches.length);
  const words = useStretchWords(chart);
  const unit = chart.widthMs === HOUR ? "an hour" : "a day, in UTC";
  return (
    <section aria-label="Over time">
      <div className="section-head">
        <h2>Time to first signal</h2>
        <span className="small dim">
          from opening to the first signal on the screen, {range}; each point is {unit}
        </span>
        <button
          type="button"
          className="button bare push"
          onClick={() => saveCsv("signals", asCsv(TABLE_FIELDS, tableRows(chart)))}
        >
          <Icon name="ingest" size={14} />
          CSV
        </button>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what can be filled in */}
      <div
        className="matrix panel"
        role="group"
        tabIndex={0}
        aria-label="Charts: arrow keys walk through time, the table below has all figures"
        style={{ "--columns": chart.surfaces.length } as object}
        onKeyDown={walk}
        onPointerLeave={() => point(null)}
      >
        <span className="unseen" role="status">
          {at === null ? "" : `${words(at)}: ${spoken(chart, at)}`}
        </span>
        <Head chart={chart} />
        {(["p50", "p95"] as const).map((which) => (
          <TimeRow key={which} chart={chart} which={which} at={at} onPoint={point} />
        ))}
        <RateRow chart={chart} at={at} onPoint={point} />
        <CountRow chart={chart} at={at} onPoint={point} />
        <div className="matrix-label tiny dim">{at === null ? "" : words(at)}</div>
        {chart.surfaces.map(({ surface }) => (
          <div key={surface} className="matrix-axis tiny dim" aria-hidden="true">
            <span>{words(0).replace(/ to .*/, "")}</span>
            <span>now</span>
          </div>
        ))}
      </div>
      <ChartTable chart={chart} words={words} />
    </section>
  );
}

function useStretchWords({ stretches, widthMs }: Chart): (index: number) => string {
  const zone = useZone();
  const now = new Date(useNow());
  return (index) => stretchWords(stretches[index] ?? 0, widthMs, now, zone);
}

function spoken(chart: Chart, at: number): string {
  return chart.surfaces
    .map(({ surface, cells }) => {
      const cell = cells[at] ?? null;
      if (cell === null) return `${SURFACE_WORDS[surface]}, no signal`;
      const times = (["p50", "p95"] as const).map((which) => `${which} ${timeWords(chart, cell, which)}`);
      return `${SURFACE_WORDS[surface]}, ${count(cell.signals)} signals, ${times.join(", ")}`;
    })
    .join("; ");
}

const timeWords = (chart: Chart, cell: Cell, which: Percentile) =>
  chart.lines
    .flatMap((line) => {
      const ms = percentile(cell, line, which);
      return ms === null ? [] : [`${LINE_WORDS[line]} ${shortDuration(ms)}`];
    })
    .join(", ");

function Head({ chart }: { chart: Chart }) {
  return (
    <>
      <div className="matrix-label" />
      {chart.surfaces.map(({ surface, cells }) => (
        <div key={surface} className="matrix-head">
          <b>{SURFACE_WORDS[surface]}</b>{" "}
          <span className="dim">
            {counted(
              cells.reduce((sum, cell) => sum + (cell?.signals ?? 0), 0),
              "signal",
            )}
          </span>
        </div>
      ))}
    </>
  );
}

interface RowProps {
  chart: Chart;
  at: number | null;
  onPoint: (column: number) => void;
}

/** The cell that is pointed at, else the last that has any. */
const readCell = (cells: readonly (Cell | null)[], at: number | null): Cell | null =>
  at === null ? (cells.findLast((cell) => cell !== null) ?? null) : (cells[at] ?? null);

const MEANING: Record<Percentile, string> = { p50: "half are quicker", p95: "95 of 100 are quicker" };

function TimeRow({ chart, which, at, onPoint }: RowProps & { which: Percentile }) {
  const scale = scaleOf(chart, which);
  const limit = OBJECTIVE[which].ms;
  return (
    <>
      <div className="matrix-label">
        <b>{which.toUpperCase()}</b>
        <span className="tiny dim">{MEANING[which]}</span>
        <span className="tiny dim">dotted: {shortDuration(limit)}</span>
        <span className="tiny dim">
          log scale, {shortDuration(scale.from)} to {shortDuration(scale.to)}
        </span>
      </div>
      {chart.surfaces.map(({ surface, cells }) => (
        <div key={surface} className="matrix-cell">
          <p className="small matrix-read">
            <b className="on-phone">{SURFACE_WORDS[surface]}</b>
            <TimeRead chart={chart} cell={readCell(cells, at)} which={which} />
          </p>
          <Plot
            columns={cells.length}
            at={at}
            onPoint={onPoint}
            limit={heightOn(scale, limit)}
            lines={chart.lines.map((line) => ({
              name: line,
              pieces: pieces(cells, (cell) => percentile(cell, line, which)).map((piece) =>
                piece.map(({ column, value }) => ({ column, y: heightOn(scale, value), isOver: value > limit })),
              ),
            }))}
          />
        </div>
      ))}
    </>
  );
}

function TimeRead({ chart, cell, which }: { chart: Chart; cell: Cell | null; which: Percentile }) {
  if (cell === null) return <span className="dim">no signal</span>;
  return chart.lines.map((line) => {
    const ms = percentile(cell, line, which);
    if (ms === null) return null;
    return (
      <span key={line} className="matrix-value">
        <svg width="14" height="6" aria-hidden="true">
          <path className={`plot-line ${line}`} d="M0 3H14" />
        </svg>
        {line === "all" ? null : <span className="dim">{LINE_WORDS[line]}</span>}
        <b className={ms > OBJECTIVE[which].ms ? "tone-warn" : ""}>{shortDuration(ms)}</b>
      </span>
    );
  });
}

function RateRow({ chart, at, onPoint }: RowProps) {
  return (
    <>
      <div className="matrix-label">
        <b>Cache hits</b>
        <span className="tiny dim">of signals shown, 0 to 100%</span>
      </div>
      {chart.surfaces.map(({ surface, cells }) => {
        const cell = readCell(cells, at);
        return (
          <div key={surface} className="matrix-cell low">
            <p className="small matrix-read">
              <b className="on-phone">{SURFACE_WORDS[surface]}</b>
              {cell === null ? <span className="dim">no signal</span> : <b>{shareWords(cell.hits, cell.signals)}</b>}
            </p>
            <Plot
              columns={cells.length}
              at={at}
              onPoint={onPoint}
              lines={[
                {
                  name: "all",
                  pieces: pieces(cells, ({ hits, signals }) => hits / signals).map((piece) =>
                    piece.map(({ column, value }) => ({ column, y: value, isOver: false })),
                  ),
                },
              ]}
            />
          </div>
        );
      })}
    </>
  );
}

function CountRow({ chart, at, onPoint }: RowProps) {
  const most = Math.max(1, ...chart.surfaces.flatMap(({ cells }) => cells.map((cell) => cell?.signals ?? 0)));
  return (
    <>
      <div className="matrix-label">
        <b>Signals</b>
        <span className="tiny dim">shown, most {count(most)}</span>
      </div>
      {chart.surfaces.map(({ surface, cells }) => (
        <div key={surface} className="matrix-cell low">
          <p className="small matrix-read">
            <b className="on-phone">{SURFACE_WORDS[surface]}</b>
            <b>{count(readCell(cells, at)?.signals ?? 0)}</b>
          </p>
          <Plot
            columns={cells.length}
            at={at}
            onPoint={onPoint}
            bars={cells.map((cell) => (cell?.signals ?? 0) / most)}
          />
        </div>
      ))}
    </>
  );
}
