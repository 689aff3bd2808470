import { expect, it } from "vitest";
import type { DurationHistogram, SeriesBucket } from "../api/insight";
import type { ChartColumn } from "./analytics";
import { barRows, heatCellRows, mirrorRows, spokenColumn, stretchRows } from "./chartRows";

const HOUR = 3_600_000;
const START = Date.parse("2026-11-12T10:00:00Z");
const STRETCHES = [START, START + HOUR];
const bucket: SeriesBucket = {
  from: new Date(START + HOUR).toISOString(),
  started: 40,
  completed: 29,
  failed: 1,
  cancelled: 2,
  retries: 0,
  p95DurationMs: 41_000,
};
const histogram: DurationHistogram = {
  env: "production",
  serviceKey: null,
  workflowName: null,
  n: 3,
  p50Ms: 9,
  p95Ms: 9,
  approximate: false,
  buckets: [
    { fromMs: 8, toMs: 9, n: 3 },
    { fromMs: 9, toMs: 10, n: 0 },
  ],
};
const column: ChartColumn = {
  key: "pay",
  title: "pay",
  under: "orders",
  scope: { service: "orders", name: "pay" },
  parts: [
    {
      env: "production",
      counts: { total: 40, completed: 29, failed: 1 },
      before: null,
      p95BeforeMs: null,
      p50Ms: null,
      p95Ms: null,
      cells: [null, bucket],
      histogram,
    },
  ],
};
const scope = { service: "orders", name: "pay", env: "production" };

it("every stretch in which something happened is a line, with what leads to its runs", () =>
  expect(stretchRows([column], STRETCHES, HOUR)).toMatchObject([
    { env: "production", from: START + HOUR, to: START + 2 * HOUR, started: 40, completed: 29, failed: 1, scope },
  ]));

it("success is of those that completed or failed", () =>
  expect(stretchRows([column], STRETCHES, HOUR)[0]?.successRate).toBeCloseTo(29 / 30));

it("every bar that has runs is a line", () =>
  expect(barRows([column])).toMatchObject([{ fromMs: 8, toMs: 9, n: 3, scope }]));

it("every cell of the heat in which the step ran is a line", () => {
  const cell = { from: START, to: START + HOUR, steps: 10, retries: 3 };
  const row = {
    key: "k",
    env: "production",
    serviceKey: "orders",
    workflowName: "pay",
    stepName: "charge",
    steps: 10,
    retries: 3,
    maxRetries: 1,
    runsWithRetries: 3,
    cells: [null, cell],
    scope,
  };
  expect(heatCellRows([row])).toMatchObject([{ ...cell, stepName: "charge", scope }]);
});

it("bars above and below the line are lines, unless nothing ended", () => {
  const buckets = [
    { ended: 0, failed: 0, outsideUsual: false },
    { ended: 9, failed: 3, outsideUsual: true },
  ];
  expect(mirrorRows("production", { from: new Date(START).toISOString(), bucketMs: HOUR, buckets })).toMatchObject([
    { env: "production", from: START + HOUR, to: START + 2 * HOUR, ended: 9, failed: 3, outsideUsual: "yes" },
  ]);
});

it("what is pointed at is said with all that the charts show", () => {
  expect(spokenColumn(column, 1)).toBe("pay: production 96.7% succeeded, 40 runs started, 32 runs ended, p95 41 s");
  expect(spokenColumn(column, 0)).toBe("pay: production nothing ended or started");
});
