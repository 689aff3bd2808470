import type { StageBar, StageFigure } from "../../api/types";
import { shortDuration } from "../../model/duration";
import { type BarScale, barPlace, barTicks, placeBars } from "../../model/stageBars";
import { PASSES, type Pass, shareWords } from "../../model/stageFigures";
import { type Behind, behindHref } from "../../model/stagesBehind";
import { count, counted } from "../../model/text";
import { Go } from "../../parts/Go";
import { useSearch } from "../../shell/url";

const WIDTH = 132;
const HEIGHT = 20;

/** In a line of the table: all lines on one scale, with a tick at the median. */
export function DistributionSpark(props: { bars: readonly StageBar[]; scale: BarScale; time: StageFigure | null }) {
  const { bars, scale, time } = props;
  const p50 = time?.p50Ms ?? null;
  return (
    <svg className="spark-bars" width={WIDTH} height={HEIGHT} aria-hidden="true">
      <path d={`M0 ${HEIGHT - 0.5}h${WIDTH}`} stroke="var(--line)" />
      {placeBars(bars, scale).map((bar) => (
        <rect
          key={bar.fromMs}
          x={bar.x * WIDTH}
          y={HEIGHT - Math.max(1, bar.height * (HEIGHT - 2))}
          width={Math.max(1, bar.width * WIDTH - 0.75)}
          height={Math.max(1, bar.height * (HEIGHT - 2))}
          fill="var(--workS)"
        />
      ))}
      {p50 === null ? null : (
        <path d={`M${barPlace(p50, scale) * WIDTH} 0v${HEIGHT}`} stroke="var(--ink3)" strokeWidth="1" />
      )}
    </svg>
  );
}

const MARKS = [
  ["p50", "p50Ms"],
  ["p90", "p90Ms"],
  ["p99", "p99Ms"],
] as const;

/** One distribution large, with its axis, its percentiles, and the same as a table. */
export function Distribution(props: {
  name: string;
  bars: readonly StageBar[];
  scale: BarScale;
  time: StageFigure | null;
  pass: Pass;
  /** all that are in it */
  behind: Behind;
}) {
  const { name, bars, scale, time, pass, behind } = props;
  const search = useSearch();
  const href = ({ fromMs, toMs }: StageBar) => behindHref(search, { ...behind, atLeastMs: fromMs, belowMs: toMs });
  const n = bars.reduce((sum, bar) => sum + bar.n, 0);
  const left = (ms: number) => `${barPlace(ms, scale) * 100}%`;
  const words = (bar: StageBar) =>
    `${shortDuration(bar.fromMs)} to ${shortDuration(bar.toMs)}: ${count(bar.n)}, ${shareWords(bar.n, n)}`;
  return (
    <figure className="distribution">
      <figcaption className="small dim">
        {PASSES[pass].label} of <bdi className="strong">{name}</bdi>: {counted(n, "value")}. Each doubling has the same
        room.
      </figcaption>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for what can be filled in */}
      <div
        className="distribution-plot"
        role="group"
        aria-label={`${PASSES[pass].label} of ${name}, the same as the table below`}
      >
        {placeBars(bars, scale).map((bar) => (
          <Go
            key={bar.fromMs}
            className="distribution-bar"
            href={href(bar)}
            aria-label={words(bar)}
            title={words(bar)}
            style={{
              left: `${bar.x * 100}%`,
              width: `calc(${bar.width * 100}% - 1px)`,
              height: `${bar.height * 100}%`,
            }}
          />
        ))}
        {MARKS.map(([label, key]) => {
          const ms = time?.[key] ?? null;
          return ms === null ? null : (
            <span key={label} className="distribution-mark" style={{ left: left(ms) }}>
              <span>{label}</span>
            </span>
          );
        })}
      </div>
      <div className="distribution-axis tiny dim" aria-hidden="true">
        {barTicks(scale).map((ms) => (
          <span key={ms} style={{ left: left(ms) }}>
            {tick(ms)}
          </span>
        ))}
      </div>
      <details>
        <summary className="small">As table</summary>
        <table className="table distribution-table">
          <thead>
            <tr>
              <th className="number">From</th>
              <th className="number">To</th>
              <th className="number">n</th>
              <th className="number">Share</th>
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.fromMs}>
                <td className="number">{shortDuration(bar.fromMs)}</td>
                <td className="number">{shortDuration(bar.toMs)}</td>
                <td className="number">
                  <Go href={href(bar)}>{count(bar.n)}</Go>
                </td>
                <td className="number">{shareWords(bar.n, n)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** Ticks are round: what is nothing is not said. */
const tick = (ms: number) =>
  shortDuration(ms)
    .replace(/ 0+ [smh]$/, "")
    .replace(".0 s", " s");
