import { describe, expect, it } from "vitest";
import type { EndedHour, Verdict } from "../api/insight";
import { mirrored, runsBehind, silenceWords, ticksOf, ticksWords, worstFirst } from "./health";

const NOW = Date.parse("2026-11-12T14:20:00Z");
const hour = (at: string, ended: number, failed = 0, outsideUsual = false): EndedHour => ({
  from: `2026-11-12T${at}:00:00Z`,
  ended,
  failed,
  outsideUsual,
});

describe("a strip", () => {
  it("has a tick for each stretch, and a gap where nothing ended", () =>
    expect(ticksOf([hour("12", 3, 1), hour("13", 0), hour("14", 5)]).map((tick) => tick?.ended ?? null)).toEqual([
      3,
      null,
      5,
    ]));

  it("says how many ended and failed, and where that was unusual", () => {
    expect(ticksWords(ticksOf([hour("12", 3, 1), hour("13", 0), hour("14", 5, 4, true)]))).toBe(
      "8 runs ended, 5 failed, more than usual in 1 of 3 stretches",
    );
    expect(ticksWords(ticksOf([hour("13", 0)]))).toBe("nothing ended");
  });
});

it("draws runs and failures each against their own peak", () => {
  const { most, mostFailed, bars } = mirrored({
    buckets: [
      { ended: 10, failed: 0, outsideUsual: false },
      { ended: 5, failed: 2, outsideUsual: true },
    ],
  });
  expect([most, mostFailed]).toEqual([10, 2]);
  expect(bars).toEqual([
    { up: 1, down: 0, outsideUsual: false },
    { up: 0.5, down: 1, outsideUsual: true },
  ]);
});

it("puts services that are worst in any environment first", () => {
  const service = (serviceKey: string, silent: boolean, ...verdicts: Verdict[]) => ({ serviceKey, silent, verdicts });
  const sorted = worstFirst(
    [service("a", false, "healthy"), service("b", false, "healthy", "failing"), service("c", true, "quiet")],
    ({ verdicts }) => verdicts.map((verdict) => ({ verdict })),
  );
  expect(sorted.map((one) => one.serviceKey)).toEqual(["b", "c", "a"]);
});

it("says how long a service has been silent, and what it usually does", () => {
  const quiet = { lastEventAt: "2026-11-12T13:33:00Z", usualGapMs: 30_000, silent: true };
  expect(silenceWords(quiet, NOW)).toBe("has sent nothing for 47 min, it usually does every 30 s");
  expect(silenceWords({ ...quiet, silent: false }, NOW)).toBeNull();
});

it("leads to the runs that ended in that time", () =>
  expect(runsBehind({ env: "production", from: "-7d" }, { from: NOW, to: NOW + 60_000 })).toBe(
    "/runs?basis=ended&runs=all&env=production&from=2026-11-12T14:20:00.000Z&to=2026-11-12T14:21:00.000Z",
  ));

it("leads to no more runs than a figure of all time covers", () =>
  expect(runsBehind({ env: "production", from: "all" })).toBe("/runs?basis=ended&runs=all&env=production&from=-90d"));
