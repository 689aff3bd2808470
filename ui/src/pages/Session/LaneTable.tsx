import type { SessionDetail } from "../../api/sessions";
import { useNow } from "../../live";
import { shortDuration } from "../../model/duration";
import { host } from "../../model/sessionAddress";
import { lanesOf, offset } from "../../model/sessionLanes";
import { exactTime, utcTime } from "../../model/when";
import { useZone } from "../../shell/url";

interface Line {
  key: string;
  at: number;
  lane: string;
  what: string;
  lasts: number | null;
}

/** Everything that the lanes show but the single samples, in the order of time. */
export function LaneTable({ detail, now }: { detail: SessionDetail; now: number }) {
  const zone = useZone();
  const today = new Date(useNow());
  const lanes = lanesOf(detail, now);
  return (
    <section className="panel scroll-x" aria-label="The lanes as a table" tabIndex={0}>
      <table className="table lane-table">
        <thead>
          <tr>
            <th className="t-at">Time</th>
            <th className="t-after number">After</th>
            <th className="t-lane">Lane</th>
            <th>What</th>
            <th className="t-lasts number">Lasts</th>
          </tr>
        </thead>
        <tbody>
          {linesOf(lanes).map((line) => (
            <tr key={line.key}>
              <td title={utcTime(new Date(line.at))}>{exactTime(new Date(line.at), today, zone)}</td>
              <td className="number">{offset(line.at, lanes.from)}</td>
              <td>{line.lane}</td>
              <td title={line.what}>
                <bdi>{line.what}</bdi>
              </td>
              <td className="number">{line.lasts === null ? "" : shortDuration(line.lasts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function linesOf(lanes: ReturnType<typeof lanesOf>): Line[] {
  return [
    ...lanes.marks.map(({ key, at, lane, label }) => ({ key, at, lane, what: label, lasts: null })),
    ...lanes.segments.map(({ key, from, to, segment }) => ({
      key: `s ${key}`,
      at: from,
      lane: "segments",
      what: `${segment.segmentIndex}: ${host(segment.orchestratorUrl) ?? segment.orchestratorAddress ?? "no orchestrator"}, ${segment.reason.replace(/_/g, " ")}`,
      lasts: to - from,
    })),
    ...lanes.states.map(({ key, from, to, state }) => ({
      key,
      at: from,
      lane: "status",
      what: state.toLowerCase().replace(/_/g, " "),
      lasts: to - from,
    })),
    ...lanes.fps.map((piece, i) => ({
      key: `fps${i}`,
      at: piece[0]?.at ?? lanes.from,
      lane: "frames per second",
      what: `${Math.min(...piece.map(({ fps }) => fps)).toFixed(1)} to ${Math.max(...piece.map(({ fps }) => fps)).toFixed(1)} in ${piece.length} samples`,
      lasts: (piece.at(-1)?.at ?? 0) - (piece[0]?.at ?? 0),
    })),
  ].sort((a, b) => a.at - b.at);
}
