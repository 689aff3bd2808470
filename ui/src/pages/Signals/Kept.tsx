import { useQuery } from "@tanstack/react-query";
import { fetchRetention } from "../../api/endpoints";
import type { KeptRelation, Kept as KeptRows } from "../../api/signals";
import { longDuration } from "../../model/duration";
import { count } from "../../model/text";
import { When } from "../../parts/When";

const AGAIN_MS = 60_000;

const WORDS: Record<KeptRelation, { what: string; after: string }> = {
  ttfs_events: { what: "Telemetry", after: "removed" },
  first_signal_snapshots: { what: "Signals of ended runs", after: "made from the run if asked for" },
  failure_signatures: { what: "Signatures of a confidence below 0.3", after: "no longer matched, never removed" },
};

/** What is cleared up by itself, so that nobody wonders where it went. */
export function Kept() {
  const kept = useQuery({
    queryKey: ["retention"],
    queryFn: ({ signal }) => fetchRetention(signal),
    refetchInterval: AGAIN_MS,
  });
  if (kept.data === undefined) return null;
  return (
    <section aria-label="What is kept">
      <div className="section-head">
        <h2>What is kept</h2>
        <span className="small dim">cleared up every ten minutes, by one server at a time</span>
      </div>
      <section className="panel scroll-x" aria-label="Table of what is kept" tabIndex={0}>
        <table className="table kept">
          <thead>
            <tr>
              <th className="kept-what">What</th>
              <th className="number">Kept for</th>
              <th className="kept-after">After that</th>
              <th className="number">Last cleared</th>
              <th className="number">Rows then</th>
              <th className="number">In all</th>
            </tr>
          </thead>
          <tbody>
            {kept.data.items.map((rows) => (
              <Row key={rows.relation} rows={rows} />
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function Row({ rows: { relation, keptSeconds, last } }: { rows: KeptRows }) {
  const { what, after } = WORDS[relation];
  return (
    <tr>
      <td>{what}</td>
      <td className="number">{longDuration(keptSeconds * 1000)}</td>
      <td className="ink2">{after}</td>
      <td className="number ink2">{last === null ? "not yet" : <When at={last.at} />}</td>
      <td className="number">{last === null ? "" : count(last.removed)}</td>
      <td className="number">{last === null ? "" : count(last.removedInAll)}</td>
    </tr>
  );
}
