import { shareWords } from "../../model/stageFigures";
import { count, counted } from "../../model/text";
import { type Kept, type Percentile, SURFACE_WORDS } from "../../model/ttfs";
import { Go } from "../../parts/Go";
import { hrefWith } from "../../shell/url";

/** A line per surface: how many came in time, and whether that is enough. */
export function Objective({ kept }: { kept: readonly Kept[] }) {
  if (kept.length === 0) return null;
  return (
    <section className="panel scroll-x" aria-label="Objective by surface" tabIndex={0}>
      <table className="table objective">
        <thead>
          <tr>
            <th>Surface</th>
            <th className="number">Signals</th>
            <th className="number" title="The objective is half of them">
              Within 2 s
            </th>
            <th className="number" title="The objective is 95 of 100">
              Within 5 s
            </th>
            <th className="o-kept">Objective</th>
          </tr>
        </thead>
        <tbody>
          {kept.map((one) => (
            <tr key={one.surface}>
              <td>
                <Go className="strong" href={hrefWith({ surface: one.surface })}>
                  {SURFACE_WORDS[one.surface]}
                </Go>
              </td>
              <td className="number">{count(one.signals)}</td>
              <Within kept={one} which="p50" />
              <Within kept={one} which="p95" />
              <td className="o-kept">
                {one.missed.length === 0 ? (
                  <span className="ink2">met</span>
                ) : (
                  <b className="tone-warn">{one.missed.map((which) => which.toUpperCase()).join(" and ")} missed</b>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Within({ kept: { signals, over, missed }, which }: { kept: Kept; which: Percentile }) {
  const within = signals - over[which];
  return (
    <td className={`number${missed.includes(which) ? " tone-warn" : ""}`}>
      <span title={`${count(within)} of ${counted(signals, "signal")}`}>{shareWords(within, signals)}</span>
    </td>
  );
}
