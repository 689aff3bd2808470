import { memo } from "react";
import type { Segment } from "../api/types";
import { layOut, type Piece } from "../model/shape";

/** A run's own micro-timeline, in the grammar of the big one. Its values stand in the row's text as well. */
export const Shape = memo(function Shape({
  segments,
  elapsed,
  width = 98,
}: {
  segments: readonly Segment[];
  elapsed: number;
  width?: number;
}) {
  const pieces = layOut(segments, elapsed, width - 4);
  return (
    <svg className="shape" width={width} height="16" aria-hidden="true">
      {pieces.length === 0 ? <path d={`M0 8h${width - 2}`} stroke="var(--line2)" /> : null}
      {pieces.map((piece) => (
        <ShapePiece key={`${piece.x}`} piece={piece} />
      ))}
    </svg>
  );
});

function ShapePiece({ piece }: { piece: Piece }) {
  const { x, width } = piece;
  switch (piece.kind) {
    case "backoff":
      return <path d={`M${x} 8h${width}`} className="shape-backoff" />;
    case "sleep":
      return <rect x={x} y="5" width={width} height="6" fill="url(#hatch)" />;
    case "idle":
      return <path d={`M${x} 8h${width}`} stroke="var(--line2)" />;
    case "recovered":
      return <rect x={x + 0.5} y="5.5" width={Math.max(1, width - 1)} height="5" rx="1" className="shape-recovered" />;
    case "running":
      return (
        <>
          <rect x={x} y="5" width={width} height="6" rx="1" fill="var(--runF)" />
          {piece.open ? <circle cx={x + width} cy="8" r="3" fill="var(--runF)" /> : null}
        </>
      );
    default:
      return (
        <rect
          x={x}
          y={piece.kind === "failed" ? 4 : 5}
          width={width}
          height={piece.kind === "failed" ? 8 : 6}
          rx="1"
          fill={piece.kind === "failed" ? "var(--badF)" : "var(--work)"}
        />
      );
  }
}

/** The sleep pattern, once per page: every hatched thing refers to it. */
export function HatchPattern() {
  return (
    <svg width="0" height="0" style={{ position: "absolute" }} aria-hidden="true">
      <defs>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="5" height="5" fill="var(--restS)" />
          <rect width="2" height="5" fill="var(--restF)" />
        </pattern>
      </defs>
    </svg>
  );
}
