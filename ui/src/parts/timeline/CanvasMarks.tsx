import { useEffect, useRef } from "react";
import { LANE, type Mark, markHeight } from "../../model/timeline";
import type { SightRow } from "./Plot";

const FILL: Record<string, string> = {
  worked: "--work",
  failed: "--badF",
  recovered: "--badF",
  running: "--runF",
  cached: "--work",
  backoff: "--warnF",
  sleep: "--restF",
  idle: "--line2",
  queue: "--line2",
};

/** The same marks in the same places, for plots with more bars than a document carries well. */
export function CanvasMarks(props: { rows: readonly SightRow[]; width: number; top: number; height: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const place = canvas.current;
    const pen = place?.getContext("2d");
    if (!place || !pen) return;
    const dense = window.devicePixelRatio || 1;
    place.width = Math.ceil(props.width * dense);
    place.height = Math.ceil(props.height * dense);
    pen.scale(dense, dense);
    pen.translate(0, -props.top);
    const colours = getComputedStyle(place);
    for (const row of props.rows) for (const mark of row.marks) draw(pen, mark, row.top, colours);
  }, [props]);
  return (
    <foreignObject x="0" y={props.top} width={props.width} height={props.height}>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it takes no focus; the ring over it has the name */}
      <canvas ref={canvas} style={{ width: props.width, height: props.height, display: "block" }} aria-hidden="true" />
    </foreignObject>
  );
}

function draw(pen: CanvasRenderingContext2D, mark: Mark, rowTop: number, colours: CSSStyleDeclaration): void {
  const { kind, lane } = mark.bar;
  const middle = rowTop + 14 + lane * LANE;
  pen.fillStyle = colours.getPropertyValue(FILL[mark.failed ? "failed" : kind] ?? "--work");
  const thin = kind === "backoff" || kind === "idle" || kind === "queue";
  const height = thin ? 2 : mark.count > 1 ? markHeight(mark.count) : 12;
  if (kind === "recovered" || kind === "cached") {
    pen.strokeStyle = pen.fillStyle;
    pen.strokeRect(mark.x + 0.5, middle - 5.5, Math.max(2, mark.width - 1), 11);
  } else {
    pen.fillRect(mark.x, middle - height / 2, mark.width, height);
  }
}
