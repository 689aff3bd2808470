import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import type { SessionFigures, SessionMetrics } from "../../api/sessions";
import { useNow } from "../../live";
import { longDuration } from "../../model/duration";
import { BANDS, type Band, type Hours, type Stretch, sessionHours } from "../../model/sessionHours";
import { count, counted } from "../../model/text";
import { exactTime } from "../../model/when";
import { Go } from "../../parts/Go";
import { useSearch, useZone } from "../../shell/url";
import { behind, type SessionsUrl } from "./url";

const WORDS: Record<Band, string> = { success: "Started", excused: "Excused", unexcused: "Did not start" };
const MINUTE = 60_000;

/** How sessions began over time: a row of bars for each outcome, each with its own scale and its peak in words. */
export function Bands({ url, metrics, range }: { url: SessionsUrl; metrics: SessionMetrics; range: string }) {
  const minute = Math.floor(useNow() / MINUTE) * MINUTE + MINUTE;
  const hours = useMemo(() => sessionHours(metrics.items, url.range, minute), [metrics, url.range, minute]);
  if (hours === null) return null;
  return (
    <section aria-label="Outcomes over time">
      <div className="section-head">
        <h2>Outcomes</h2>
        <span className="small dim">
          of what began, {range}; each bar is {stretchWords(hours.widthMs)}
        </span>
      </div>
      <Grid hours={hours} total={metrics.total} />
      <BandTable hours={hours} />
    </section>
  );
}

const stretchWords = (ms: number) => (ms === 3_600_000 ? "an hour" : longDuration(ms));

/** One tab stop; the arrow keys walk the bars. */
function Grid({ hours, total }: { hours: Hours; total: SessionFigures }) {
  const [cell, setCell] = useState({ row: 0, column: hours.stretches.length - 1 });
  const grid = useRef<HTMLDivElement>(null);
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const row = within(cell.row + (step[0] ?? 0), BANDS.length);
    const column = within(cell.column + (step[1] ?? 0), hours.stretches.length);
    setCell({ row, column });
    grid.current?.querySelector<HTMLElement>(`[data-cell="${row},${column}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what can be filled in
    <div ref={grid} className="bands" role="group" aria-label="Sessions over time by outcome" onKeyDown={walk}>
      {BANDS.map((band, row) => (
        <div key={band} className={`band ${band}`}>
          <p className="band-name">
            <b>{WORDS[band]}</b> {count(total[band])}
            <span className="dim">, most {count(hours.peaks[band])}</span>
          </p>
          <div className="band-bars">
            {hours.stretches.map((stretch, column) => (
              <Bar
                key={stretch.from}
                stretch={stretch}
                band={band}
                peak={hours.peaks[band]}
                at={`${row},${column}`}
                isStop={cell.row === row && within(cell.column, hours.stretches.length) === column}
              />
            ))}
          </div>
        </div>
      ))}
      <Axis hours={hours} />
    </div>
  );
}

const within = (n: number, length: number) => Math.max(0, Math.min(length - 1, n));

function Bar(props: { stretch: Stretch; band: Band; peak: number; at: string; isStop: boolean }) {
  const { stretch, band, peak } = props;
  const search = useSearch();
  const n = stretch.counts[band];
  const words = useWords(stretch);
  const said = `${words}: ${stretch.sessions === 0 ? "no session began" : `${WORDS[band].toLowerCase()} ${count(n)} of ${counted(stretch.known, "stream")}`}`;
  return (
    <Go
      className={stretch.sessions === 0 ? "gap" : ""}
      data-cell={props.at}
      tabIndex={props.isStop ? 0 : -1}
      title={said}
      aria-label={said}
      href={behind(search, { from: iso(stretch.from), to: iso(stretch.to), outcome: band })}
    >
      {n === 0 ? null : (
        <i
          className={band === "unexcused" && stretch.unusual ? "unusual" : ""}
          style={{ height: `${Math.max(6, (n / peak) * 100)}%` }}
        />
      )}
    </Go>
  );
}

const iso = (ms: number) => new Date(ms).toISOString();

function useWords({ from, to }: Stretch): string {
  const zone = useZone();
  const now = new Date(useNow());
  return `${exactTime(new Date(from), now, zone, false)} to ${exactTime(new Date(to), now, zone, false)}`;
}

const MOST_LABELS = 6;

function Axis({ hours }: { hours: Hours }) {
  const zone = useZone();
  const now = new Date(useNow());
  const n = hours.stretches.length;
  const every = Math.ceil(n / MOST_LABELS);
  return (
    <div className="band-axis tiny dim" aria-hidden="true">
      {hours.stretches.map(({ from }, i) =>
        i % every === 0 ? (
          <span key={from} style={{ left: `${(i / n) * 100}%` }}>
            {exactTime(new Date(from), now, zone, false)}
          </span>
        ) : null,
      )}
    </div>
  );
}

function BandTable({ hours }: { hours: Hours }) {
  return (
    <details className="as-table">
      <summary className="small">As table</summary>
      <section className="panel scroll-x" aria-label="Table of outcomes" tabIndex={0}>
        <table className="table band-table">
          <thead>
            <tr>
              <th>Time</th>
              <th className="number">Sessions</th>
              {BANDS.map((band) => (
                <th key={band} className="number">
                  {WORDS[band]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hours.stretches.map((stretch) => (
              <BandRow key={stretch.from} stretch={stretch} />
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

function BandRow({ stretch }: { stretch: Stretch }) {
  const words = useWords(stretch);
  return (
    <tr>
      <td>{words}</td>
      <td className="number">{count(stretch.sessions)}</td>
      {BANDS.map((band) => (
        <td key={band} className="number">
          {stretch.sessions === 0 ? <span className="dim">—</span> : count(stretch.counts[band])}
        </td>
      ))}
    </tr>
  );
}
