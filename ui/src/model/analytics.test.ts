import { describe, expect, it } from "vitest";
import type { EnvironmentScore, Series, SeriesBucket, WorkflowMetrics } from "../api/insight";
import {
  besideBefore,
  cellsOf,
  changeWords,
  durationsBefore,
  environmentColumns,
  runsOver,
  workflowColumns,
} from "./analytics";

const HOUR = 3_600_000;
const START = Date.parse("2026-11-12T10:00:00Z");
const STRETCHES = [START, START + HOUR, START + 2 * HOUR];
const bucket = (hour: number, given: Partial<SeriesBucket> = {}): SeriesBucket => ({
  from: new Date(START + hour * HOUR).toISOString(),
  started: 9,
  completed: 6,
  failed: 1,
  cancelled: 1,
  retries: 0,
  p95DurationMs: null,
  ...given,
});
const figures = {
  cancelled: 0,
  inProgress: 0,
  successRate: null,
  avgDurationMs: null,
  p50DurationMs: 5,
  p95DurationMs: 9,
};
const metrics = (env: string, serviceKey: string, total: number, failed: number): WorkflowMetrics => ({
  env,
  serviceKey,
  workflowName: "pay",
  total,
  completed: total - failed,
  failed,
  ...figures,
  approximate: false,
  before: null,
});
const over = (series: Series | null) => ({ stretches: STRETCHES, series, durations: null });
const series = (...items: Series["items"]): Series => ({ from: "", to: "", bucketMs: HOUR, items });

describe("buckets of a series", () => {
  it("stand at their time, and what was left out is a gap", () =>
    expect(cellsOf([bucket(2), bucket(0)], STRETCHES, HOUR).map((cell) => cell?.from ?? null)).toEqual([
      bucket(0).from,
      null,
      bucket(2).from,
    ]));

  it("outside of the range are not drawn", () =>
    expect(cellsOf([bucket(-1), bucket(3)], STRETCHES, HOUR)).toEqual([null, null, null]));
});

describe("columns of workflows", () => {
  const rows = [
    metrics("staging", "orders", 10, 1),
    metrics("production", "orders", 100, 2),
    metrics("production", "billing", 500, 9),
  ];

  it("are one for each service and name, those that fail most first", () =>
    expect(workflowColumns(rows, over(null)).map(({ under, parts }) => [under, parts.map(({ env }) => env)])).toEqual([
      ["billing", ["production"]],
      ["orders", ["production", "staging"]],
    ]));

  it("take the series of their own environment and service alone", () => {
    const item = (env: string, serviceKey: string) => ({ env, serviceKey, workflowName: "pay", buckets: [bucket(1)] });
    const [, orders] = workflowColumns(rows, over(series(item("staging", "orders"), item("production", "other"))));
    expect(orders?.parts.map(({ cells }) => cells[1]?.completed ?? null)).toEqual([null, 6]);
  });
});

it("columns of environments stand in the usual order, each beside its own range before", () => {
  const score = (env: string, total: number): EnvironmentScore => ({
    ...figures,
    env,
    total,
    completed: total,
    failed: 0,
    usualSuccessRate: null,
    usualP95DurationMs: null,
    throughputPerHour: null,
    usualThroughputPerHour: null,
    retriesPerRun: null,
    verdict: "healthy",
    sentence: "",
  });
  const columns = environmentColumns([score("staging", 5), score("production", 7)], [score("staging", 4)], over(null));
  expect(columns.map(({ key, parts }) => [key, parts[0]?.before?.total ?? null])).toEqual([
    ["production", null],
    ["staging", 4],
  ]);
});

describe("runs over time", () => {
  const part = {
    env: "e",
    counts: { total: 0, completed: 0, failed: 0 },
    before: null,
    p95BeforeMs: null,
    p50Ms: null,
    p95Ms: null,
  };
  const parts = [
    { ...part, histogram: null, cells: [bucket(0), null, null] },
    { ...part, histogram: null, cells: [bucket(0, { cancelled: 3 }), bucket(1), null] },
  ];

  it("are those of all environments that ended, however", () =>
    expect(runsOver(parts, "ended")).toEqual([18, 8, null]));

  it("or those that started", () => expect(runsOver(parts, "started")).toEqual([18, 9, null]));
});

it("durations before are told by name where there are several", () => {
  const part = (env: string, p95BeforeMs: number | null) => ({
    env,
    counts: { total: 0, completed: 0, failed: 0 },
    before: null,
    p50Ms: null,
    p95Ms: null,
    p95BeforeMs,
    cells: [],
    histogram: null,
  });
  expect(durationsBefore([part("production", 41_000)])).toBe("p95 before 41 s");
  expect(durationsBefore([part("production", 41_000), part("staging", 300)])).toBe(
    "p95 before production 41 s, staging 0.3 s",
  );
  expect(durationsBefore([part("production", null)])).toBe("");
});

it("what the earlier range does not have has no before", () =>
  expect(
    besideBefore(
      [
        { id: "a", n: 2 },
        { id: "b", n: 3 },
      ],
      [{ id: "b", n: 1 }],
      ({ id }) => id,
    ),
  ).toEqual([
    { id: "a", n: 2, before: null },
    { id: "b", n: 3, before: { id: "b", n: 1 } },
  ]));

it("a change is told against what there was, and not against nothing", () => {
  expect(changeWords(112, 100)).toBe("+12%");
  expect(changeWords(97, 100)).toBe("−3%");
  expect(changeWords(1_001, 1_000)).toBe("as before");
  expect(changeWords(5, 0)).toBeNull();
  expect(changeWords(5, null)).toBeNull();
});
