import { shortDuration } from "../../model/duration";
import { host } from "../../model/sessionAddress";
import type { SegmentStretch, StateStretch } from "../../model/sessionLanes";
import { seen } from "../../model/text";

type Place = (at: number) => number;
const LEAST = 3;

/** Who worked when. */
export function Segments({ stretches, x }: { stretches: readonly SegmentStretch[]; x: Place }) {
  return stretches.map(({ key, segment, from, to, open }) => {
    const who = host(segment.orchestratorUrl) ?? segment.orchestratorAddress ?? "no orchestrator";
    const what = [segment.gpuId, segment.modelId].filter((one) => one !== null).join(", ");
    return (
      <div
        key={key}
        className={`segment ${open ? "open" : ""} ${segment.orchestratorAddress === null ? "nobody" : ""}`}
        style={{ left: x(from), width: Math.max(LEAST, x(to) - x(from) - 1) }}
        title={`Segment ${segment.segmentIndex}: ${who}${what === "" ? "" : `, ${what}`}, ${shortDuration(to - from)}`}
      >
        <b className="cut">
          {segment.segmentIndex} · <bdi>{seen(who)}</bdi>
        </b>
        <span className="cut">
          <bdi>{what === "" ? "model and GPU unknown" : what}</bdi>
        </span>
      </div>
    );
  });
}

/** What the stream's status was, as its samples told. */
export function States({ stretches, x }: { stretches: readonly StateStretch[]; x: Place }) {
  return stretches.map(({ key, state, tone, from, to }) => {
    const words = state.toLowerCase().replace(/_/g, " ");
    return (
      <div
        key={key}
        className={`state ${tone}`}
        style={{ left: x(from), width: Math.max(LEAST, x(to) - x(from)) }}
        title={`${words}, ${shortDuration(to - from)}`}
      >
        <bdi className="cut">{words}</bdi>
      </div>
    );
  });
}
