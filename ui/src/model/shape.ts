import type { Segment } from "../api/types";

/** A run's micro-timeline laid out on `width` pixels: to scale, but nothing thinner than can be seen. */
export interface Piece {
  kind: Segment["kind"];
  x: number;
  width: number;
  open: boolean;
}

const THINNEST = 2;
const GAP = 1;

/** @param elapsed where an open segment ends now, in ms from the start of the run */
export function layOut(segments: readonly Segment[], elapsed: number, width: number): Piece[] {
  const end = Math.max(1, ...segments.map((segment) => segment.to ?? Math.max(segment.from, elapsed)));
  const raw = segments.map((segment) => {
    const to = segment.to ?? Math.max(segment.from, elapsed);
    return { kind: segment.kind, open: segment.to === null, span: ((to - segment.from) / end) * width };
  });
  const thin = raw.filter((piece) => piece.span < THINNEST + GAP).length * (THINNEST + GAP);
  const wide = raw.reduce((sum, piece) => sum + (piece.span < THINNEST + GAP ? 0 : piece.span), 0);
  const scale = wide === 0 ? 1 : Math.min(1, Math.max(0, width - thin) / wide);
  let x = 0;
  return raw.map((piece) => {
    const span = piece.span < THINNEST + GAP ? THINNEST + GAP : Math.max(THINNEST + GAP, piece.span * scale);
    const laid = { kind: piece.kind, open: piece.open, x, width: span - GAP };
    x += span;
    return laid;
  });
}
