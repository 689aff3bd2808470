import { describe, expect, it } from "vitest";
import type { StepMetrics } from "../api/insight";
import { differenceWords, pairOf, stepPairs } from "./stepPairs";

const step = (env: string, stepName: string, p95DurationMs: number | null): StepMetrics => ({
  env,
  serviceKey: "orders",
  workflowName: "processOrder",
  stepName,
  n: 10,
  p50DurationMs: null,
  p95DurationMs,
  avgDurationMs: null,
  failed: 0,
  avgRetries: null,
  maxRetries: 0,
  workflowsWithRetries: 0,
  approximate: false,
});

describe("which two environments", () => {
  it("are the first two in the usual order", () =>
    expect(pairOf(["development", "staging", "production"], [])).toEqual(["production", "staging"]));

  it("or those that are asked for, as far as they are there", () => {
    const known = ["production", "staging", "development"];
    expect(pairOf(known, ["staging", "development"])).toEqual(["staging", "development"]);
    expect(pairOf(known, ["staging", "gone"])).toEqual(["staging", "production"]);
    expect(pairOf(known, ["staging", "staging"])).toEqual(["staging", "production"]);
  });

  it("are none where there is only one", () => expect(pairOf(["production"], [])).toBeNull());
});

it("steps stand by how far they are apart, whichever side is slower; those of one side last", () => {
  const pairs = stepPairs(
    [
      step("production", "same", 100),
      step("staging", "same", 100),
      step("production", "slower here", 300),
      step("staging", "slower here", 100),
      step("production", "slower there", 100),
      step("staging", "slower there", 900),
      step("production", "only here", 5_000),
      step("development", "same", 9_000),
    ],
    ["production", "staging"],
  );
  expect(pairs.map(({ stepName, differs }) => [stepName, differs === null ? null : differenceWords(differs)])).toEqual([
    ["slower there", "−89%"],
    ["slower here", "+200%"],
    ["same", "the same"],
    ["only here", null],
  ]);
});
