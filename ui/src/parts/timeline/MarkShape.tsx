import { countdown, longDuration } from "../../model/duration";
import { LANE, type Mark, markHeight } from "../../model/timeline";

const BAR = 12;
/** A narrower bar would be nothing but edges. */
const TORN_FROM = 8;

/** One mark in the grammar of the timeline; `y` is the top of its row. */
export function MarkShape({ mark, y, timedOutX }: { mark: Mark; y: number; timedOutX: number | null }) {
  const top = y + 8 + mark.bar.lane * LANE;
  return (
    <>
      {mark.count > 1 ? <Merged mark={mark} middle={top + BAR / 2} /> : <Single mark={mark} top={top} />}
      {timedOutX === null ? null : <path className="tl-timeout" d={`M${timedOutX} ${top - 5}v22`} />}
    </>
  );
}

function Merged({ mark, middle }: { mark: Mark; middle: number }) {
  const height = markHeight(mark.count);
  return (
    <rect
      className={mark.failed ? "tl-failed" : mark.recovered ? "tl-recovered" : "tl-worked"}
      x={mark.x}
      y={middle - height / 2}
      width={mark.width}
      height={height}
      rx="2"
    />
  );
}

function Single({ mark, top }: { mark: Mark; top: number }) {
  const { bar, x, width } = mark;
  const middle = top + BAR / 2;
  switch (bar.kind) {
    case "backoff":
      return (
        <>
          <path className="tl-backoff" d={`M${x} ${middle}h${width}`} />
          {bar.open ? null : <path className="tl-backoff-end" d={`M${x + width} ${middle - 3}v6`} />}
          {width >= 36 ? (
            <text className="tl-word warn" x={x + width / 2} y={top + 1} textAnchor="middle">
              {bar.open && bar.until !== null ? `in ${countdown(bar.until - bar.to)}` : longDuration(bar.to - bar.from)}
            </text>
          ) : null}
        </>
      );
    case "queue":
      return <rect className="tl-queue" x={x} y={middle - 2} width={width} height="4" />;
    case "idle":
      return <rect x={x} y={top} width={width} height={BAR} fill="url(#tl-idle)" />;
    case "sleep":
      return (
        <>
          <rect x={x} y={top} width={width} height={BAR} fill="url(#hatch)" />
          <Edges mark={mark} top={top} />
          {bar.open ? <circle className="tl-asleep" cx={x + width} cy={middle} r="3" /> : null}
          {bar.open && bar.until !== null && width >= 60 ? (
            <text className="tl-word rest" x={x + width - 6} y={top - 1} textAnchor="end">
              wakes in {countdown(bar.until - bar.to)}
            </text>
          ) : null}
        </>
      );
    case "recovered":
    case "cached":
      return (
        <>
          <rect
            className={`tl-${bar.kind}`}
            x={x + 0.5}
            y={top + 0.5}
            width={Math.max(2, width - 1)}
            height={BAR - 1}
            rx="2"
          />
          <Edges mark={mark} top={top} />
        </>
      );
    default:
      return <Solid mark={mark} top={top} />;
  }
}

function Solid({ mark, top }: { mark: Mark; top: number }) {
  const { bar, x, width } = mark;
  return (
    <>
      <rect className={`tl-${bar.kind}`} x={x} y={top} width={width} height={BAR} rx="2" />
      {bar.open ? <circle className="tl-running" cx={x + width} cy={top + BAR / 2} r="3" /> : null}
      {bar.kind === "failed" && width >= 18 ? (
        <text className="tl-number" x={Math.max(x, 0) + 6} y={top + 10}>
          {bar.attempt}
        </text>
      ) : null}
      <Edges mark={mark} top={top} />
    </>
  );
}

/** An edge whose event is missing is torn. */
function Edges({ mark, top }: { mark: Mark; top: number }) {
  const zigzag = "l2.5 3-2.5 3 2.5 3-2.5 3";
  const { bar, x, width } = mark;
  if (width < TORN_FROM) return null;
  return (
    <>
      {bar.startUnknown ? <path className="tl-torn" d={`M${x} ${top}${zigzag}`} /> : null}
      {bar.endUnknown ? <path className="tl-torn" d={`M${x + width - 2} ${top}${zigzag}`} /> : null}
    </>
  );
}
