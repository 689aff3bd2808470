import "./plot.css";
import { type KeyboardEvent, type PointerEvent, useState } from "react";

/** Stretched to the width that there is; strokes keep theirs. */
const HIGH = 100;
/** So that a line at the top is not cut in half. */
const ROOM = 4;

interface Drawn {
  column: number;
  /** from 0 to 1 */
  y: number;
  /** beyond what is wanted */
  isOver: boolean;
}

/** Which column is pointed at, or walked to by keys; Enter opens what stands behind it. */
export function useColumn(columns: number, onOpen?: (column: number) => void) {
  const [pointed, point] = useState<number | null>(null);
  const last = columns - 1;
  const at = pointed === null ? null : Math.min(pointed, last);
  const walk = (event: KeyboardEvent) => {
    const to = { ArrowLeft: (at ?? last + 1) - 1, ArrowRight: (at ?? last - 1) + 1, Home: 0, End: last }[event.key];
    if (event.key === "Escape") point(null);
    if (event.key === "Enter" && event.target === event.currentTarget && at !== null) onOpen?.(at);
    if (to === undefined) return;
    event.preventDefault();
    point(Math.max(0, Math.min(last, to)));
  };
  return { at, point, walk };
}

/** Lines with gaps, or bars, over columns of equal width. What it shows stands beside it and in the table. */
export function Plot(props: {
  columns: number;
  at: number | null;
  onPoint: (column: number) => void;
  limit?: number;
  lines?: { name: string; pieces: Drawn[][] }[];
  bars?: number[];
  /** heights of further lines across, from 0 to 1 */
  grid?: readonly number[];
  onChoose?: (column: number) => void;
}) {
  const { columns, at, limit, lines = [], bars = [], grid = [], onChoose } = props;
  const x = (column: number) => column + 0.5;
  const y = (share: number) => HIGH - share * (HIGH - ROOM);
  const columnAt = ({ currentTarget, clientX }: { currentTarget: SVGSVGElement; clientX: number }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.max(0, Math.min(columns - 1, Math.floor(((clientX - left) / width) * columns)));
  };
  const point = (event: PointerEvent<SVGSVGElement>) => props.onPoint(columnAt(event));
  return (
    <svg
      className="plot"
      viewBox={`0 0 ${columns} ${HIGH}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerMove={point}
      onPointerDown={point}
      onClick={onChoose === undefined ? undefined : (event) => onChoose(columnAt(event))}
    >
      <path className="plot-base" d={`M0 ${HIGH}H${columns}`} />
      {grid.map((height) => (
        <path key={height} className="plot-grid" d={`M0 ${y(height)}H${columns}`} />
      ))}
      {limit === undefined ? null : <path className="plot-limit" d={`M0 ${y(limit)}H${columns}`} />}
      {at === null ? null : <path className="plot-at" d={`M${x(at)} 0V${HIGH}`} />}
      {bars.map((share, column) =>
        share === 0 ? null : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its column
          <rect key={column} className="plot-bar" x={column + 0.1} width={0.8} y={y(share)} height={HIGH - y(share)} />
        ),
      )}
      {lines.flatMap(({ name, pieces }) =>
        pieces.map((piece) => (
          <path
            key={`${name} ${piece[0]?.column}`}
            className={`plot-line ${name}${piece.length === 1 ? " alone" : ""}`}
            // A point alone is a line of no length, whose round ends are a dot.
            d={`M${piece.map((one) => `${x(one.column)} ${y(one.y)}`).join("L")}${piece.length === 1 ? "h0" : ""}`}
          />
        )),
      )}
      {lines.flatMap(({ name, pieces }) =>
        pieces
          .flat()
          .map((one) =>
            one.isOver ? (
              <path key={`${name} ${one.column}`} className="plot-over" d={`M${x(one.column)} ${y(one.y)}h0`} />
            ) : null,
          ),
      )}
    </svg>
  );
}
