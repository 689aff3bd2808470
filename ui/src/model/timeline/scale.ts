import { columnWidth, type Fold } from "./folding";

/** A piece of the axis: to scale, or one folded column. */
export interface Piece {
  from: number;
  to: number;
  x: number;
  width: number;
  fold: Fold | null;
}

/**
 * From time to pixels. What is to scale grows with the zoom, folded columns keep their width; `x` counts from the left edge
 * of what is in sight.
 */
export interface Scale {
  pieces: readonly Piece[];
  width: number;
  /** px per ms, where it is to scale */
  perMs: number;
  zoom: number;
  /** how far the content is moved to the left, and how wide it is in all */
  offset: number;
  content: number;
}

export interface View {
  zoom: number;
  offset: number;
}

export const WHOLE: View = { zoom: 1, offset: 0 };
export const MOST_ZOOM = 100_000;

export function scaleOf(end: number, folds: readonly Fold[], width: number, view: View): Scale {
  const column = columnWidth(width);
  const folded = folds.reduce((sum, fold) => sum + fold.to - fold.from, 0);
  const atFit = Math.max(1, width - folds.length * column) / Math.max(1, end - folded);
  const zoom = Math.min(MOST_ZOOM, Math.max(1, view.zoom));
  const perMs = atFit * zoom;
  const content = (end - folded) * perMs + folds.length * column;
  const offset = Math.min(Math.max(0, view.offset), Math.max(0, content - width));
  return { pieces: piecesOf(end, folds, perMs, column, offset), width, perMs, zoom, offset, content };
}

function piecesOf(end: number, folds: readonly Fold[], perMs: number, column: number, offset: number): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let x = -offset;
  const add = (to: number, width: number, fold: Fold | null) => {
    if (to <= at) return;
    pieces.push({ from: at, to, x, width, fold });
    at = to;
    x += width;
  };
  for (const fold of folds) {
    add(fold.from, (fold.from - at) * perMs, null);
    add(fold.to, column, fold);
  }
  add(end, (end - at) * perMs, null);
  return pieces;
}

export function toX(scale: Scale, at: number): number {
  const piece = pieceAt(scale.pieces, (one) => at >= one.from);
  return piece === undefined ? 0 : piece.x + ((at - piece.from) / (piece.to - piece.from)) * piece.width;
}

export function toTime(scale: Scale, x: number): number {
  const piece = pieceAt(scale.pieces, (one) => x >= one.x);
  if (piece === undefined || piece.width === 0) return 0;
  return Math.min(piece.to, Math.max(0, piece.from + ((x - piece.x) / piece.width) * (piece.to - piece.from)));
}

/** The last piece that begins before; the first for what lies before all. */
function pieceAt(pieces: readonly Piece[], begins: (piece: Piece) => boolean): Piece | undefined {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const piece = pieces[middle];
    if (piece !== undefined && begins(piece)) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}

/** Zooms by `factor` so that the moment under `x` stays under it. */
export function zoomAt(scale: Scale, factor: number, x: number, refit: (view: View) => Scale): View {
  const at = toTime(scale, x);
  const zoom = Math.min(MOST_ZOOM, Math.max(1, scale.zoom * factor));
  const after = refit({ zoom, offset: 0 });
  return { zoom, offset: refit({ zoom, offset: toX(after, at) - x }).offset };
}

/** The view in which `from` to `to` fills the width. Folded columns do not grow, so it may come out a little wider. */
export function fitTo(from: number, to: number, refit: (view: View) => Scale): View {
  const whole = refit(WHOLE);
  const fixed = whole.pieces
    .filter((piece) => piece.fold !== null && piece.to > from && piece.from < to)
    .reduce((sum, piece) => sum + piece.width, 0);
  const flexible = Math.max(0.001, toX(whole, to) - toX(whole, from) - fixed);
  const zoom = Math.min(MOST_ZOOM, Math.max(1, (whole.width - fixed) / flexible));
  return { zoom, offset: toX(refit({ zoom, offset: 0 }), from) };
}
