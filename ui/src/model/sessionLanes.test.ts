import { expect, it } from "vitest";
import type { SessionEdge } from "../api/sessions";
import { at, DETAIL, SEGMENT, SESSION, START } from "./sessionFixture";
import { type LaneMark, lanesOf, placeMarks, startupSteps } from "./sessionLanes";

const edge = (traceType: string, ms: number): SessionEdge => ({
  traceType,
  category: traceType.split("_")[0] as SessionEdge["category"],
  at: at(ms),
});

it("tells the start in the order in which it should happen", () =>
  expect(
    startupSteps([
      edge("gateway_receive_stream_request", 0),
      edge("gateway_receive_few_processed_segments", 6_400),
      edge("gateway_send_first_ingest_segment", 1_100),
      edge("something_else", 50),
    ]),
  ).toEqual([
    { traceType: "gateway_receive_stream_request", name: "request", from: 0, at: 0, inverted: false },
    { traceType: "gateway_send_first_ingest_segment", name: "gateway sends", from: 0, at: 1_100, inverted: false },
    { traceType: "gateway_receive_few_processed_segments", name: "playable", from: 1_100, at: 6_400, inverted: false },
  ]));

it("marks an edge that comes before one that it follows, and goes on from what was reached", () =>
  expect(
    startupSteps([
      edge("gateway_receive_stream_request", 0),
      edge("gateway_send_first_ingest_segment", 900),
      edge("runner_send_first_processed_segment", -400),
      edge("gateway_receive_first_processed_segment", 1_500),
    ]).slice(2),
  ).toMatchObject([
    { from: -400, at: -400, inverted: true },
    { from: 900, at: 1_500, inverted: false },
  ]));

it("has all marks in the order of time, each on its lane", () => {
  const lanes = lanesOf(
    {
      ...DETAIL,
      edges: [
        edge("gateway_receive_stream_request", 0),
        edge("runner_send_first_processed_segment", 2_000),
        edge("orchestrator_swap", 90_000),
      ],
      swaps: [{ at: at(90_000), eventId: "s" }],
      parameterUpdates: [
        {
          updateIndex: 0,
          updatedTs: at(30_000),
          samplesBefore: 3,
          samplesAfter: 9,
          fpsBefore: 16.08,
          fpsAfter: 15.8,
          jitterBefore: null,
          jitterAfter: null,
          sourceEventUid: "u",
        },
      ],
      errors: [
        { at: at(95_000), message: "ICE connection state failed", excusable: true, eventId: "e" },
        { at: at(96_000), message: " ", excusable: false, eventId: "f" },
      ],
    },
    START,
  );
  expect(lanes.marks.map(({ lane, label, tone }) => [lane, label, tone])).toEqual([
    ["gateway", "request", "plain"],
    ["runner", "runner's first frame", "plain"],
    ["parameters", "update, 16.1 to 15.8 fps", "plain"],
    ["gateway", "swap asked", "warn"],
    ["errors", "ICE connection state failed, excused", "excused"],
    ["errors", "no message", "bad"],
  ]);
  expect(lanes.swaps).toEqual([START + 90_000]);
});

it("draws a change that nobody told of, too", () => {
  const second = { ...SEGMENT, segmentIndex: 1, segmentStartTs: at(80_000), reason: "orchestrator_change" as const };
  const lanes = lanesOf({ ...DETAIL, segments: [{ ...SEGMENT, segmentEndTs: at(80_000) }, second] }, START);
  expect(lanes.swaps).toEqual([START + 80_000]);
  expect(lanes.segments.map((one) => [one.from - START, one.to - START])).toEqual([
    [0, 80_000],
    [80_000, 170_000],
  ]);
});

it("goes on until now while it is open", () => {
  const open = { ...SESSION, activity: "open" as const, closedTs: null };
  const lanes = lanesOf({ ...DETAIL, session: open, segments: [{ ...SEGMENT, segmentEndTs: null }] }, START + 200_000);
  expect(lanes.to).toBe(START + 200_000);
  expect(lanes.segments[0]).toMatchObject({ to: START + 200_000, open: true });
});

it("leaves a gap in the frame rate where nothing was told, and joins equal states", () => {
  const sample = (ms: number, fps: number | null, state: string) => ({ at: at(ms), fps, state });
  const lanes = lanesOf(
    {
      ...DETAIL,
      samples: {
        fps: [
          sample(1_000, 0, "ONLINE"),
          sample(6_000, 15, "ONLINE"),
          sample(11_000, null, "DEGRADED_INPUT"),
          sample(16_000, 16, "DEGRADED_INPUT"),
          sample(90_000, 22, "ONLINE"),
        ],
        jitter: [],
      },
    },
    START,
  );
  expect(lanes.fps.map((piece) => piece.map(({ fps }) => fps))).toEqual([[0, 15, 16], [22]]);
  expect(lanes.fpsTop).toBe(30);
  expect(lanes.states.map(({ state, tone, from, to }) => [state, tone, from - START, to - START])).toEqual([
    ["ONLINE", "plain", 1_000, 11_000],
    ["DEGRADED_INPUT", "warn", 11_000, 90_000],
    ["ONLINE", "plain", 90_000, 170_000],
  ]);
});

it("places words where there is room, the important ones first", () => {
  const one = (key: string, ms: number, important = true): LaneMark => ({
    key,
    lane: "gateway",
    at: ms,
    label: "0123456789",
    tone: "plain",
    eventId: null,
    important,
  });
  const sides = (marks: LaneMark[]) => placeMarks(marks, (ms) => ms, 300).map(({ key, side }) => [key, side]);
  expect(sides([one("a", 10), one("b", 290)])).toEqual([
    ["a", "right"],
    ["b", "left"],
  ]);
  expect(sides([one("a", 100, false), one("b", 130)])).toEqual([
    ["a", "left"],
    ["b", "right"],
  ]);
  expect(sides([one("a", 5), one("b", 20), one("c", 40)])).toEqual([
    ["a", null],
    ["b", null],
    ["c", "right"],
  ]);
});
