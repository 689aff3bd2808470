import type { Latencies as Measured, SessionFigures } from "../../api/sessions";
import { shortDuration } from "../../model/duration";
import { count, counted } from "../../model/text";
import { Evidence } from "../../parts/Evidence";

const MEASURES: readonly [keyof Measured, name: string, means: string][] = [
  ["startupMs", "Startup", "from the request to the first processed segment at the gateway"],
  ["e2eProxyMs", "Runner's first frame", "e2e proxy: from the first segment sent to the first that the runner made"],
  ["promptToPlayableMs", "Prompt to playable", "from the prompt to a few processed segments"],
  ["gatewayRunnerLagMs", "Gateway–runner lag", "what startup takes beyond the runner's first frame"],
];
const NOT_MEASURED = "Of none of them are both edges known and in order.";

/** How long starting takes, and of how many that is known. */
export function Latencies({ total }: { total: SessionFigures }) {
  return (
    <section aria-label="Latencies">
      <div className="section-head">
        <h2>Latencies</h2>
        <span className="small dim">
          {total.inversions === 0
            ? "no edge was inverted"
            : `${counted(total.inversions, "latency", "latencies")} left out: clock skew has inverted ${total.inversions === 1 ? "its" : "their"} edges`}
        </span>
      </div>
      <section className="panel scroll-x" aria-label="Table of latencies" tabIndex={0}>
        <table className="table latencies">
          <thead>
            <tr>
              <th className="l-name">Measure</th>
              <th className="number">n</th>
              <th className="number">p50</th>
              <th className="number">p95</th>
              <th className="number">p99</th>
              <th className="l-means">What it is</th>
            </tr>
          </thead>
          <tbody>
            {MEASURES.map(([key, name, means]) => {
              const figure = total[key];
              const cell = (ms: number | null) => (
                <td className="number">
                  <Evidence value={ms} why={NOT_MEASURED}>
                    {(value) => (
                      <span
                        title={`${Math.round(value).toLocaleString("en-GB")} ms${figure.approximate ? ", within 1 %" : ""}`}
                      >
                        {shortDuration(value)}
                      </span>
                    )}
                  </Evidence>
                </td>
              );
              return (
                <tr key={key}>
                  <td className="strong">{name}</td>
                  <td
                    className="number"
                    title={`${count(total.sessions - figure.n)} without: an edge is missing or inverted`}
                  >
                    {count(figure.n)}
                  </td>
                  {cell(figure.p50Ms)}
                  {cell(figure.p95Ms)}
                  {cell(figure.p99Ms)}
                  <td className="ink2" title={means}>
                    {means}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </section>
  );
}
