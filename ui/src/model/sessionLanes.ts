import type { SessionDetail, SessionEdge, SessionSegment, StatusSample } from "../api/sessions";
import { shortDuration } from "./duration";
import { middleCut } from "./text";

/** What a trace type is called; the first of each is an edge of the session. */
const EDGES: Record<string, string> = {
  gateway_receive_stream_request: "request",
  gateway_send_first_ingest_segment: "gateway sends",
  runner_receive_first_ingest_segment: "runner receives",
  runner_send_first_processed_segment: "runner's first frame",
  gateway_receive_first_processed_segment: "gateway has it",
  gateway_receive_few_processed_segments: "playable",
  gateway_no_orchestrators_available: "no orchestrators available",
  gateway_ingest_stream_closed: "closed",
  orchestrator_swap: "swap asked",
};
const SIGNALS = new Set(Object.keys(EDGES));

export const edgeName = (traceType: string): string =>
  Object.hasOwn(EDGES, traceType) ? (EDGES[traceType] as string) : traceType.replace(/_/g, " ");

const STARTUP = [
  "gateway_receive_stream_request",
  "gateway_send_first_ingest_segment",
  "runner_send_first_processed_segment",
  "gateway_receive_first_processed_segment",
  "gateway_receive_few_processed_segments",
];

/** One edge of the start, and the wait for it. */
export interface StartupStep {
  traceType: string;
  name: string;
  /** in ms after the first of them; negative where a clock is behind */
  from: number;
  at: number;
  /** it comes before one that it follows */
  inverted: boolean;
}

/** The start in the order in which it should happen. Clocks differ, so an edge may come before the one that it follows. */
export function startupSteps(edges: readonly SessionEdge[]): StartupStep[] {
  const known = STARTUP.flatMap((traceType) => {
    const edge = edges.find((one) => one.traceType === traceType);
    return edge === undefined ? [] : [{ traceType, at: Date.parse(edge.at) }];
  });
  const origin = known[0]?.at ?? 0;
  let reached = origin;
  return known.map(({ traceType, at }) => {
    const inverted = at < reached;
    const from = Math.min(reached, at) - origin;
    reached = Math.max(reached, at);
    return { traceType, name: edgeName(traceType), from, at: at - origin, inverted };
  });
}

export type LaneName = "gateway" | "runner" | "parameters" | "errors";

/** A moment on a lane. */
export interface LaneMark {
  key: string;
  lane: LaneName;
  at: number;
  label: string;
  tone: "plain" | "warn" | "bad" | "excused";
  /** its event in the log, where it is known */
  eventId: string | null;
  /** labels of these are placed first */
  important: boolean;
}

export interface Stretch {
  key: string;
  from: number;
  to: number;
  /** it is not known to have ended */
  open: boolean;
}
export interface SegmentStretch extends Stretch {
  segment: SessionSegment;
}
export interface StateStretch extends Stretch {
  state: string;
  tone: "plain" | "warn" | "bad";
}

export interface Lanes {
  from: number;
  to: number;
  /** in the order of time */
  marks: LaneMark[];
  segments: SegmentStretch[];
  states: StateStretch[];
  /** pieces of a line: between them nothing was told */
  fps: { at: number; fps: number }[][];
  fpsTop: number;
  /** where one orchestrator gave way to another, told or seen */
  swaps: number[];
}

export function lanesOf(detail: SessionDetail, now: number): Lanes {
  const { session, edges, segments, parameterUpdates, samples, errors, swaps } = detail;
  const from = Date.parse(session.sessionStartTs);
  const last = Date.parse(session.sessionEndTs);
  const to = Math.max(from + 1_000, session.activity === "open" ? Math.max(now, last) : last);
  const end = session.closedTs === null ? to : Math.min(to, Date.parse(session.closedTs));
  const inferred = segments.filter(({ reason }) => reason === "orchestrator_change");
  const marks: LaneMark[] = [
    ...edges.filter(({ traceType }) => traceType !== "orchestrator_swap").map(edgeMark),
    ...swaps.map(({ at, eventId }, i) => mark("gateway", `swap${i}`, at, "swap asked", "warn", eventId)),
    ...inferred.map((one) =>
      mark("runner", `segment${one.segmentIndex}`, one.segmentStartTs, "changed, not told", "warn", one.sourceEventUid),
    ),
    ...parameterUpdates.map((one) =>
      mark(
        "parameters",
        `update${one.updateIndex}`,
        one.updatedTs,
        updateWords(one.fpsBefore, one.fpsAfter),
        "plain",
        one.sourceEventUid,
      ),
    ),
    ...errors.map(({ at, message, excusable, eventId }, i) =>
      mark("errors", `error${i}`, at, errorLabel(message, excusable), excusable ? "excused" : "bad", eventId),
    ),
  ];
  return {
    from,
    to,
    marks: marks.sort((a, b) => a.at - b.at),
    segments: segments.map((segment) => ({
      key: `segment${segment.segmentIndex}`,
      segment,
      from: Date.parse(segment.segmentStartTs),
      to: segment.segmentEndTs === null ? to : Date.parse(segment.segmentEndTs),
      open: segment.segmentEndTs === null,
    })),
    states: stateStretches(samples.fps, end),
    fps: fpsPieces(samples.fps),
    fpsTop: niceTop(Math.max(0, ...samples.fps.map(({ fps }) => fps ?? 0))),
    swaps: [...swaps.map(({ at }) => Date.parse(at)), ...inferred.map((one) => Date.parse(one.segmentStartTs))],
  };
}

