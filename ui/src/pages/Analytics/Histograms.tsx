import type { Part } from "../../model/analytics";
import { briefDuration, shortDuration } from "../../model/duration";
import { type BarScale, barPlace, placeBars } from "../../model/stageBars";
import { counted } from "../../model/text";
import { Evidence } from "../../parts/Evidence";
import { Go } from "../../parts/Go";
import { useEnvironmentMark } from "../../shell/environments";

const WIDTH = 1_000;
const HEIGHT = 100;

interface HistogramProps {
  part: Part;
  scale: BarScale | null;
  isBelow: boolean;
  href: string;
}

/** How long completed runs took: its highest bar is as high as it gets, a line at the p95; the second stands on its head. */
export function Histogram({ part, scale, isBelow, href }: HistogramProps) {
  const { slot } = useEnvironmentMark(part.env);
  const figures = (
    <p className="small histogram-figures" style={{ color: `var(--env${slot})` }}>
      <span className="unseen">{part.env}: </span>
      {(["p50", "p95"] as const).map((which) => (
        <span key={which}>
          {which}{" "}
          <Evidence value={part[`${which}Ms`]} why={`Nothing completed in ${part.env}`}>
            {(ms) => (
              <Go href={href} title={`The completed runs of ${part.env}, longest first`}>
                {briefDuration(ms)}
              </Go>
            )}
          </Evidence>
        </span>
      ))}
    </p>
  );
  return (
    <>
      {isBelow ? null : figures}
      {/* The same link as the figures, for the pointer alone. */}
      <Go className="histogram-link" href={href} tabIndex={-1} aria-hidden="true">
        <Bars part={part} scale={scale} isBelow={isBelow} fill={`var(--env${slot})`} />
      </Go>
      {isBelow ? figures : null}
    </>
  );
}

function Bars({ part, scale, isBelow, fill }: Omit<HistogramProps, "href"> & { fill: string }) {
  const { histogram, p95Ms } = part;
  const y = (height: number) => (isBelow ? 0 : HEIGHT - height);
  return (
    <svg
      className={`histogram${isBelow ? " below" : ""}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className="plot-base" d={`M0 ${isBelow ? 0 : HEIGHT}H${WIDTH}`} />
      {scale === null || histogram === null
        ? null
        : placeBars(histogram.buckets, scale).map((bar) => {
            const height = Math.max(2, bar.height * HEIGHT);
            return (
              <rect
                key={bar.fromMs}
                x={bar.x * WIDTH}
                width={Math.max(4, bar.width * WIDTH - 3)}
                y={y(height)}
                height={height}
                fill={fill}
              >
                <title>
                  {`${shortDuration(bar.fromMs)} to ${shortDuration(bar.toMs)}: ${counted(bar.n, "run")} in ${part.env}`}
                </title>
              </rect>
            );
          })}
      {scale === null || p95Ms === null ? null : (
        <path className="histogram-p95" d={`M${barPlace(p95Ms, scale) * WIDTH} 0V${HEIGHT}`} />
      )}
    </svg>
  );
}
