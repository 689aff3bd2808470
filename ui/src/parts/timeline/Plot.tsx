import { memo } from "react";
import { type Axis, type Bar, LANE, type Mark, type Row, rowHeight, type Scale, toX } from "../../model/timeline";
import { CanvasMarks } from "./CanvasMarks";
import { MarkShape } from "./MarkShape";

/** A row that is in sight, with its marks and where it begins. */
export interface SightRow {
  index: number;
  row: Row;
  top: number;
  marks: Mark[];
}

/** Beyond this many visible bars the plot is a canvas. */
const MOST_SHAPES = 1_500;

export interface PlotProps {
  rows: readonly SightRow[];
  scale: Scale;
  axis: Axis;
  /** top and height of what is drawn; the rest of the rows do not exist */
  top: number;
  height: number;
  current: number | null;
  end: { x: number; tone: "bad" | "now" } | null;
  /** the deadline of the selected step, while it is only set */
  deadline: { top: number; x: number } | null;
  nameOf: (row: Row, bar: Bar) => string;
}

/** What lies behind the selection: columns, grid, bars. All of it can be told in words by {@link PlotProps.nameOf}. */
export const Plot = memo(function Plot(props: PlotProps) {
  const { rows, scale, axis, top, height } = props;
  const shapes = rows.reduce((sum, row) => sum + row.marks.length, 0);
  return (
    <>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a drawing takes no focus */}
      <g aria-hidden="true">
        {rows.map((one) =>
          one.index === props.current ? (
            <rect
              key="current"
              className="tl-current"
              x="-12"
              width={scale.width + 24}
              y={one.top}
              height={rowHeight(one.row)}
            />
          ) : null,
        )}
        <Columns scale={scale} top={top} height={height} />
        {axis.grid.map((x) => (
          <path key={x} className="tl-grid" d={`M${x.toFixed(1)} ${top}v${height}`} />
        ))}
        {rows.map((one) => (
          <path key={one.row.key} className="tl-grid" d={`M0 ${one.top + rowHeight(one.row) - 0.5}h${scale.width}`} />
        ))}
      </g>
      {shapes > MOST_SHAPES ? (
        <CanvasMarks rows={rows} width={scale.width} top={top} height={height} />
      ) : (
        rows.map((one) => <RowMarks key={one.row.key} one={one} scale={scale} nameOf={props.nameOf} />)
      )}
      {props.deadline === null ? null : (
        <path className="tl-deadline" d={`M${props.deadline.x} ${props.deadline.top + 3}v22`} />
      )}
      {props.end === null ? null : (
        <path className={`tl-end ${props.end.tone}`} d={`M${props.end.x} ${top}v${height}`} />
      )}
    </>
  );
});

function RowMarks({ one, scale, nameOf }: { one: SightRow; scale: Scale; nameOf: PlotProps["nameOf"] }) {
  const { row, top, marks } = one;
  return (
    <g>
      {marks.map((mark) => {
        const timedOut = mark.bar.timedOutAt;
        return (
          // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a drawing is no control
          <g key={mark.index} role="img" aria-label={markName(row, mark, nameOf)}>
            <MarkShape mark={mark} y={top} timedOutX={timedOut === null ? null : toX(scale, timedOut)} />
          </g>
        );
      })}
    </g>
  );
}

export function markName(row: Row, mark: Mark, nameOf: PlotProps["nameOf"]): string {
  if (mark.count === 1) return nameOf(row, mark.bar);
  return `${row.name}, ${mark.count} bars too close to tell apart${mark.failed ? ", at least one failed" : mark.recovered ? ", at least one failed and recovered" : ""}`;
}

function Columns({ scale, top, height }: { scale: Scale; top: number; height: number }) {
  return scale.pieces.map((piece) =>
    piece.fold === null || piece.x > scale.width || piece.x + piece.width < 0 ? null : (
      <g key={piece.from}>
        <rect className={`tl-column ${piece.fold.activity}`} x={piece.x} y={top} width={piece.width} height={height} />
        <path className="tl-edge" d={tear(piece.x, top, height)} />
        <path className="tl-edge" d={tear(piece.x + piece.width, top, height)} />
      </g>
    ),
  );
}

function tear(x: number, top: number, height: number): string {
  return `M${x - 1.5} ${top}${"l3 5-3 5".repeat(Math.ceil(height / LANE))}`;
}