function mark(
  lane: LaneName,
  key: string,
  at: string,
  label: string,
  tone: LaneMark["tone"],
  eventId: string,
): LaneMark {
  return { key, lane, at: Date.parse(at), label, tone, eventId, important: true };
}

function edgeMark({ traceType, category, at }: SessionEdge): LaneMark {
  return {
    key: traceType,
    lane: category === "runner" || category === "orchestrator" ? "runner" : "gateway",
    at: Date.parse(at),
    label: edgeName(traceType),
    tone: "plain",
    eventId: null,
    important: SIGNALS.has(traceType),
  };
}

const fps = (value: number | null): string => (value === null ? "unknown" : value.toFixed(1));

const updateWords = (before: number | null, after: number | null): string =>
  before === null && after === null ? "update" : `update, ${fps(before)} to ${fps(after)} fps`;

const errorLabel = (message: string | null, excusable: boolean): string =>
  `${message === null || message.trim() === "" ? "no message" : middleCut(message, 80)}${excusable ? ", excused" : ""}`;

function stateStretches(samples: readonly StatusSample[], end: number): StateStretch[] {
  const stretches: StateStretch[] = [];
  for (const { at, state } of samples) {
    if (state === null) continue;
    const moment = Date.parse(at);
    const last = stretches.at(-1);
    if (last?.state === state) {
      last.to = moment;
      continue;
    }
    if (last !== undefined) last.to = moment;
    stretches.push({
      key: `state${stretches.length}`,
      from: moment,
      to: moment,
      open: false,
      state,
      tone: stateTone(state),
    });
  }
  const last = stretches.at(-1);
  if (last !== undefined) last.to = Math.max(last.to, end);
  return stretches;
}

export function stateTone(state: string): StateStretch["tone"] {
  if (/degraded/i.test(state)) return "warn";
  return /offline|fail|error/i.test(state) ? "bad" : "plain";
}

/** A sample of which nothing is told for a while is not joined to the next: several times the usual distance is a gap. */
function fpsPieces(samples: readonly StatusSample[]): { at: number; fps: number }[][] {
  const points = samples.flatMap(({ at, fps }) => (fps === null ? [] : [{ at: Date.parse(at), fps }]));
  const apart = points.slice(1).map((point, i) => point.at - (points[i]?.at ?? point.at));
  const usual = apart.sort((a, b) => a - b)[Math.floor(apart.length / 2)] ?? 0;
  const most = Math.max(15_000, 4 * usual);
  const pieces: { at: number; fps: number }[][] = [];
  for (const point of points) {
    const last = pieces.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && point.at - before.at <= most) last.push(point);
    else pieces.push([point]);
  }
  return pieces;
}

const niceTop = (most: number): number => [10, 20, 30, 40, 60, 120, 240].find((top) => top >= most) ?? Math.ceil(most);

/** Where the words of a mark stand, in pixels; those that find no room are only in the table and on hover. */
export interface PlacedMark extends LaneMark {
  x: number;
  side: "right" | "left" | null;
}

const LETTER = 5.9;
const ROOM = 9;
const DOT = 6;

/** Words stand to the right of their mark, else to the left, and never over another mark or its words. */
export function placeMarks(marks: readonly LaneMark[], x: (at: number) => number, width: number): PlacedMark[] {
  const placed: PlacedMark[] = marks.map((one) => ({ ...one, x: x(one.at), side: null }));
  const taken: [number, number][] = placed.map((one) => [one.x - DOT, one.x + DOT]);
  const inOrder = [...placed].sort((a, b) => Number(b.important) - Number(a.important));
  for (const one of inOrder) {
    const length = one.label.length * LETTER;
    const sides: ["right" | "left", number, number][] = [
      ["right", one.x + ROOM, one.x + ROOM + length],
      ["left", one.x - ROOM - length, one.x - ROOM],
    ];
    const free = sides.find(
      ([, from, to]) => from >= 0 && to <= width && taken.every(([a, b]) => b <= from || a >= to),
    );
    if (free === undefined) continue;
    one.side = free[0];
    taken.push([free[1], free[2]]);
  }
  return placed;
}

/** "1 m 34 s": how long after the beginning. */
export const offset = (at: number, from: number): string => `${at < from ? "" : "+"}${shortDuration(at - from)}`;
