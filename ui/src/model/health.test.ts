import { describe, expect, it } from "vitest";
import type { EndedHour, Verdict } from "../api/insight";
import { lastHours, mirrored, runsBehind, silenceWords, ticksOf, ticksWords, worstFirst } from "./health";

const NOW = Date.parse("2026-11-12T14:20:00Z");
const hour = (at: string, ended: number, failed = 0, outsideUsual = false): EndedHour => ({
  from: `2026-11-12T${at}:00:00Z`,
  ended,
  failed,
  outsideUsual,
});

describe("a strip", () => {
  it("has a tick for each of the last 24 hours, the one that goes on too", () => {
    const ticks = ticksOf([hour("14", 5, 1, true), hour("13", 2)], lastHours(NOW));
    expect(ticks).toHaveLength(24);
    expect(ticks.at(-1)).toMatchObject({
      ended: 5,
      failed: 1,
      outsideUsual: true,
      to: Date.parse("2026-11-12T15:00Z"),
    });
    expect(ticks.at(-2)).toMatchObject({ ended: 2 });
  });

  it("leaves a gap where nothing ended", () =>
    expect(ticksOf([hour("14", 0)], lastHours(NOW)).every((tick) => tick === null)).toBe(true));

  it("sums the hours of a longer time, and keeps that one of them was unusual", () => {
    const ticks = ticksOf([hour("10", 3, 1), hour("11", 4, 2, true)], { from: NOW - 48 * 3_600_000, to: NOW });
    const seen = ticks.filter((tick) => tick !== null);
    expect(ticks.length).toBeLessThanOrEqual(25);
    expect(seen.reduce((sum, tick) => sum + tick.ended, 0)).toBe(7);
    expect(seen.reduce((sum, tick) => sum + tick.failed, 0)).toBe(3);
    expect(seen.some((tick) => tick.outsideUsual)).toBe(true);
  });

  it("is told in words", () => {
    expect(ticksWords([null, null])).toBe("nothing ended");
    expect(ticksWords(ticksOf([hour("14", 5, 1, true)], lastHours(NOW)))).toBe(
      "5 runs ended, 1 failed, more than usual in 1 of 24 stretches",
    );
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
    "/runs?basis=ended&env=production&from=2026-11-12T14:20:00.000Z&to=2026-11-12T14:21:00.000Z",
  ));
