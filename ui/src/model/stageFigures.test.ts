import { describe, expect, it } from "vitest";
import type { StageInFlight, StageSla } from "../api/types";
import { allNames, dueOf, passWords, pathParts, percent, shareWords, slaState, stageLines } from "./stageFigures";

const now = Date.parse("2026-11-12T14:30:00.000Z");
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const open = (given: Partial<StageInFlight>): StageInFlight => ({
  env: "production",
  serviceKey: "studio",
  workflowId: "w",
  runSeq: 1,
  workflowName: "publishTitle",
  workflowStage: "qc",
  starts: 1,
  completions: 0,
  since: at(-10),
  ageMs: 600_000,
  slaDue: null,
  dueInMs: null,
  ...given,
});
const figure = { n: 2, p50Ms: 5, p90Ms: 6, p99Ms: 7, meanMs: 5, approximate: false };
const sla: StageSla = {
  workflowStage: "qc",
  workflowName: null,
  missed: 1,
  met: 3,
  withoutSla: 0,
  leftOut: 0,
  overdueNow: 0,
  missRate: 0.25,
  missRateWithSla: 0.25,
  missedBy: figure,
  overdueBy: figure,
};

describe("dueOf", () => {
  it("counts down to the due time", () =>
    expect(dueOf(open({ slaDue: at(30) }), now)).toEqual({ words: "30:00 left", tone: "", gone: 0.25 }));
  it("warns when most of the time has gone", () =>
    expect(dueOf(open({ slaDue: at(2) }), now)).toMatchObject({ words: "2:00 left", tone: "warn" }));
  it("counts up behind it", () =>
    expect(dueOf(open({ slaDue: at(-5) }), now)).toEqual({ words: "5:00 late", tone: "bad", gone: 1 }));
  it("says nothing when there is none", () =>
    expect(dueOf(open({}), now)).toEqual({ words: "", tone: "", gone: null }));
  it("takes a due time before the start as gone", () =>
    expect(dueOf(open({ slaDue: at(-20) }), now)).toMatchObject({ tone: "bad", gone: 1 }));
});

it.each([
  [1, ""],
  [2, "2nd pass"],
  [3, "3rd pass"],
  [4, "4th pass"],
  [11, "11th pass"],
  [22, "22nd pass"],
])("pass %i: %s", (starts, words) => expect(passWords({ starts })).toBe(words));

it.each([
  [0, 0, "—"],
  [2, 14, "2 of 14"],
  [2, 20, "10%"],
  [93, 1000, "9.3%"],
  [0, 500, "0%"],
  [500, 500, "100%"],
])("%i of %i is %s", (part, of, words) => expect(shareWords(part, of)).toBe(words));

it.each([
  [0.00001, "< 0.1%"],
  [0.99999, "> 99.9%"],
  [0.995, "99.5%"],
  [0.142, "14%"],
])("%f is %s", (share, words) => expect(percent(share)).toBe(words));

describe("slaState", () => {
  it("is late if something is overdue now", () => expect(slaState({ sla, overdue: 1 }, [])).toBe("late"));
  it("is within if something is held to a time", () => {
    expect(slaState({ sla, overdue: 0 }, [])).toBe("within");
    expect(slaState({ sla: null, overdue: 0 }, [open({ slaDue: at(1) })])).toBe("within");
  });
  it("is none if nothing ever was", () =>
    expect(slaState({ sla: { ...sla, met: 0, missed: 0 }, overdue: 0 }, [open({})])).toBe("none"));
});

it("joins what is known of a stage; what no answer names has none of it", () => {
  const group = { workflowStage: "qc", workflowName: null };
  const time = { ...group, firstPass: figure, perPass: { ...figure, n: 9 }, span: figure };
  const [qc, other] = stageLines(["qc", "other"], "each", {
    times: [{ ...time, invertedFirstPasses: 0, invertedPasses: 0, passesWithoutStart: 0 }],
    bars: undefined,
    sla: [sla],
    rework: [{ ...group, started: 4, reworked: 1, extraStarts: 2, touchMs: 1, reworkMs: 1, reworkShare: 1 }],
    open: [{ ...group, total: 7, overdue: 3, items: [] }],
  });
  expect(qc).toMatchObject({ time: { n: 9 }, bars: null, sla, open: 7, overdue: 3, passes: 1.5 });
  expect(other).toMatchObject({ name: "other", time: { n: 0, p50Ms: null }, sla: { met: 0, missed: 0 }, passes: null });
});

it("leaves open what is not answered yet", () => {
  const none = { times: undefined, bars: undefined, sla: undefined, rework: undefined, open: undefined };
  expect(stageLines(["qc"], "first", none)).toEqual([
    { name: "qc", time: null, bars: null, sla: null, open: 0, overdue: 0, passes: null },
  ]);
});

it("names what any answer names, in the given order first", () =>
  expect(
    allNames(["b"], [{ workflowStage: "z", workflowName: null }], undefined, [
      { workflowStage: null, workflowName: "a" },
      { workflowStage: "b", workflowName: null },
    ]),
  ).toEqual(["b", "a", "z"]));

it("marks the stages of a path that are done again", () =>
  expect(pathParts(["a", "b", "a", "b"]).map(({ stage, again }) => [stage, again])).toEqual([
    ["a", false],
    ["b", false],
    ["a", true],
    ["b", true],
  ]));
