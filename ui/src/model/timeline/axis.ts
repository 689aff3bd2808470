import { longDuration, shortDuration } from "../duration";
import type { Piece, Scale } from "./scale";
import type { Timeline } from "./types";

/** The two lines above the plot: absolute times and folds above, offsets from the beginning of their stretch below. */
export interface Label {
  x: number;
  text: string;
  anchor: "start" | "middle" | "end";
  tone: "plain" | "asleep" | "idle" | "backoff" | "bad" | "now";
}

export interface Axis {
  above: Label[];
  below: Label[];
  grid: number[];
}

const CLOSEST = 64;
const LETTER = 6.1;
const STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000,
  900_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000, 43_200_000, 86_400_000, 172_800_000, 604_800_000, 2_592_000_000,
];

export const stepFor = (perMs: number): number =>
  STEPS.find((step) => step * perMs >= CLOSEST) ?? Math.ceil(CLOSEST / perMs / 2_592_000_000) * 2_592_000_000;

/** Says a moment of the timeline as a time of day. */
export type Clock = (at: number, seconds: boolean) => string;

export function axisOf(timeline: Timeline, scale: Scale, clock: Clock, endLabel: Label | null): Axis {
  const grid: number[] = [];
  const below: Label[] = [];
  const above: Label[] = endLabel === null ? [] : [besideFold(endLabel, scale)];
  for (const piece of scale.pieces.filter((one) => one.fold !== null && inSight(one, scale))) {
    labelFold(piece, scale, above, below);
  }
  for (const piece of scale.pieces.filter((one) => one.fold === null && inSight(one, scale))) {
    const begins = Math.max(0, piece.x);
    const at = piece.x < 0 ? piece.from - piece.x / scale.perMs : piece.from;
    add(
      above,
      {
        x: begins + (begins > 0 ? 3 : 0),
        text: clock(timeline.origin + at, scale.perMs > 0.0005),
        anchor: "start",
        tone: "plain",
      },
      scale,
    );
    labelTicks(piece, scale, grid, below);
  }
  return { above, below, grid };
}

const inSight = (piece: Piece, scale: Scale) => piece.x < scale.width && piece.x + piece.width > 0;

/** Where a fold is the last thing, the end says only its word: the fold needs the room. */
function besideFold(label: Label, scale: Scale): Label {
  const folded = scale.pieces.at(-1)?.fold != null;
  return folded ? { ...label, text: label.text.split(" ", 1)[0] ?? label.text } : label;
}

function labelFold(piece: Piece, scale: Scale, above: Label[], below: Label[]): void {
  const { activity, from, to } = piece.fold ?? { activity: "idle" as const, from: 0, to: 0 };
  const word = activity === "backoff" ? "back-off" : activity;
  const tone = activity === "asleep" ? "asleep" : activity === "backoff" ? "backoff" : "idle";
  const x = piece.x + piece.width / 2;
  const length = foldLength(to - from);
  const fits = length.length * LETTER <= piece.width + 6;
  add(above, { x, text: word, anchor: "middle", tone }, scale, 1);
  add(below, { x, text: fits ? length : longDuration(to - from), anchor: "middle", tone }, scale, 1);
}

/** Whole hours and days need no second unit; a column is narrow. */
export function foldLength(ms: number): string {
  const text = shortDuration(ms);
  return text.replace(/ 0?0 [a-z]+$/, "");
}

function labelTicks(piece: Piece, scale: Scale, grid: number[], below: Label[]): void {
  const step = stepFor(scale.perMs);
  const hidden = Math.max(0, -piece.x) / scale.perMs;
  const last = Math.min(piece.to - piece.from, (scale.width - piece.x) / scale.perMs);
  if (piece.x >= 0) grid.push(piece.x);
  for (let offset = Math.max(1, Math.ceil(hidden / step)) * step; offset <= last; offset += step) {
    const x = piece.x + offset * scale.perMs;
    grid.push(x);
    add(below, { x: x + 3, text: offsetLabel(offset, step), anchor: "start", tone: "plain" }, scale);
  }
}

/** +20 s, +150 s (or +2 min, where all are whole), +5 min, +2:30 h. */
export function offsetLabel(offset: number, step: number): string {
  if (offset < 1_000) return `+${Math.round(offset)} ms`;
  if (offset < 180_000 && (step < 60_000 || offset < 60_000))
    return `+${Number((offset / 1_000).toFixed(step < 10 ? 3 : step < 1_000 ? 2 : 0))} s`;
  if (step < 60_000 && offset < 3_600_000) {
    const seconds = (offset % 60_000) / 1_000;
    return `+${Math.floor(offset / 60_000)}:${seconds.toFixed(step < 1_000 ? 1 : 0).padStart(step < 1_000 ? 4 : 2, "0")} min`;
  }
  if (offset < 10_800_000) return `+${Number((offset / 60_000).toFixed(step < 60_000 ? 1 : 0))} min`;
  if (offset < 259_200_000) return `+${Number((offset / 3_600_000).toFixed(step < 3_600_000 ? 2 : 0))} h`;
  return `+${Number((offset / 86_400_000).toFixed(step < 86_400_000 ? 1 : 0))} d`;
}

/** Labels never overlap: whoever is already there stays. Nothing is written across the edge. */
function add(labels: Label[], label: Label, scale: Scale, apart = 6): void {
  const [from, to] = extent(label);
  if (from < -1 || to > scale.width + 1) return;
  if (labels.every((other) => extent(other)[1] + apart <= from || extent(other)[0] - apart >= to)) labels.push(label);
}

function extent(label: Label): [number, number] {
  const width = label.text.length * LETTER;
  const from = label.anchor === "start" ? label.x : label.anchor === "end" ? label.x - width : label.x - width / 2;
  return [from, from + width];
}

export const sumWords = (ms: number): string => (ms < 1_000 ? longDuration(ms) : foldLength(ms));
