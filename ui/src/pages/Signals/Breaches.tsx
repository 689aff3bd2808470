import type { TtfsBreaches } from "../../api/signals";
import { useNow } from "../../live";
import { shareWords } from "../../model/stageFigures";
import { count, counted } from "../../model/text";
import { missedIn, SURFACE_WORDS, stretchWords } from "../../model/ttfs";
import { Segmented } from "../../parts/Segmented";
import { changeSearch, useZone } from "../../shell/url";

const MOST_ROWS = 200;
const HOUR = 3_600_000;

/** Hours in which too few signals came in time, the newest first. */
export function Breaches(props: { hours: readonly TtfsBreaches[]; allHours: boolean; range: string }) {
  const { hours, allHours, range } = props;
  const missed = hours.filter((hour) => missedIn(hour).length > 0);
  const shown = [...(allHours ? hours : missed)].reverse();
  return (
    <section aria-label="Breaches">
      <div className="section-head">
        <h2>Breaches</h2>
        <Segmented
          label="Hours"
          choices={[
            { value: "missed", label: `Objective missed ${count(missed.length)}` },
            { value: "all", label: `All hours ${count(hours.length)}` },
          ]}
          value={allHours ? "all" : "missed"}
          onChange={(which) => changeSearch({ hours: which === "all" ? "all" : undefined })}
        />
        <span className="small dim on-wide">hours with a signal, {range}</span>
      </div>
      {shown.length === 0 ? (
        <p className="small ink2">
          {hours.length === 1
            ? "The objective was met in the one hour that has signals."
            : `The objective was met in each of ${counted(hours.length, "hour")} with signals.`}
        </p>
      ) : (
        <section className="panel scroll-x" aria-label="Table of breaches" tabIndex={0}>
          <table className="table breaches">
            <thead>
              <tr>
                <th className="b-hour">Hour</th>
                <th>Surface</th>
                <th className="number">Signals</th>
                <th className="number">Over 2 s</th>
                <th className="number" title="The objective is half of them">
                  Within 2 s
                </th>
                <th className="number">Over 5 s</th>
                <th className="number" title="The objective is 95 of 100">
                  Within 5 s
                </th>
                <th className="b-missed">Missed</th>
              </tr>
            </thead>
            <tbody>
              {shown.slice(0, MOST_ROWS).map((hour) => (
                <Row key={`${hour.hour} ${hour.surface}`} hour={hour} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {shown.length > MOST_ROWS ? (
        <p className="small dim">
          The newest {count(MOST_ROWS)} of {count(shown.length)}: choose a shorter time to see the others.
        </p>
      ) : null}
    </section>
  );
}

function Row({ hour }: { hour: TtfsBreaches }) {
  const zone = useZone();
  const now = new Date(useNow());
  const missed = missedIn(hour);
  const { totalSignals: n, p50Breaches, p95Breaches } = hour;
  return (
    <tr>
      <td title={hour.hour}>{stretchWords(Date.parse(hour.hour), HOUR, now, zone)}</td>
      <td>{SURFACE_WORDS[hour.surface]}</td>
      <td className="number">{count(n)}</td>
      <td className="number">{count(p50Breaches)}</td>
      <td className={`number${missed.includes("p50") ? " tone-warn" : ""}`}>{shareWords(n - p50Breaches, n)}</td>
      <td className="number">{count(p95Breaches)}</td>
      <td className={`number${missed.includes("p95") ? " tone-warn" : ""}`}>{shareWords(n - p95Breaches, n)}</td>
      <td className="b-missed">
        {missed.length === 0 ? (
          <span className="dim">none</span>
        ) : (
          <span className="tone-warn">{missed.map((which) => which.toUpperCase()).join(" and ")}</span>
        )}
      </td>
    </tr>
  );
}
