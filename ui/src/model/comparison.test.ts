import { expect, it } from "vitest";
import type { Counts } from "../api/types";
import { compareNames, type EnvironmentCounts, percent } from "./comparison";

const counts = (items: Record<string, number>, capped: readonly string[] = []): Counts => ({
  total: Object.values(items).reduce((sum, n) => sum + n, 0),
  capped: capped.length > 0,
  items: Object.entries(items).map(([value, count]) => ({ value, count, capped: capped.includes(value) })),
});
const environment = (env: string, names: Record<string, number>, failed: Record<string, number>, capped?: string[]) =>
  ({
    env,
    byStatus: counts({}),
    byHealth: counts({}),
    queuedByHealth: counts({}),
    byName: counts(names, capped),
    failedByName: counts(failed),
  }) satisfies EnvironmentCounts;

it("puts what differs most first and keeps what is missing apart", () => {
  const compared = compareNames([
    environment("production", { same: 500, worse: 100, few: 60, alone: 10 }, { same: 5, worse: 40 }),
    environment("staging", { same: 100, worse: 50, few: 3 }, { same: 1, few: 3 }),
  ]);
  expect(compared.map((one) => one.name)).toEqual(["worse", "same", "few", "alone"]);
  expect(compared[0]?.shares).toEqual([
    { failed: 40, runs: 100, exact: true },
    { failed: 0, runs: 50, exact: true },
  ]);
  expect(compared[3]?.shares).toEqual([{ failed: 0, runs: 10, exact: true }, null]);
});

it("does not compare where counting stopped", () => {
  const compared = compareNames([
    environment("production", { a: 10_000, b: 20 }, { a: 1, b: 10 }, ["a"]),
    environment("staging", { a: 10, b: 20 }, { a: 10, b: 0 }),
  ]);
  expect(compared.map((one) => [one.name, one.shares[0]?.exact])).toEqual([
    ["b", true],
    ["a", false],
  ]);
});

it("says a share in words", () => {
  expect([0, 0.0004, 0.035, 0.42, 1].map(percent)).toEqual(["0 %", "<0.1 %", "3.5 %", "42 %", "100 %"]);
});
