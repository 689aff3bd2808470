import { expect, it } from "vitest";
import { bucketOf, columnsOf, metricBounds } from "./metricRange";

const NOW = Date.parse("2026-11-12T14:20:00Z");
const HOUR = 3_600_000;

it("is the time of the address, and for all time a quarter of a year", () => {
  expect(metricBounds({ kind: "last", span: "24h" }, NOW)).toEqual({ from: NOW - 24 * HOUR, to: NOW });
  expect(metricBounds({ kind: "all" }, NOW)).toEqual({ from: NOW - 90 * 24 * HOUR, to: NOW });
  const between = { kind: "between", from: "2026-11-11T00:00:00Z", to: "2026-11-10T00:00:00Z" } as const;
  expect(metricBounds(between, NOW)).toEqual({
    from: Date.parse("2026-11-10T00:00:00Z"),
    to: Date.parse("2026-11-10T00:00:00Z"),
  });
});

it("cuts a short time finely and a long one coarsely", () => {
  const of = (hours: number) => bucketOf({ from: NOW - hours * HOUR, to: NOW });
  expect([of(1), of(3), of(24), of(7 * 24), of(30 * 24)]).toEqual(["15m", "15m", "30m", "1h", "1d"]);
});

it("begins with the bucket in which the time begins", () => {
  const columns = columnsOf({ from: NOW - HOUR, to: NOW }, HOUR);
  expect(columns.map((at) => new Date(at).toISOString())).toEqual([
    "2026-11-12T13:00:00.000Z",
    "2026-11-12T14:00:00.000Z",
  ]);
});
