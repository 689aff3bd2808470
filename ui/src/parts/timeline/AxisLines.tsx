import { useRef, useState } from "react";
import { type Axis, foldLength, type Scale, toTime } from "../../model/timeline";

/** The two lines of times. A drag across them selects a stretch; a fold opens by its own button. */
export function AxisLines({
  axis,
  scale,
  onUnfold,
  onStretch,
}: {
  axis: Axis;
  scale: Scale;
  onUnfold: (from: number) => void;
  onStretch: (from: number, to: number) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<[number, number] | null>(null);
  const xOf = (event: React.PointerEvent) => event.clientX - (box.current?.getBoundingClientRect().left ?? 0);
  return (
    <div
      ref={box}
      className="tl-axis"
      onPointerDown={(event) => {
        if (event.button !== 0 || event.target instanceof HTMLButtonElement) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag([xOf(event), xOf(event)]);
      }}
      onPointerMove={(event) => drag && setDrag([drag[0], xOf(event)])}
      onPointerCancel={() => setDrag(null)}
      onPointerUp={() => {
        if (drag !== null && Math.abs(drag[1] - drag[0]) > 6) {
          onStretch(toTime(scale, Math.min(...drag)), toTime(scale, Math.max(...drag)));
        }
        setDrag(null);
      }}
    >
      <svg width={scale.width} height="34" aria-hidden="true">
        {drag === null ? null : (
          <rect className="tl-drag" x={Math.min(...drag)} width={Math.abs(drag[1] - drag[0])} height="34" />
        )}
        {axis.above.map((label) => (
          <text
            key={`${label.x}`}
            className={`tl-label above ${label.tone}`}
            x={label.x}
            y="12"
            textAnchor={label.anchor}
          >
            {label.text}
          </text>
        ))}
        {axis.below.map((label) => (
          <text key={`${label.x}`} className={`tl-label ${label.tone}`} x={label.x} y="27" textAnchor={label.anchor}>
            {label.text}
          </text>
        ))}
      </svg>
      {scale.pieces.map((piece) =>
        piece.fold === null || piece.x + piece.width < 0 || piece.x > scale.width ? null : (
          <button
            key={piece.from}
            type="button"
            className="tl-unfold"
            style={{ left: piece.x, width: piece.width }}
            aria-label={`Unfold ${foldLength(piece.to - piece.from)} ${piece.fold.activity === "backoff" ? "of back-off" : piece.fold.activity}`}
            title="Unfold"
            onClick={() => onUnfold(piece.from)}
          />
        ),
      )}
    </div>
  );
}
