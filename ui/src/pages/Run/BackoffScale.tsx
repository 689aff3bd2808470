import { useMemo, useRef } from "react";
import { shortDuration } from "../../model/duration";
import { marksOf, type Row, scaleOf, toX, WHOLE } from "../../model/timeline";
import { MarkShape } from "../../parts/timeline/MarkShape";
import { useMeasure } from "../../parts/timeline/useMeasure";

/** One step alone, never folded: attempts and back-offs in their true proportions. */
export function BackoffScale({ row, current }: { row: Row; current: number | null }) {
  const box = useRef<HTMLDivElement>(null);
  const { width } = useMeasure(box);
  const own = useMemo(() => alone(row), [row]);
  const scale = useMemo(() => scaleOf(own.length, [], Math.max(1, width - 6), WHOLE), [own, width]);
  if (row.attempts < 2) return null;
  return (
    <figure className="backoff-scale">
      <div ref={box}>
        <svg width="100%" height={28 + (own.row.lanes - 1) * 10} aria-hidden="true">
          {width === 0
            ? null
            : marksOf(own.row, scale).map((mark) => (
                <g key={mark.index} opacity={current === null || mark.bar.attempt === current ? 1 : 0.75}>
                  <MarkShape
                    mark={mark}
                    y={0}
                    timedOutX={mark.bar.timedOutAt === null ? null : toX(scale, mark.bar.timedOutAt)}
                  />
                </g>
              ))}
        </svg>
      </div>
      <figcaption className="tiny dim line">
        <span>to scale</span>
        <span className="push">{shortDuration(own.length)}</span>
      </figcaption>
    </figure>
  );
}

/** The row as if it were a timeline of its own: it begins with the first attempt. */
function alone(row: Row): { row: Row; length: number } {
  const bars = row.bars.filter((bar) => bar.kind !== "queue");
  const from = bars[0]?.from ?? 0;
  const moved = bars.map((bar) => ({
    ...bar,
    from: bar.from - from,
    to: bar.to - from,
    timedOutAt: bar.timedOutAt === null ? null : bar.timedOutAt - from,
    until: bar.until === null ? null : bar.until - from,
  }));
  return { row: { ...row, bars: moved }, length: Math.max(1, ...moved.map((bar) => bar.to)) };
}
