import type { DurationBar } from "../../api/insight";
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
  /** where the runs of one bar are */
  barHref: (bar: DurationBar) => string;
}

/** How long completed runs took: its highest bar is as high as it gets, a line at the p95; the second stands on its head. */
export function Histogram({ part, scale, isBelow, href, barHref }: HistogramProps) {
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
      <Bars part={part} scale={scale} isBelow={isBelow} fill={`var(--env${slot})`} barHref={barHref} />
      {isBelow ? figures : null}
    </>
  );
}

/** Its links are for the pointer alone: the table below has every bar, with the same link. */
function Bars({ part, scale, isBelow, fill, barHref }: Omit<HistogramProps, "href"> & { fill: string }) {
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
            const place = { x: bar.x * WIDTH, width: Math.max(4, bar.width * WIDTH - 3) };
            return (
              <Go key={bar.fromMs} className="histogram-link" href={barHref(bar)} tabIndex={-1}>
                <title>
                  {`${shortDuration(bar.fromMs)} to ${shortDuration(bar.toMs)}: ${counted(bar.n, "run")} in ${part.env}`}
                </title>
                <rect className="histogram-reach" {...place} y={0} height={HEIGHT} />
                <rect {...place} y={y(height)} height={height} fill={fill} />
              </Go>
            );
          })}
      {scale === null || p95Ms === null ? null : (
        <path className="histogram-p95" d={`M${barPlace(p95Ms, scale) * WIDTH} 0V${HEIGHT}`} />
      )}
    </svg>
  );
}
