import type { Lanes } from "../../model/sessionLanes";

const HEIGHT = 96;

/** A line from zero; where nothing was told, a gap. The mean is dotted. */
export function FpsChart(props: { lanes: Lanes; x: (at: number) => number; width: number; average: number | null }) {
  const { lanes, x, width, average } = props;
  const y = (fps: number) => HEIGHT - (fps / lanes.fpsTop) * HEIGHT;
  if (lanes.fps.length === 0) return <p className="small dim fps-none">No status told a frame rate.</p>;
  return (
    <>
      <svg width={width} height={HEIGHT} aria-hidden="true">
        <path className="fps-grid" d={`M0 ${y(lanes.fpsTop / 2)}H${width}`} />
        {average === null ? null : <path className="fps-mean" d={`M0 ${y(average)}H${width}`} />}
        {lanes.fps.map((piece) => (
          <path
            key={piece[0]?.at}
            className="fps-line"
            d={piece.map(({ at, fps }, i) => `${i === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(fps).toFixed(1)}`).join("")}
          />
        ))}
        {lanes.fps
          .filter((piece) => piece.length === 1)
          .map(([point]) =>
            point === undefined ? null : (
              <circle key={point.at} className="fps-dot" cx={x(point.at)} cy={y(point.fps)} r="2" />
            ),
          )}
      </svg>
      <span className="fps-top tiny dim">{lanes.fpsTop}</span>
      <span className="fps-zero tiny dim">0</span>
      {average === null ? null : (
        <span className="fps-average tiny" style={{ top: Math.max(0, y(average) - 15) }}>
          mean {average.toFixed(1)}
        </span>
      )}
    </>
  );
}
