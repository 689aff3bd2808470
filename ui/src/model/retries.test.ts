import { describe, expect, it } from "vitest";
import type { RetryMetrics } from "../api/insight";
import { heatBucket, heatRows, heatStep, heatStretches, meanOf } from "./retries";

const HOUR = 3_600_000;
const DAY = { from: Date.parse("2026-11-11T14:20:00Z"), to: Date.parse("2026-11-12T14:20:00Z") };
const step = (stepName: string, hours: [at: string, steps: number, retries: number][]): RetryMetrics => ({
  env: "production",
  serviceKey: "orders",
  workflowName: "processOrder",
  stepName,
  steps: hours.reduce((sum, [, n]) => sum + n, 0),
  retries: hours.reduce((sum, [, , n]) => sum + n, 0),
  avgRetries: 0,
  maxRetries: stepName.length,
  workflowsWithRetries: 1,
  hours: hours.map(([at, steps, retries]) => ({ from: `2026-11-12T${at}:00:00Z`, steps, retries })),
});

it("a day has a cell for each hour that it touches, a week sums them", () => {
  expect(heatStretches(DAY).stretches).toHaveLength(25);
  const week = heatStretches({ from: DAY.to - 7 * 24 * HOUR, to: DAY.to });
  expect(week.wide).toBe(7 * HOUR);
  expect(week.stretches).toHaveLength(25);
});

it("a month has cells of whole days", () => {
  const month = { from: DAY.to - 30 * 24 * HOUR, to: DAY.to };
  expect(heatBucket(month)).toBe("1d");
  expect(heatStretches(month)).toMatchObject({ wide: 48 * HOUR });
  expect(heatStretches(month).stretches.every((at) => at % (24 * HOUR) === 0)).toBe(true);
});

describe("lines of heat", () => {
  const items = [
    step("ship", [
      ["13", 10, 1],
      ["14", 10, 1],
    ]),
    step("charge", [["14", 10, 8]]),
  ];

  it("have the most retries per step first, and gaps where it did not run", () => {
    const rows = heatRows(items, "step", DAY);
    expect(rows.map((row) => [row.stepName, meanOf(row)])).toEqual([
      ["charge", 0.8],
      ["ship", 0.1],
    ]);
    expect(rows[0]?.cells.slice(-2)).toEqual([
      null,
      { from: DAY.to - 20 * 60_000, to: DAY.to + 40 * 60_000, steps: 10, retries: 8 },
    ]);
  });

  it("of a service sum its steps: a mean of means would say 0.45", () => {
    const [row, ...rest] = heatRows(items, "service", DAY);
    expect(rest).toEqual([]);
    expect(row).toMatchObject({ steps: 30, retries: 10, maxRetries: 6, stepName: null, workflowName: null });
    expect(row?.cells.at(-1)).toMatchObject({ steps: 20, retries: 9 });
    expect(row?.scope).toEqual({ env: "production", service: "orders", name: undefined });
  });
});

it("heat is none only for none, and strongest from 3 on", () =>
  expect([0, 0.01, 0.25, 0.75, 1.5, 2.9, 3, 10].map(heatStep)).toEqual([0, 1, 2, 3, 4, 4, 5, 5]));
