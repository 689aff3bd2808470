import { expect, test } from "vitest";
import type { JobState } from "../api/types";
import { jobWords } from "./job";

const fine: JobState = {
  running: true,
  atWork: "2026-01-31T12:00:00.000Z",
  lagEvents: 3,
  lagMs: 120,
  brokersAnswer: true,
};

test("a server that folds, and a job that keeps up, are not worth a word", () => {
  expect(jobWords(null)).toBeNull();
  expect(jobWords(fine)).toBeNull();
  expect(jobWords({ ...fine, lagEvents: null, lagMs: null })).toBeNull();
});

test("a job that is behind says how long, and how many wait", () => {
  const words = jobWords({ ...fine, lagEvents: 41_200, lagMs: 12_400 });
  expect(words?.text).toBe("The job is 12 s behind");
  expect(words?.more).toContain("41,200 events wait");
  expect(jobWords({ ...fine, lagMs: 3 * 60_000 })?.text).toBe("The job is 3 min behind");
});

test("no job at all is said, whatever waits for it", () => {
  expect(jobWords({ ...fine, running: false, lagMs: 90_000 })?.text).toBe("No job is running");
});

test("brokers that are away are the first thing to know", () => {
  const away = { ...fine, running: false, lagEvents: null, lagMs: null, brokersAnswer: false };
  expect(jobWords(away)?.text).toBe("The brokers do not answer");
});
