import { expect, it } from "vitest";
import type { AgainstLastGood, ComparedStep } from "../api/failures";
import { differenceWords, longestStep, sideWords } from "./lastGood";

const side = (change: Partial<ComparedStep> = {}): ComparedStep => ({
  status: "completed",
  durationMs: 2_000,
  attempts: 1,
  errorMessage: null,
  ...change,
});
const pair = (change: Partial<AgainstLastGood["steps"][number]>): AgainstLastGood["steps"][number] => ({
  stepName: "charge-card",
  here: side(),
  there: side(),
  differs: [],
  ...change,
});

it("says nothing of steps that are alike", () => expect(differenceWords(pair({}))).toBe(""));

it("names all in which two steps differ", () => {
  const here = side({ status: "failed", durationMs: 5_000, attempts: 3 });
  expect(differenceWords(pair({ here, differs: ["status", "duration", "attempts"] }))).toBe(
    "ended otherwise, 3.0 s longer, 2 attempts more",
  );
  expect(differenceWords(pair({ there: side({ durationMs: 5_000 }), differs: ["duration", "result"] }))).toBe(
    "3.0 s shorter, other result",
  );
});

it("says which run alone has a step", () => {
  expect(differenceWords(pair({ here: null, differs: ["missing"] }))).toBe("only in the good run");
  expect(differenceWords(pair({ there: null, differs: ["missing"] }))).toBe("only in this run");
});

it("tells how a step went", () => {
  expect(sideWords(side({ attempts: 5, status: "failed" }))).toBe("failed, 2.0 s, 5 attempts");
  expect(sideWords(side({ durationMs: null }))).toBe("completed");
  expect(sideWords(null)).toBe("not reached");
});

it("draws both runs to one scale", () => {
  expect(longestStep([pair({ there: side({ durationMs: 9_000 }) }), pair({ here: null })])).toBe(9_000);
  expect(longestStep([])).toBe(1);
});
