import { describe, expect, it } from "vitest";
import type { StageEdge } from "../api/types";
import { BOX, flowMap, keepOrder, orderStages, PITCH, passesOf } from "./stageFlow";

const waiting = { n: 1, p50Ms: 1, p90Ms: 1, p99Ms: 1, meanMs: 1, approximate: false };
const way = (fromStage: string, toStage: string, n: number, back = false): StageEdge => ({
  fromStage,
  toStage,
  back,
  n,
  waiting,
});
const sizes = (given: Record<string, number>) => new Map(Object.entries(given));

const MEDIA = [
  way("ingest", "transcode", 100),
  way("transcode", "qc", 98),
  way("qc", "localize", 80),
  way("qc", "transcode", 12, true),
  way("localize", "qc", 3, true),
  way("localize", "publish", 70),
];
const LINE = ["ingest", "transcode", "qc", "localize", "publish"];

describe("orderStages", () => {
  const order = (names: string[], edges: StageEdge[], given: Record<string, number> = {}) =>
    orderStages(names, edges, sizes(given));

  it("follows the ways that were taken, whatever the names", () =>
    expect(order([...LINE].sort(), MEDIA)).toEqual(LINE));
  it("goes by the many where ways contradict each other", () =>
    expect(order(["a", "b", "c"], [way("a", "b", 10), way("b", "c", 10), way("c", "a", 1)])).toEqual(["a", "b", "c"]));
  it("puts a rare end behind the usual one", () =>
    expect(
      order(["end", "last", "first", "odd"], [way("first", "last", 9), way("last", "end", 8), way("first", "odd", 1)], {
        first: 10,
        last: 9,
        end: 8,
        odd: 1,
      }),
    ).toEqual(["first", "last", "end", "odd"]));
  it("keeps apart what nothing connects, the larger first", () =>
    expect(order(["a", "b", "x", "y"], [way("a", "b", 1), way("x", "y", 5)], { a: 1, b: 1, x: 5, y: 5 })).toEqual([
      "x",
      "y",
      "a",
      "b",
    ]));
  it("moves a stage that was taken too late to where most who leave it go on", () =>
    expect(
      order(
        ["register", "analyze", "simple", "complex", "test", "inform", "archive"],
        [
          way("register", "analyze", 1104),
          way("analyze", "complex", 526),
          way("analyze", "simple", 421),
          way("analyze", "inform", 537),
          way("simple", "test", 773),
          way("complex", "test", 672),
          way("test", "archive", 895),
          way("test", "inform", 200),
          way("inform", "complex", 94),
          way("inform", "archive", 105),
          way("archive", "inform", 110),
        ],
      ),
    ).toEqual(["register", "analyze", "simple", "complex", "test", "archive", "inform"]));
  it("moves several together where moving one of them would not help", () =>
    expect(
      order(
        ["invite", "review", "collect", "decide", "more", "again"],
        [
          way("invite", "review", 60),
          way("review", "collect", 90),
          way("collect", "invite", 2),
          way("collect", "decide", 98),
          way("decide", "more", 520),
          way("more", "again", 258),
          way("again", "decide", 258, true),
          way("again", "invite", 1),
        ],
      ),
    ).toEqual(["invite", "review", "collect", "decide", "more", "again"]));
  it("shows a stage that nobody came to or left", () => expect(order(["alone"], [])).toEqual(["alone"]));
});

describe("keepOrder", () => {
  it("keeps places while the stages are the same", () => expect(keepOrder(["b", "a"], ["a", "b"])).toEqual(["b", "a"]));
  it("takes the new order when there is another stage", () =>
    expect(keepOrder(["b", "a"], ["a", "b", "c"])).toEqual(["a", "b", "c"]));
});

it("takes shares of all passes, also of those that went nowhere else, and of what left where starts were lost", () => {
  const node = (workflowStage: string, started: number, extraStarts: number) => ({
    workflowStage,
    n: started,
    started,
    completed: started,
    reworked: extraStarts,
    extraStarts,
  });
  const passes = passesOf({ nodes: [node("ingest", 3, 0), node("qc", 95, 12), node("publish", 70, 1)], edges: MEDIA });
  expect(Object.fromEntries(passes)).toEqual({ ingest: 100, transcode: 98, qc: 107, localize: 73, publish: 71 });
});

describe("flowMap", () => {
  const map = flowMap(LINE, { nodes: [], edges: MEDIA }, false);
  it("has the ways to the next stage between the boxes", () =>
    expect(map.steps.map((step) => step?.n)).toEqual([100, 98, 80, 70]));
  it("has what is sent back as arcs, with its share of all that left", () =>
    expect(map.arcs.map(({ edge, share, of }) => [edge.fromStage, edge.toStage, of, share.toFixed(3)])).toEqual([
      ["qc", "transcode", 92, "0.130"],
      ["localize", "qc", 73, "0.041"],
    ]));
  it("lets arcs begin and end at their boxes", () => {
    for (const { edge, fromX, toX } of map.arcs) {
      for (const [stage, x] of [
        [edge.fromStage, fromX],
        [edge.toStage, toX],
      ] as const) {
        const begin = LINE.indexOf(stage) * PITCH;
        expect(x).toBeGreaterThan(begin);
        expect(x).toBeLessThan(begin + BOX);
      }
    }
  });
  it("puts side by side what does not run over another, and above each other what does", () => {
    const { arcs, levels } = flowMap(
      ["a", "b", "c"],
      { nodes: [], edges: [way("b", "a", 9, true), way("c", "b", 8, true), way("c", "a", 7, true), way("a", "c", 6)] },
      false,
    );
    expect(arcs.map((arc) => arc.level)).toEqual([1, 1, 2, 3]);
    expect(levels).toBe(3);
  });
  it("draws a stage that is followed by itself", () => {
    const [loop] = flowMap(["a"], { nodes: [], edges: [way("a", "a", 2, true)] }, false).arcs;
    expect(loop?.fromX).toBeGreaterThan(loop?.toX ?? Number.POSITIVE_INFINITY);
  });
  it("leaves out the rarest, and says how many, unless all are asked for", () => {
    const names = Array.from({ length: 8 }, (_, index) => `s${index}`);
    const edges = names.flatMap((from, i) => names.slice(0, i).map((to) => way(from, to, i, true)));
    expect(flowMap(names, { nodes: [], edges }, false)).toMatchObject({ hidden: 28 - 12 });
    expect(flowMap(names, { nodes: [], edges }, true)).toMatchObject({ hidden: 0 });
  });
});
