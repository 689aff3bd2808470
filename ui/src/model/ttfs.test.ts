import { describe, expect, it } from "vitest";
import type { TtfsBreaches, TtfsDay, TtfsHour } from "../api/signals";
import {
  chartOfDays,
  chartOfHours,
  heightOn,
  isByHours,
  keptBySurface,
  missedIn,
  missedOf,
  objectiveSentence,
  percentile,
  pieces,
  scaleOf,
  stretchWords,
} from "./ttfs";

const at = (text: string) => Date.parse(`2026-11-12T${text}:00Z`);
const hour = (given: Partial<TtfsHour>) =>
  ({ hour: "2026-11-12T14:00:00Z", surface: "ui", cacheHit: true, totalSignals: 10, ...given }) as TtfsHour;
const day = (given: Partial<TtfsDay>) =>
  ({ day: "2026-11-12T00:00:00Z", surface: "ui", totalSignals: 10, ...given }) as TtfsDay;
const breaches = (given: Partial<TtfsBreaches>) =>
  ({
    hour: "2026-11-12T14:00:00Z",
    surface: "ui",
    totalSignals: 100,
    p50Breaches: 0,
    p95Breaches: 0,
    ...given,
  }) as TtfsBreaches;

describe("times over hours", () => {
  const bounds = { from: at("12:30"), to: at("15:10") };
  const chart = chartOfHours(
    [
      hour({ hour: "2026-11-12T12:00:00Z", p50Ms: 300, p95Ms: 900 }),
      hour({ hour: "2026-11-12T14:00:00Z", p50Ms: 400, p95Ms: 1_000 }),
      hour({ hour: "2026-11-12T14:00:00Z", cacheHit: false, totalSignals: 30, p50Ms: 1_500, p95Ms: 7_000 }),
      hour({ hour: "2026-11-12T13:00:00Z", surface: "ci", totalSignals: 0, p50Ms: null, p95Ms: null }),
    ],
    bounds,
  );

  it("have a place for every hour, also for one without any", () => {
    expect(chart.stretches.map((from) => new Date(from).getUTCHours())).toEqual([12, 13, 14, 15]);
    expect(chart.surfaces.map(({ surface }) => surface)).toEqual(["ui"]);
    expect(chart.surfaces[0]?.cells.map((cell) => cell?.signals ?? null)).toEqual([10, null, 40, null]);
  });

  it("keep what came from the cache apart from the rest: percentiles cannot be joined", () => {
    const cell = chart.surfaces[0]?.cells[2];
    expect(cell).toMatchObject({ signals: 40, hits: 10 });
    expect(cell && percentile(cell, "cached", "p95")).toBe(1_000);
    expect(cell && percentile(cell, "computed", "p95")).toBe(7_000);
    expect(cell && percentile(cell, "all", "p95")).toBeNull();
  });

  it("are a line with gaps", () => {
    const cells = chart.surfaces[0]?.cells ?? [];
    expect(pieces(cells, (cell) => percentile(cell, "cached", "p50"))).toEqual([
      [{ column: 0, value: 300 }],
      [{ column: 2, value: 400 }],
    ]);
    expect(pieces(cells, () => 1).map((piece) => piece.length)).toEqual([1, 1]);
    expect(pieces([], () => 1)).toEqual([]);
  });

  it("have one scale, on which the objective can be seen", () => {
    expect(scaleOf(chart, "p95")).toEqual({ from: 100, to: 10_000 });
    expect(scaleOf(chart, "p50")).toEqual({ from: 100, to: 4_000 });
    const scale = { from: 100, to: 10_000 };
    expect([20, 100, 1_000, 10_000].map((ms) => heightOn(scale, ms))).toEqual([0, 0, 0.5, 1]);
  });
});

it("over days are of all signals, with those out of the cache counted beside them", () => {
  const bounds = { from: at("00:00") - 9 * 86_400_000, to: at("12:00") };
  expect(isByHours(bounds)).toBe(false);
  expect(isByHours({ from: at("00:00") - 7 * 86_400_000, to: at("00:00") })).toBe(true);
  const chart = chartOfDays([day({ p50Ms: 500, p95Ms: 900 })], [day({ totalSignals: 7 })], bounds);
  expect(chart.stretches).toHaveLength(10);
  expect(chart.surfaces[0]?.cells.at(-1)).toEqual({
    signals: 10,
    hits: 7,
    times: { all: { n: 10, p50: 500, p95: 900 } },
  });
});

it("names a stretch as short as it can be told", () => {
  const now = new Date(at("15:00"));
  expect(stretchWords(at("14:00"), 3_600_000, now, "UTC")).toBe("14:00 to 15:00");
  expect(stretchWords(at("23:00") - 86_400_000, 3_600_000, now, "UTC")).toBe("11 Nov 23:00 to 00:00");
  expect(stretchWords(at("00:00"), 86_400_000, now, "Asia/Tokyo")).toBe("12 Nov");
});

describe("the objective", () => {
  it("is half within 2 s, and 95 of 100 within 5 s", () => {
    expect(missedOf(100, { p50: 50, p95: 5 })).toEqual([]);
    expect(missedOf(100, { p50: 51, p95: 6 })).toEqual(["p50", "p95"]);
    expect(missedIn(breaches({ totalSignals: 3, p50Breaches: 1, p95Breaches: 1 }))).toEqual(["p95"]);
    expect(missedOf(0, { p50: 0, p95: 0 })).toEqual([]);
  });

  it("is judged for each surface over the whole range", () =>
    expect(
      keptBySurface([breaches({}), breaches({ p95Breaches: 11 }), breaches({ surface: "ci", p50Breaches: 60 })]),
    ).toEqual([
      { surface: "ui", signals: 200, over: { p50: 0, p95: 11 }, missed: ["p95"] },
      { surface: "ci", signals: 100, over: { p50: 60, p95: 0 }, missed: ["p50"] },
    ]));

  it("is told in one sentence", () => {
    expect(objectiveSentence(keptBySurface([breaches({})]))).toEqual({
      lead: "First signals come in time.",
      rest: "All 100 first signals came within 5 s.",
      isMissed: false,
    });
    expect(
      objectiveSentence(keptBySurface([breaches({ p95Breaches: 6 }), breaches({ surface: "ci", p95Breaches: 9 })])),
    ).toEqual({
      lead: "First signals come too late on UI and CI.",
      rest: "15 of 200 first signals took longer than 5 s.",
      isMissed: true,
    });
    expect(objectiveSentence(keptBySurface([breaches({ p50Breaches: 60 }), breaches({ surface: "ci" })]))).toEqual({
      lead: "First signals come too late on UI.",
      rest: "60 of 200 first signals took longer than 2 s.",
      isMissed: true,
    });
  });
});
